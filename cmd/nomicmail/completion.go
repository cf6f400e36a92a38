package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
)

func completion(_ context.Context, c *call) error {
	scripts := map[string]func() string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	script, ok := scripts[c.args[0]]
	if !ok {
		return &wrongUse{fmt.Sprintf("there is no completion for %q", c.args[0]), "there are bash, zsh and fish: nomicmail completion bash"}
	}
	_, err := fmt.Fprint(c.out, script())
	return err
}

// word is what can stand at a place of the command line, with its meaning.
type word struct{ name, short string }

// headWords are the first words of all verbs, and tailWords the second ones of
// those that have them. What several verbs share has the meaning of them all.
func headWords() []word {
	var heads []word
	for _, v := range verbs() {
		head, tail, two := strings.Cut(v.name, " ")
		i := slices.IndexFunc(heads, func(w word) bool { return w.name == head })
		switch {
		case i < 0 && two:
			heads = append(heads, word{head, tail})
		case i < 0:
			heads = append(heads, word{head, v.short})
		case two:
			heads[i].short += ", " + tail
		}
	}
	return heads
}

func tailWords(head string) []word {
	var tails []word
	for _, v := range verbs() {
		if h, tail, two := strings.Cut(v.name, " "); two && h == head {
			tails = append(tails, word{tail, v.short})
		}
	}
	return tails
}

// flagWords are the flags of a verb, and whether each takes a value.
func flagWords(v verb) (words []word, wants map[string]bool) {
	set := flag.NewFlagSet(v.name, flag.ContinueOnError)
	v.flags(set)
	wants = map[string]bool{}
	set.VisitAll(func(f *flag.Flag) {
		_, text := flag.UnquoteUsage(f)
		words = append(words, word{"--" + f.Name, text})
		wants["--"+f.Name] = wantsValue(set, "--"+f.Name)
	})
	return words, wants
}

func names(words []word) string {
	var all []string
	for _, w := range words {
		all = append(all, w.name)
	}
	return strings.Join(all, " ")
}

// bashCompletion is a script that completes verbs, second words and flags,
// made from the table.
func bashCompletion() string {
	var seconds, cases strings.Builder
	for _, h := range headWords() {
		if t := tailWords(h.name); len(t) > 0 {
			fmt.Fprintf(&seconds, "    %q) second=%q ;;\n", h.name, names(t))
		}
	}
	for _, v := range verbs() {
		flags, _ := flagWords(v)
		fmt.Fprintf(&cases, "    %q) flags=%q ;;\n", v.name, names(flags))
	}
	return fmt.Sprintf(bashScript, names(headWords()), seconds.String(), cases.String())
}

const bashScript = `# bash completion for nomicmail: put this into
# /etc/bash_completion.d/nomicmail, or: source <(nomicmail completion bash)
_nomicmail() {
  local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} second= flags=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "%s" -- "$word"))
    return
  fi
  case "$verb" in
%s  esac
  if [ "$COMP_CWORD" -eq 2 ] && [ -n "$second" ] && [ "${word#-}" = "$word" ]; then
    COMPREPLY=($(compgen -W "$second" -- "$word"))
    return
  fi
  case " $second " in
    *" ${COMP_WORDS[2]} "*) [ -n "${COMP_WORDS[2]}" ] && verb="$verb ${COMP_WORDS[2]}" ;;
  esac
  case "$verb" in
%s  esac
  if [ "${word#-}" != "$word" ]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _nomicmail nomicmail
`

// zshCompletion is the same for zsh, with the meaning of each word.
func zshCompletion() string {
	var seconds, cases strings.Builder
	for _, h := range headWords() {
		if t := tailWords(h.name); len(t) > 0 {
			fmt.Fprintf(&seconds, "    %s) second=(%s) ;;\n", h.name, described(t))
		}
	}
	for _, v := range verbs() {
		flags, _ := flagWords(v)
		fmt.Fprintf(&cases, "    '%s') flags=(%s) ;;\n", v.name, described(flags))
	}
	return fmt.Sprintf(zshScript, described(headWords()), seconds.String(), cases.String())
}

// described writes words with their meanings as zsh's _describe takes them.
func described(words []word) string {
	var all []string
	for _, w := range words {
		all = append(all, "'"+strings.ReplaceAll(w.name+":"+w.short, "'", `'\''`)+"'")
	}
	return strings.Join(all, " ")
}

const zshScript = `#compdef nomicmail
# zsh completion for nomicmail: put this into a folder of $fpath as _nomicmail,
# or: source <(nomicmail completion zsh)
_nomicmail() {
  local -a first second flags
  local verb=$words[2]
  first=(%s)
  if (( CURRENT == 2 )); then
    _describe 'verb' first
    return
  fi
  case $verb in
%s  esac
  if (( CURRENT == 3 && $#second )) && [[ $words[3] != -* ]]; then
    _describe 'what' second
    return
  fi
  if (( ${second[(I)${words[3]}:*]} )); then
    verb="$verb $words[3]"
  fi
  case $verb in
%s  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe -o 'flag' flags
  else
    _files
  fi
}
if [[ $zsh_eval_context == *loadautofunc* ]]; then
  _nomicmail "$@"
else
  compdef _nomicmail nomicmail
fi
`

// fishCompletion is the same for fish.
func fishCompletion() string {
	var b strings.Builder
	b.WriteString("# fish completion for nomicmail: put this into\n# ~/.config/fish/completions/nomicmail.fish\n")
	line := func(condition, what string, short string) {
		fmt.Fprintf(&b, "complete -c nomicmail -n '%s' %s -d '%s'\n", condition, what, strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(short))
	}
	for _, h := range headWords() {
		line("__fish_use_subcommand", "-f -a "+h.name, h.short)
		tails := tailWords(h.name)
		for _, t := range tails {
			line(fmt.Sprintf("__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from %s", h.name, names(tails)), "-f -a "+t.name, t.short)
		}
	}
	for _, v := range verbs() {
		condition := "__fish_seen_subcommand_from " + strings.ReplaceAll(v.name, " ", "; and __fish_seen_subcommand_from ")
		flags, wants := flagWords(v)
		for _, f := range flags {
			what := "-l " + strings.TrimPrefix(f.name, "--")
			if wants[f.name] {
				what += " -r"
			}
			line(condition, what, f.short)
		}
	}
	return b.String()
}
