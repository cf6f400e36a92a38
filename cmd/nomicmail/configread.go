package main

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"
)

// configReader fills a config from TOML and collects every fault on the way.
//
// It walks the syntax itself instead of having the TOML package fill the
// struct, because that stops at the first value of a wrong type and names Go's
// types in what it says.
type configReader struct {
	name   string // of the file
	fields map[string]configField
	tables map[string]bool
	lines  map[string]int // where each key stands
	faults []placed
}

// placed is a fault with its line, 0 for none.
type placed struct {
	line int
	fault
}

// configField is a field of the config that a key can set.
type configField struct {
	key  string // with its tables: "mail.imap.poll"
	tag  reflect.StructTag
	to   reflect.Value
	sets bool // a table, not a value
}

// maxBroken is how many lines that are no TOML are reported.
const maxBroken = 20

// readConfig reads src into c, whose defaults it sets first.
func readConfig(c *config, name string, src []byte) *configReader {
	r := &configReader{name: name, fields: map[string]configField{}, tables: map[string]bool{}, lines: map[string]int{}}
	for _, f := range configFields(reflect.ValueOf(c).Elem(), "") {
		if f.sets {
			r.tables[f.key] = true
			continue
		}
		r.fields[f.key] = f
		if d, ok := f.tag.Lookup("default"); ok {
			f.setText(d)
		}
	}
	r.scan(src)
	for _, f := range configFields(reflect.ValueOf(c).Elem(), "") {
		if f.tag.Get("need") != "" && r.lines[f.key] == 0 {
			table, key := cutKey(f.key)
			r.add(0, fmt.Sprintf("[%s] %s is missing", table, key), fmt.Sprintf("add under [%s]: %s = %q", table, key, f.tag.Get("example")))
		}
	}
	return r
}

// configFields lists the fields of a struct of the config, tables before what
// is in them.
func configFields(v reflect.Value, table string) []configField {
	var all []configField
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			all = append(all, configFields(v.Field(i), table)...)
			continue
		}
		key := f.Tag.Get("toml")
		if key == "" {
			continue
		}
		key = table + key
		sets := f.Type.Kind() == reflect.Struct
		all = append(all, configField{key, f.Tag, v.Field(i), sets})
		if sets {
			all = append(all, configFields(v.Field(i), key+".")...)
		}
	}
	return all
}

// scan walks the file. A line that is no TOML is reported, blanked and passed
// over, so that the faults behind it are found too.
func (r *configReader) scan(src []byte) {
	src = slices.Clip(slices.Clone(src))
	for range maxBroken {
		line, why := r.pass(src, true)
		if line == 0 {
			break
		}
		r.add(line, why, `a line is key = value or [table]; texts stand in quotes, as in folder = "INBOX"`)
		blank(src, line)
	}
	r.pass(src, false)
}

// pass reads src once: dry only looks for the first line that is no TOML, and
// says why it is none.
func (r *configReader) pass(src []byte, dry bool) (line int, why string) {
	var p unstable.Parser
	p.Reset(src)
	table := ""
	for p.NextExpression() {
		if dry {
			continue
		}
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			name, at := dotted(&p, e.Key())
			r.enter(name, at, e.Kind)
			table = name + "."
		case unstable.KeyValue:
			r.keyValue(&p, table, e)
		}
	}
	err := p.Error()
	if err == nil {
		return 0, ""
	}
	at := bytes.Count(src, []byte("\n")) + 1
	var bad *unstable.ParserError
	if errors.As(err, &bad) && cap(bad.Highlight) > 0 && cap(bad.Highlight) <= len(src) {
		at = p.Shape(p.Range(bad.Highlight)).Start.Line
	}
	return at, "this is not TOML: " + strings.TrimPrefix(err.Error(), "toml: ")
}

// dotted joins the parts of a key and tells its line.
func dotted(p *unstable.Parser, parts unstable.Iterator) (name string, line int) {
	var names []string
	for parts.Next() {
		n := parts.Node()
		names = append(names, string(n.Data))
		line = p.Shape(n.Raw).Start.Line
	}
	return strings.Join(names, "."), line
}

// enter checks a table's heading.
func (r *configReader) enter(name string, line int, kind unstable.Kind) {
	first, again := r.lines[name]
	r.lines[name] = line
	switch {
	case again:
		r.add(line, fmt.Sprintf("[%s] stands here again", name), fmt.Sprintf("the first is in line %d: put both together", first))
	case !r.tables[name]:
		r.add(line, fmt.Sprintf("unknown table [%s]", name), r.meant(name, r.tableNames(), "the tables are [log], [mail], [mail.imap], [mail.smtp] and [web]"))
	case kind == unstable.ArrayTable:
		r.add(line, fmt.Sprintf("[[%s]] has two brackets", name), fmt.Sprintf("write [%s]: there is only one", name))
	}
}

func (r *configReader) keyValue(p *unstable.Parser, table string, e *unstable.Node) {
	name, line := dotted(p, e.Key())
	key := table + name
	if r.tables[key] && e.Value().Kind == unstable.InlineTable {
		r.lines[key] = line
		for it := e.Value().Children(); it.Next(); {
			r.keyValue(p, key+".", it.Node())
		}
		return
	}
	f, ok := r.fields[key]
	if !ok {
		r.unknownKey(table, name, line)
		return
	}
	if first := r.lines[key]; first != 0 {
		r.add(line, fmt.Sprintf("%s stands here again", name), fmt.Sprintf("the first is in line %d: keep one", first))
		return
	}
	r.lines[key] = line
	if why := f.set(e.Value()); why != "" {
		r.add(line, why, "write it as "+f.shape())
	}
}

