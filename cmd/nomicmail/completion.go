package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

func completion(_ context.Context, c *call) error {
	if c.args[0] != "bash" {
		return &wrongUse{fmt.Sprintf("there is no completion for %q", c.args[0]), "bash is the one there is: nomicmail completion bash"}
	}
	_, err := fmt.Fprint(c.out, bashCompletion())
	return err
}

// bashCompletion is a script that completes verbs, second words and flags,
// made from the table.
func bashCompletion() string {
	var heads []string
	tails := map[string][]string{}
	var cases strings.Builder
	for _, v := range verbs() {
		head, tail, two := strings.Cut(v.name, " ")
		if !slices.Contains(heads, head) {
			heads = append(heads, head)
		}
		if two {
			tails[head] = append(tails[head], tail)
		}
		var flags []string
		for _, f := range flagNames(v) {
			flags = append(flags, "--"+f)
		}
		fmt.Fprintf(&cases, "    %q) flags=%q ;;\n", v.name, strings.Join(flags, " "))
	}
	var seconds strings.Builder
	for _, h := range heads {
		if t := tails[h]; len(t) > 0 {
			fmt.Fprintf(&seconds, "    %q) second=%q ;;\n", h, strings.Join(t, " "))
		}
	}
	return fmt.Sprintf(bashScript, strings.Join(heads, " "), seconds.String(), cases.String())
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
