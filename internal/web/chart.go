package web

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// chart is a drawing of lines over the turns, in a box of Width by Height.
type chart struct {
	Width, Height int
	Left, Bottom  int // where the axes are
	Right         int // where the last turn is
	Lines         []chartLine
	Rows          []tick // along the points
	Columns       []tick // along the turns
	Goal          *tick  // the points that win, where they are in sight
}

// chartLine is one player's line. Style counts from 0 and is one of chartStyles.
type chartLine struct {
	Name, Points string // as SVG's polyline has them
	Style        int
	EndX, EndY   int
	MarkX, MarkY int // of the corner of the box that the mark is drawn in
	LabelY       int
	LeadX        int // where the name begins
}

// tick is a mark at an axis.
type tick struct {
	At   int
	Text string
	Odd  bool // every other one, for which a phone has no room
}

// chartStyles is how many kinds of line the sheet of style tells apart.
const chartStyles = 8

const (
	chartWidth, chartHeight = 760, 360
	chartLeft, chartRight   = 48, 170 // the names stand at the right
	chartTop, chartBottom   = 16, 36
	labelGap                = 16
	longestLabel            = 20 // letters
	mostColumns, mostRows   = 12, 8
	markWidth, markHeight   = 34, 12
	leadWidth               = 22
)

// chart draws the points of all players by turn; nil before the end of the first.
func (v view) chart() *chart {
	if len(v.turns) == 0 || len(v.Now.Order) == 0 {
		return nil
	}
	c := &chart{Width: chartWidth, Height: chartHeight, Left: chartLeft, Bottom: chartHeight - chartBottom, Right: chartWidth - chartRight}
	least, most := 0.0, 10.0
	for _, id := range v.Now.Order {
		points, _ := v.series(id)
		for _, p := range points {
			least, most = math.Min(least, p), math.Max(most, p)
		}
	}
	goal, err := strconv.ParseFloat(v.Now.Goal(), 64)
	inSight := err == nil && goal > 0 && goal <= 2*most
	if inSight {
		most = math.Max(most, goal)
	}
	step := niceStep((most - least) / mostRows)
	least, most = math.Floor(least/step)*step, math.Ceil(most/step)*step
	y := func(p float64) int {
		return chartTop + int(math.Round((most-p)/(most-least)*float64(c.Bottom-chartTop)))
	}
	if inSight {
		c.Goal = &tick{At: y(goal), Text: v.Now.Goal()}
	}
	n := len(v.turns)
	x := func(i int) int {
		return chartLeft + int(math.Round(float64(i+1)/float64(n)*float64(chartWidth-chartRight-chartLeft)))
	}
	for p := least; p <= most+step/2; p += step {
		c.Rows = append(c.Rows, tick{At: y(p), Text: strconv.FormatFloat(p, 'f', -1, 64)})
	}
	every := max(1, (n+mostColumns-1)/mostColumns)
	for i := every - 1; i < n; i += every {
		c.Columns = append(c.Columns, tick{At: x(i), Text: strconv.Itoa(v.turns[i].Turn), Odd: len(c.Columns)%2 == 1})
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
	l := chartLine{Name: shortName(name), Style: i % chartStyles, EndX: chartLeft, EndY: y(0)}
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
	l.LeadX = l.EndX + leadWidth
	l.MarkX, l.MarkY = l.EndX-markWidth/2, l.EndY-markHeight/2
	c.Lines = append(c.Lines, l)
}

// spread moves the names apart that would lie on one another, and as little as
// can be: those that touch are a heap, which lies where its lines end on average.
func (c *chart) spread() {
	order := make([]*chartLine, len(c.Lines))
	for i := range c.Lines {
		order[i] = &c.Lines[i]
	}
	slices.SortStableFunc(order, func(a, b *chartLine) int { return cmp.Compare(a.EndY, b.EndY) })
	gap := min(labelGap, (c.Bottom-chartTop)/max(1, len(order)))
	type heap struct{ first, count, sum int } // sum of the places that the first would have
	var heaps []heap
	top := func(h heap) int {
		return min(max(h.sum/h.count, chartTop), c.Bottom-(h.count-1)*gap)
	}
	for i, l := range order {
		h := heap{i, 1, l.EndY}
		for len(heaps) > 0 {
			before := heaps[len(heaps)-1]
			if top(before)+before.count*gap <= top(h) {
				break
			}
			h = heap{before.first, before.count + h.count, before.sum + h.sum - h.count*before.count*gap}
			heaps = heaps[:len(heaps)-1]
		}
		heaps = append(heaps, h)
	}
	for _, h := range heaps {
		for k := range h.count {
			order[h.first+k].LabelY = top(h) + k*gap
		}
	}
}

// shortName is a name for which there is room beside a line.
func shortName(name string) string {
	runes := []rune(name)
	if len(runes) <= longestLabel {
		return name
	}
	return strings.TrimSpace(string(runes[:longestLabel-1])) + "…"
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
