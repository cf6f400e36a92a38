package parser

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Question is a question of ours that a mail may be answering. The answers to
// all questions of one letter are numbered through; First is the number of this
// question's first one.
type Question struct {
	First   int
	Answers []string
	Over    bool // it is settled, or no answer can come in time any more
	YesNo   bool // the first answer means yes and the second no
}

// maxAnswer is how long a line is that answers by number.
const maxAnswer = 200

// choice is an answer with its number.
type choice struct {
	n    int
	text string // folded
	of   int    // the question's place
	over bool
}

func (c Context) choices() []choice {
	var list []choice
	for i, q := range c.Questions {
		for k, a := range q.Answers {
			list = append(list, choice{q.First + k, answerWords(a), i, q.Over})
		}
	}
	return list
}

// answerWords are the words of an answer in one order for all, so that "for 301"
// is "301 FOR".
func answerWords(s string) string {
	words := strings.FieldsFunc(fold(s), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	slices.Sort(words)
	return strings.Join(words, " ")
}

// answers reads line i when it does nothing but answer questions of ours by
// number: "2", "2.", "answer 2", "the second", "2) 301 AGAINST", "1 and 3", or
// "1: 2, 2: 1". Only what the author begins with is an answer: below other words
// a number is a number.
func (r *reader) answers(i int) bool {
	l := r.lines[i].text
	all := r.c.choices()
	if len(all) == 0 {
		if n := bareNumber(l); n > 0 && r.single(i) {
			r.say(Fragment{Text: strings.TrimSpace(l), Verb: "numbered", Command: Numbered{n}})
			return true
		}
		return false
	}
	if len(l) > maxAnswer || r.led || !r.answering() {
		return false
	}
	nums, sure := answerIn(foldLine(l), all)
	if n := r.yesOrNo(l); n > 0 {
		nums, sure = []int{n}, true
	}
	if len(nums) == 0 && (bareNumber(l) == 0 || !r.single(i)) {
		return false
	}
	if len(nums) == 0 || !sure || contradictory(nums, all) || r.doubtBelow(i) {
		r.askAgain(l, all)
		return true
	}
	for _, n := range nums {
		r.say(Fragment{Text: strings.TrimSpace(l), Verb: "numbered", Command: Numbered{n}})
	}
	return true
}

// answering says whether a number can be an answer: in reply to a letter of
// ours, or as all there is.
func (r *reader) answering() bool {
	return len(r.l.InReplyTo) > 0 || r.c.Answered != "" || r.own <= 1
}

// askAgain holds what may be an answer to a question, and may be to another.
func (r *reader) askAgain(l string, all []choice) {
	f := Fragment{Text: strings.TrimSpace(l), Verb: "numbered", Reason: "which-answer"}
	for _, q := range r.c.Questions {
		if !q.Over {
			f.Answers = append(f.Answers, q.Answers...)
		}
	}
	if len(f.Answers) == 0 {
		f.Reason = "no-question"
	}
	r.hold(f)
}

// leads notes what the author has begun with: after other words than a greeting
// no number is an answer.
func (r *reader) leads(i int) {
	words := wordsOf(r.lines[i].text)
	if len(words) > 4 || len(words) > 0 && !vocabulary().in("greeting", words[0]) {
		r.led = true
	}
}

// doubtBelow says whether what the author writes below an answer may take it
// back.
func (r *reader) doubtBelow(i int) bool {
	for _, l := range r.lines[i+1:] {
		if l.mark == mSignOff {
			return false
		}
		if l.mark != mOwn || len(l.text) > 1000 {
			continue
		}
		for _, t := range tokens(l.text, r.lang) {
			if t.sense&(sIf|sMaybe|sNot|sExcept|sBut) != 0 {
				return true
			}
		}
	}
	return false
}

// contradictory says whether two of the numbers answer one question, or say two
// things about one proposal.
func contradictory(nums []int, all []choice) bool {
	for i, a := range nums {
		for _, b := range nums[:i] {
			x, y := find(all, a), find(all, b)
			if a != b && (x.of == y.of || about(x.text) != "" && about(x.text) == about(y.text) && x.text != y.text) {
				return true
			}
		}
	}
	return false
}

func find(all []choice, n int) choice {
	return all[slices.IndexFunc(all, func(c choice) bool { return c.n == n })]
}

// about is the number of the proposal that an answer names, "" for none.
func about(text string) string {
	for _, w := range strings.Fields(text) {
		if _, ok := small(w, highest); ok {
			return w
		}
	}
	return ""
}

var (
	numberFirst = regexp.MustCompile(`^[#(]?(\d{1,2})(?:[.,):=\]]|\s|\s*-)\s*(.*)$`)
	answerPair  = regexp.MustCompile(`^(\d{1,2})\s*[:=]\s*(\d{1,2})[.)]?$`)
)

// answerIn finds the numbers that a folded line answers with. It is not sure
// when the line begins with a number and says something else besides.
func answerIn(l string, all []choice) (nums []int, sure bool) {
	l = strings.Trim(l, ` *_.!"'|-`)
	v := vocabulary()
	if v.in("yes", l) || v.in("no", l) {
		nums := short(l, all)
		return append(nums, 0)[:1], len(nums) == 1
	}
	if nums, ok := pairs(l, all); ok {
		return nums, len(nums) > 0
	}
	if nums, ok := plainNumbers(l, all); ok {
		return nums, true
	}
	m := numberFirst.FindStringSubmatch(l)
	if m == nil {
		return nil, false
	}
	n, _ := strconv.Atoi(m[1])
	i := slices.IndexFunc(all, func(c choice) bool { return c.n == n })
	if i < 0 || all[i].over {
		return nil, false
	}
	return []int{n}, says(all[i], m[2])
}

// says whether words beside an answer's number are that answer's.
func says(c choice, rest string) bool {
	words := answerWords(rest)
	return words == c.text || words == c.short()
}

// short is an answer without the number of its proposal.
func (c choice) short() string {
	words := slices.DeleteFunc(strings.Fields(c.text), func(w string) bool { return w == about(c.text) })
	return strings.Join(words, " ")
}

// short finds the answers that a word is, where a "yes" alone might be said to
// the question and not to the proposal.
func short(l string, all []choice) (nums []int) {
	for _, c := range all {
		if c.short() == answerWords(l) {
			nums = append(nums, c.n)
		}
	}
	return nums
}

// pairs reads "1: 2, 2: 1", the numbers of questions with those of answers. An
// answer may bear its own number or its place in the question.
func pairs(l string, all []choice) (nums []int, ok bool) {
	parts := strings.FieldsFunc(l, func(c rune) bool { return c == ',' || c == ';' })
	for _, p := range parts {
		m := answerPair.FindStringSubmatch(strings.TrimSpace(p))
		if m == nil {
			return nil, false
		}
		q, _ := strconv.Atoi(m[1])
		a, _ := strconv.Atoi(m[2])
		nums = append(nums, paired(q, a, all))
	}
	if all[len(all)-1].of == 0 || slices.Contains(nums, 0) {
		return nil, false
	}
	return nums, true
}

// paired is the number of answer a to question q, 0 when it is none or can be
// two.
func paired(q, a int, all []choice) int {
	found, place := 0, 0
	for _, c := range all {
		if c.of != q-1 {
			continue
		}
		place++
		if c.n != a && place != a {
			continue
		}
		if found != 0 {
			return 0
		}
		found = c.n
	}
	return found
}

// plainNumbers reads a line of numbers and of the words that stand around them.
func plainNumbers(l string, all []choice) (nums []int, ok bool) {
	v := vocabulary()
	if n := ordinal(l); n > 0 {
		l = strconv.Itoa(n)
	}
	for _, w := range strings.FieldsFunc(l, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(`,;.:)(!#"&+[]`, c) }) {
		if v.in("choice", w) {
			continue
		}
		n := ordinal(w)
		if !slices.ContainsFunc(all, func(c choice) bool { return c.n == n }) {
			return nil, false
		}
		nums = append(nums, n)
	}
	return nums, len(nums) > 0
}

// nth are the lists of the words for the numbers of answers.
var nth = [...]string{"first", "second", "third", "fourth", "fifth", "sixth"}

// ordinal reads "2", "2nd", "the second", "2-es" and the like; 0 is none.
func ordinal(w string) int {
	i := strings.IndexFunc(w, func(c rune) bool { return c < '0' || c > '9' })
	if i < 0 {
		i = len(w)
	}
	if n, err := strconv.Atoi(w[:i]); err == nil && n > 0 && i <= 2 {
		if i == len(w) || vocabulary().in("nth", w[i:]) {
			return n
		}
		return 0
	}
	for i, list := range nth {
		if vocabulary().in(list, w) {
			return i + 1
		}
	}
	return 0
}
