package parser

import "strings"

// signOffs marks what stands below a closing formula and the sender's name, or
// the name alone, up to the next quotation. Something must stand above it.
func signOffs(list []line, names map[string]bool) {
	said := false
	for i := 0; i < len(list); i++ {
		l := &list[i]
		if l.mark != mOwn || l.blank() {
			continue
		}
		if said && signsOff(list, i, names) {
			for ; i < len(list) && list[i].mark == mOwn; i++ {
				if postscript(list[i].bare) {
					break
				}
				list[i].mark = mSignOff
			}
			i--
			continue
		}
		said = said || !greets(l.bare)
	}
}

// signsOff says that line i begins the end of a mail.
func signsOff(list []line, i int, names map[string]bool) bool {
	v := vocabulary()
	f := foldLine(strings.Trim(list[i].bare, " ,.!;-–—\t:)"))
	if nameOnly(list[i].bare, names) {
		return true
	}
	closing := v.in("closing", f)
	done := v.in("done", f)
	if !closing && !done {
		return false
	}
	j := i + 1
	for j < len(list) && list[j].blank() && list[j].mark == mOwn {
		j++
	}
	if j >= len(list) || list[j].mark != mOwn {
		return true
	}
	return nameOnly(list[j].bare, names) || signsOff(list, j, names)
}

// nameOnly says that a line is nothing but words of the sender's name.
func nameOnly(s string, names map[string]bool) bool {
	words := wordsOf(s)
	if len(words) == 0 || len(words) > 6 || strings.ContainsAny(s, "0123456789:?") {
		return false
	}
	hits := 0
	for _, w := range words {
		if names[w] {
			hits++
		} else if len(w) > 2 {
			return false
		}
	}
	return hits > 0
}

func postscript(s string) bool {
	w := wordsOf(s)
	return len(w) > 0 && (vocabulary().in("ps", w[0]) && w[0] != "not")
}

func greets(s string) bool {
	w := wordsOf(s)
	if len(w) == 0 || len(w) > 6 {
		return false
	}
	v := vocabulary()
	return v.in("greeting", w[0]) || len(w) > 1 && v.in("greeting", w[0]+" "+w[1])
}

// namesOf are the folded words of the sender's name and of the local part of
// the address.
func namesOf(l *Letter) map[string]bool {
	names := map[string]bool{}
	for _, a := range l.From {
		local, _, _ := strings.Cut(a.Mail, "@")
		for _, w := range append(wordsOf(a.Name), bareWords(local)...) {
			if len([]rune(w)) > 1 && !isVote(w) && strings.Trim(w, "0123456789") != "" {
				names[w] = true
			}
		}
	}
	return names
}
