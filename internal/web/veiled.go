package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// json writes something as programs get it, without addresses and tokens.
func (v view) json(x any) ([]byte, error) { return veiledJSON(x, v.veiled) }

// veiledJSON writes JSON, for people to read too, of which every string has gone
// through veil.
func veiledJSON(x any, veil func(string) string) ([]byte, error) {
	line, err := veiledLine(x, veil)
	if err != nil {
		return nil, err
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, line, "", "  "); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	indented.WriteByte('\n')
	return indented.Bytes(), nil
}

// veiledLine is that on one line. A string is veiled as it is read and not as it is
// written, since an escape such as \n would look like a letter of the address behind
// it.
func veiledLine(x any, veil func(string) string) ([]byte, error) {
	src, err := json.Marshal(x)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	var out bytes.Buffer
	for len(src) > 0 {
		i := bytes.IndexByte(src, '"')
		if i < 0 {
			break
		}
		n := stringEnd(src[i:])
		if n == 0 {
			return nil, errors.New("web: a string without an end")
		}
		out.Write(src[:i])
		veiled, err := veiledString(src[i:i+n], veil)
		if err != nil {
			return nil, err
		}
		out.Write(veiled)
		src = src[i+n:]
	}
	out.Write(src)
	return out.Bytes(), nil
}

// stringEnd is how long the JSON string is that begins a text; 0 when it has no end.
func stringEnd(src []byte) int {
	for i := 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

func veiledString(literal []byte, veil func(string) string) ([]byte, error) {
	s := string(literal[1 : len(literal)-1])
	if !strings.Contains(s, `\`) && veil(s) == s {
		return literal, nil
	}
	if err := json.Unmarshal(literal, &s); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(veil(s)); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
