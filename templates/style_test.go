package templates

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestStyle holds what the sheet of style promises, by day and by night: words
// stand out from what is behind them (WCAG 2.2 §1.4.3), lines of players from the
// paper (§1.4.11) and from each other for eyes that see fewer colours, it loads
// nothing, and it is short.
func TestStyle(t *testing.T) {
	_, sheet := Style()
	for _, problem := range sheetProblems(string(sheet)) {
		t.Error(problem)
	}
}

// TestSheetProblems: the check finds what it is for.
func TestSheetProblems(t *testing.T) {
	_, sheet := Style()
	good := string(sheet)
	for old, now := range map[string]string{
		"--ink: #1d1f24": "--ink: #9d9f94", "--soft: #a9adb7": "--soft: #595d67", "--c1: #e96a07": "--c1: #bc0006",
		"--c2: #39ccc6": "--c2: #102020", "hr {": "hr { background: url(x);", "/* Tables */": strings.Repeat(" ", 15_000), "--c7: #5e0005;": "",
	} {
		bad := strings.Replace(good, old, now, 1)
		if bad == good || len(sheetProblems(bad)) == 0 {
			t.Errorf("with %q for %q nothing is found", now, old)
		}
	}
}

// Bounds of the sheet: its bytes, the contrast of words and of lines, and how far
// apart two players are in OKLab, where black and white are 1 apart.
const (
	mostSheet   = 15_000
	wordsStand  = 4.5
	linesStand  = 3
	coloursDiff = 0.13
	allPlayers  = 8
)

var namedColour = regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6});`)

func sheetProblems(sheet string) (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if len(sheet) > mostSheet {
		add("%d bytes", len(sheet))
	}
	if strings.Contains(sheet, "url(") || strings.Contains(sheet, "@import") {
		add("the sheet loads something")
	}
	day, rest, _ := strings.Cut(sheet, "@media (prefers-color-scheme: dark)")
	night, _, _ := strings.Cut(rest, "/* The frame */")
	for mode, part := range map[string]string{"by day": day, "by night": night} {
		named := map[string]string{}
		for _, m := range namedColour.FindAllStringSubmatch(part, -1) {
			named[m[1]] = m[2]
		}
		for text, behind := range map[string]string{"ink": "paper quote", "soft": "paper quote", "link": "paper quote", "mark": "paper quote", "gone-ink": "gone paper", "come-ink": "come paper"} {
			for b := range strings.FieldsSeq(behind) {
				if r := contrast(colours{named[text], named[b]}); r < wordsStand {
					add("%s %s on %s has a contrast of %.1f", mode, text, b, r)
				}
			}
		}
		for i := range allPlayers {
			one := named["c"+strconv.Itoa(i)]
			if r := contrast(colours{one, named["paper"]}); r < linesStand {
				add("%s player %d has a contrast of %.1f", mode, i, r)
				continue
			}
			for k := range i {
				if d := leastDifference(one, named["c"+strconv.Itoa(k)]); d < coloursDiff {
					add("%s players %d and %d are %.2f apart", mode, k, i, d)
				}
			}
		}
	}
	return all
}

// eyes are what becomes of linear red, green and blue in eyes that see all three,
// and in those that lack the cones for one (Machado, Oliveira and Fernandes 2009).
var eyes = [][3][3]float64{
	{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// leastDifference is how far two colours are apart for the eyes that tell them
// apart worst.
func leastDifference(a, b string) float64 {
	least := math.Inf(1)
	for _, eye := range eyes {
		p, q := oklab(eye, a), oklab(eye, b)
		least = min(least, math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2]))
	}
	return least
}

// oklab is a colour, as eyes see it, in Ottosson's space.
func oklab(eye [3][3]float64, hex string) (lab [3]float64) {
	var linear, seen, cones [3]float64
	for i := range linear {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return lab
		}
		if v := float64(n) / 255; v <= 0.04045 {
			linear[i] = v / 12.92
		} else {
			linear[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	for i, v := range times(eye, linear) {
		seen[i] = min(1, max(0, v))
	}
	for i, v := range times([3][3]float64{{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566}, {0.0883024619, 0.2817188376, 0.6299787005}}, seen) {
		cones[i] = math.Cbrt(v)
	}
	return times([3][3]float64{{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099}, {0.0259040371, 0.7827717662, -0.8086757660}}, cones)
}

func times(m [3][3]float64, v [3]float64) (out [3]float64) {
	for i, row := range m {
		out[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
	}
	return out
}
