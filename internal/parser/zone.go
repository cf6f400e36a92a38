package parser

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// zones are the names of time zones by what they are called, folded.
var zones = sync.OnceValue(func() map[string]string {
	data, err := wordFiles.ReadFile("words/zones.txt")
	if err != nil {
		panic("parser: " + err.Error()) // embedded: cannot happen
	}
	all := map[string]string{}
	for line := range strings.Lines(string(data)) {
		name, also, _ := strings.Cut(strings.TrimSpace(line), ":")
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		for _, called := range append(strings.Split(also, ","), name, path.Base(name)) {
			if c := zoneWords(called); c != "" {
				all[c] = name
			}
		}
	}
	for _, c := range []string{"utc", "gmt", "z", "etc/utc"} {
		all[c] = "UTC"
	}
	return all
})

func zoneWords(s string) string {
	return foldLine(strings.NewReplacer("_", " ", ".", " ", "(", " ", ")", " ").Replace(s))
}

var offset = regexp.MustCompile(`^(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?:[: ]?(\d{2}))?$`)

// uneven are the zones whose clocks do not differ from UTC by whole hours.
var uneven = map[string][]string{
	"+3:30": {"Asia/Tehran"}, "+4:30": {"Asia/Kabul"}, "+5:30": {"Asia/Kolkata", "Asia/Colombo"}, "+5:45": {"Asia/Kathmandu"}, "+6:30": {"Asia/Yangon"},
	"+9:30": {"Australia/Darwin", "Australia/Adelaide"}, "+10:30": {"Australia/Lord_Howe"}, "+12:45": {"Pacific/Chatham"},
	"-3:30": {"America/St_Johns"}, "-9:30": {"Pacific/Marquesas"},
}

// Zone is the time zone that words name: "Europe/Lisbon", "Lisboa", "GMT+2",
// which has no summer time. Where it is none, near are the names that come
// nearest.
func Zone(words string) (name string, near []string) {
	w := zoneWords(words)
	if len(w) > maxDate || w == "" {
		return "", nil
	}
	if m := offset.FindStringSubmatch(w); m != nil {
		return offsetZone(m[1] == "+", strings.TrimLeft(m[2], "0"), m[3])
	}
	if name = zones()[w]; name != "" {
		return name, nil
	}
	return "", nearest(w)
}

// offsetZone is the zone of a clock so many hours ahead of UTC or behind it. In
// the names of the IANA's list the sign is the other way round.
func offsetZone(ahead bool, hours, minutes string) (string, []string) {
	sign, other, most := "-", "+", 12
	if ahead {
		sign, other, most = "+", "-", 14
	}
	var h int
	fmt.Sscan(hours, &h)
	switch {
	case minutes != "" && minutes != "00":
		return "", uneven[fmt.Sprintf("%s%d:%s", sign, h, minutes)]
	case h > most:
		return "", nil
	case h == 0:
		return "UTC", nil
	}
	return fmt.Sprintf("Etc/GMT%s%d", other, h), nil
}

// nearest are the zones whose names come nearest to folded words, four at most.
func nearest(w string) []string {
	const most = 4
	best := map[string]int{}
	for called, name := range zones() {
		d := distance(w, called)
		if len(w) >= 4 && strings.Contains(called, w) {
			d = 1
		}
		if d > len(w)/3 {
			continue
		}
		if old, ok := best[name]; !ok || d < old {
			best[name] = d
		}
	}
	var list []string
	for name := range best {
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int {
		if best[a] != best[b] {
			return best[a] - best[b]
		}
		return strings.Compare(a, b)
	})
	return list[:min(len(list), most)]
}

// distance is how many letters must be put in, taken out or changed to make one
// word of the other (Levenshtein).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		last := row[0]
		row[0] = i + 1
		for j := range y {
			change := last
			if x[i] != y[j] {
				change++
			}
			last, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