// unknownKey reports a key that does not exist, once: those of an unknown
// table are reported with the table.
func (r *configReader) unknownKey(table, name string, line int) {
	under := strings.TrimSuffix(table, ".")
	if under != "" && !r.tables[under] {
		return
	}
	text := fmt.Sprintf("unknown key %q", name)
	if under != "" {
		text += " in [" + under + "]"
	}
	var near, elsewhere []string
	for key := range r.fields {
		t, k := cutKey(key)
		if t == under {
			near = append(near, k)
		} else if k == name {
			elsewhere = append(elsewhere, "["+t+"]")
		}
	}
	slices.Sort(near)
	slices.Sort(elsewhere)
	hint := "the keys here are " + strings.Join(near, ", ")
	if len(elsewhere) > 0 {
		hint = "it belongs under " + strings.Join(elsewhere, " or ")
	}
	if name == "password" || name == "pass" {
		r.add(line, text, "no password stands in a config: put it into a file that only you can read (chmod 600), and name that: password_file = \"secret\"")
		return
	}
	r.add(line, text, r.meant(name, near, hint))
}

func (r *configReader) meant(word string, names []string, otherwise string) string {
	if n := nearest(word, names); n != "" {
		return fmt.Sprintf("did you mean %q?", n)
	}
	return otherwise
}

func (r *configReader) tableNames() []string {
	var names []string
	for n := range r.tables {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// fault adds a fault about a key, at its line when it stands in the file.
func (r *configReader) fault(key, text, hint string) { r.add(r.lines[key], text, hint) }

func (r *configReader) add(line int, text, hint string) {
	r.faults = append(r.faults, placed{line, fault{text, hint}})
}

// sorted gives the faults in the order of their lines; those without a line
// come last.
func (r *configReader) sorted() faults {
	slices.SortStableFunc(r.faults, func(a, b placed) int {
		if (a.line == 0) != (b.line == 0) {
			return b.line - a.line
		}
		return a.line - b.line
	})
	var all faults
	for _, f := range r.faults {
		place := r.name
		if f.line > 0 {
			place += ":" + strconv.Itoa(f.line)
		}
		all = append(all, fault{place + ": " + f.Text, f.Hint})
	}
	return all
}

// set takes a value from the file. It returns why it cannot, or "".
func (f configField) set(v *unstable.Node) (why string) {
	_, key := cutKey(f.key)
	wrong := fmt.Sprintf("%s is %s, and it should be %s", key, kindName(v.Kind), f.kind())
	if f.to.Kind() == reflect.Slice {
		if v.Kind != unstable.Array {
			return wrong
		}
		var list []string
		for it := v.Children(); it.Next(); {
			if it.Node().Kind != unstable.String {
				return wrong
			}
			list = append(list, string(it.Node().Data))
		}
		f.to.Set(reflect.ValueOf(list))
		return ""
	}
	if v.Kind != unstable.String {
		return wrong
	}
	return f.setText(string(v.Data))
}

// setText sets a field that is written as a text.
func (f configField) setText(s string) (why string) {
	_, key := cutKey(f.key)
	if _, ok := f.to.Interface().(time.Duration); ok {
		d, err := time.ParseDuration(s)
		if err != nil || d <= 0 {
			return fmt.Sprintf("%s = %q is no length of time", key, s)
		}
		f.to.SetInt(int64(d))
		return ""
	}
	if one := f.tag.Get("one"); one != "" && !slices.Contains(strings.Fields(one), s) {
		return fmt.Sprintf("%s = %q is none of %s", key, s, strings.Join(strings.Fields(one), ", "))
	}
	f.to.SetString(s)
	return ""
}

// kind is what the field holds, in plain words.
func (f configField) kind() string {
	switch {
	case f.to.Kind() == reflect.Slice:
		return "a list of texts"
	case f.to.Type() == reflect.TypeFor[time.Duration]():
		return "a length of time"
	}
	return "a text in quotes"
}

// shape is an example of the field's line.
func (f configField) shape() string {
	_, key := cutKey(f.key)
	return key + " = " + f.sample()
}

// kindName names a kind of TOML value in plain words.
func kindName(k unstable.Kind) string {
	switch k {
	case unstable.String:
		return "a text"
	case unstable.Bool:
		return "true or false"
	case unstable.Integer, unstable.Float:
		return "a number"
	case unstable.Array:
		return "a list"
	case unstable.InlineTable:
		return "a table"
	}
	return "a date or a time"
}

// cutKey splits "mail.imap.poll" into its table and its key.
func cutKey(key string) (table, name string) {
	i := strings.LastIndexByte(key, '.')
	return key[:max(i, 0)], key[i+1:]
}

// blank makes a line of src empty, in place.
func blank(src []byte, line int) {
	for i := range src {
		if src[i] == '\n' {
			line--
		} else if line == 1 {
			src[i] = ' '
		}
	}
}
