package web

import (
	"math"
	"strconv"
	"strings"
)

// chart is a drawing of lines over the turns, in a box of Width by Height.
type chart struct {
	Width, Height int
	Left, Bottom  int // where the axes are
	Lines         []chartLine
	Rows          []tick // along the points
	Columns       []tick // along the turns
}

// chartLine is one player's line. Style counts from 0 and is one of chartStyles.
type chartLine struct {
	Name, Points string // as SVG's polyline has them
	Style        int
	EndX, EndY   int
	LabelY       int
}

// tick is a mark at an axis.
type tick struct {
	At   int
	Text string
}

// chartStyles is how many kinds of line the sheet of style tells apart.
const chartStyles = 8

const (
	chartWidth, chartHeight = 760, 360
	chartLeft, chartRight   = 48, 170 // the names stand at the right
	chartTop, chartBottom   = 16, 36
	labelGap                = 15
	mostColumns             = 12
)

// chart draws the points of all players by turn.
func (v view) chart() *chart {
	c := &chart{Width: chartWidth, Height: chartHeight, Left: chartLeft, Bottom: chartHeight - chartBottom}
	least, most := 0.0, 10.0
	for _, id := range v.Now.Order {
		points, _ := v.series(id)
		for _, p := range points {
			least, most = math.Min(least, p), math.Max(most, p)
		}
	}
	step := niceStep((most - least) / 6)
	least, most = math.Floor(least/step)*step, math.Ceil(most/step)*step
	y := func(p float64) int {
		return chartTop + int(math.Round((most-p)/(most-least)*float64(c.Bottom-chartTop)))
	}
	n := len(v.turns)
	x := func(i int) int {
		return chartLeft + int(math.Round(float64(i+1)/float64(n)*float64(chartWidth-chartRight-chartLeft)))
	}
	for p := least; p <= most+step/2; p += step {
		c.Rows = append(c.Rows, tick{y(p), strconv.FormatFloat(p, 'f', -1, 64)})
	}
	every := max(1, (n+mostColumns-1)/mostColumns)
	for i := every - 1; i < n; i += every {
		c.Columns = append(c.Columns, tick{x(i), strconv.Itoa(v.turns[i].Turn)})
	}
	for i, id := range v.Now.Order {
		c.line(playerName(v.Now, id), i, func() ([]float64, []bool) { return v.series(id) }, x, y)
	}
	c.spread()
	return c
}

// line draws one player, from the turn in which the player had joined.
func (c *chart) line(name string, i int, series func() ([]float64, []bool), x func(int) int, y func(float64) int) {
	points, known := series()
	l := chartLine{Name: name, Style: i % chartStyles, EndX: chartLeft, EndY: y(0)}
	var b strings.Builder
	for t, p := range points {
		if !known[t] {
			continue
		}
		if b.Len() == 0 && t == 0 {
			b.WriteString(strconv.Itoa(chartLeft) + "," + strconv.Itoa(y(0)))
		}
		l.EndX, l.EndY = x(t), y(p)
		b.WriteString(" " + strconv.Itoa(l.EndX) + "," + strconv.Itoa(l.EndY))
	}
	l.Points, l.LabelY = strings.TrimSpace(b.String()), l.EndY
	c.Lines = append(c.Lines, l)
}

// spread moves the names apart that would lie on one another.
func (c *chart) spread() {
	order := make([]*chartLine, len(c.Lines))
	for i := range c.Lines {
		order[i] = &c.Lines[i]
	}
	for i := 1; i < len(order); i++ { // few: sorted by insertion
		for k := i; k > 0 && order[k].EndY < order[k-1].EndY; k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	for i := 1; i < len(order); i++ {
		order[i].LabelY = max(order[i].EndY, order[i-1].LabelY+labelGap)
	}
	for i, bottom := len(order)-1, c.Bottom; i >= 0 && order[i].LabelY > bottom; i, bottom = i-1, bottom-labelGap {
		order[i].LabelY = bottom
	}
}

// niceStep rounds a step up to 1, 2 or 5 times a power of ten.
func niceStep(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(math.Max(step, 1))))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*power >= step {
			return m * power
		}
	}
	return 10 * power
}
