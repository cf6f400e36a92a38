package templates

import "strings"

// andBefore is the word between the last two items of a list, which in some
// languages takes another form before some sounds: Spanish writes "Ana y Bea"
// but "Ana e Inés". The longest beginning in AndBefore that next has decides.
func (w *words) andBefore(next string) string {
	next = strings.ToLower(strings.TrimLeft(next, string(litOpen)))
	and, longest := w.And, 0
	for beginning, form := range w.AndBefore {
		if len(beginning) > longest && strings.HasPrefix(next, beginning) {
			and, longest = form, len(beginning)
		}
	}
	return and
}
