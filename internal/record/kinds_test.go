package record

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/rules"
)

const everyKindEver = "testdata/every-kind-ever.jsonl"

// everyLine gives the lines of the file of every kind ever written.
func everyLine(t *testing.T) [][]byte {
	t.Helper()
	data, err := os.ReadFile(everyKindEver)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

// TestOldRecords reads one line or more of every kind ever written, and writes
// them back unchanged. Lines are only ever added to this file.
func TestOldRecords(t *testing.T) {
	for _, line := range everyLine(t) {
		e, err := Decode(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if again, err := Encode(e); err != nil || !bytes.Equal(again, line) {
			t.Errorf("%T: %v\n got %s\nwant %s", e, err, again, line)
		}
	}
}

// TestKinds looks for the methods that make a type an event, so that no event
// is added without a decision on how it is stored.
func TestKinds(t *testing.T) {
	lines := map[string]bool{}
	for _, line := range everyLine(t) {
		if e, err := Decode(line); err == nil {
			lines[reflect.TypeOf(e).Name()] = true
		}
	}
	named := map[string]bool{}
	for typ := range names {
		named[typ.Name()] = true
	}
	events := declaredEvents(t)
	for _, name := range events {
		if !named[name] {
			t.Errorf("event %s has no name on disk: give it one in kinds", name)
		} else if !lines[name] {
			t.Errorf("event %s has no line in %s: add one with every field filled", name, everyKindEver)
		}
	}
	if len(names) != len(kinds) || len(events) != len(kinds) {
		t.Errorf("%d names for %d types, of %d events", len(kinds), len(names), len(events))
	}
}

// declaredEvents finds every X with a method func (X) event() in package rules.
func declaredEvents(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("../rules/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			m, ok := d.(*ast.FuncDecl)
			if !ok || m.Recv == nil || m.Name.Name != "event" {
				continue
			}
			x, ok := m.Recv.List[0].Type.(*ast.Ident)
			if !ok {
				t.Errorf("an event has a receiver that is no plain type: events are values")
				continue
			}
			names = append(names, x.Name)
		}
	}
	return names
}

// TestEveryField wants each field of each event filled in some line, so that a
// field cannot be added in a way that changes how old records are written.
func TestEveryField(t *testing.T) {
	filled, all := map[string]bool{}, map[string]bool{}
	for _, line := range everyLine(t) {
		e, err := Decode(line)
		if err != nil {
			t.Fatal(err)
		}
		walk(reflect.ValueOf(e), func(field string, f reflect.Value) {
			all[field] = true
			filled[field] = filled[field] || !f.IsZero()
		})
	}
	for field := range all {
		if !filled[field] {
			t.Errorf("%s is filled in no line of %s: add a line, and keep the old ones", field, everyKindEver)
		}
	}
}

// walk visits every exported field below v by its type and name, through slices
// by their first element.
func walk(v reflect.Value, visit func(string, reflect.Value)) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]() || v.Type() == reflect.TypeFor[rules.Points]():
	case v.Kind() == reflect.Pointer && !v.IsNil():
		walk(v.Elem(), visit)
	case v.Kind() == reflect.Slice && v.Len() > 0:
		walk(v.Index(0), visit)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				visit(v.Type().Name()+"."+f.Name, v.Field(i))
				walk(v.Field(i), visit)
			}
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, c := range []struct{ in, why string }{
		{`{"kind":"tea.served","data":{}}`, `unknown kind "tea.served"`},
		{`{"kind":"vote.withdrawn","data":{"proposal":3,"voter":"p1","colour":"red"}}`, "colour"},
		{`{"kind":"vote.withdrawn","data":{"proposal":3},"more":1}`, "more"},
		{`{"kind":"vote.withdrawn","data":{"proposal":"three"}}`, "vote.withdrawn"},
		{`{"kind":"game.started"}`, "no data"},
		{`{"kind":"game.started","data":null}`, "no data"},
		{`{"kind":"game.started","data":{}} {}`, "more follows"},
		{`{"kind":"game.started","data":{}`, "decode an event"},
		{``, "decode an event"},
	} {
		e, err := Decode([]byte(c.in))
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("Decode(%s) = %v, %v; want an error with %q", c.in, e, err, c.why)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	for _, e := range []rules.Event{nil, &rules.GameStarted{}} {
		if b, err := Encode(e); err == nil {
			t.Errorf("Encode(%T) = %s, want an error", e, b)
		}
	}
}

// Text that is no UTF-8 must be written as it will be read back, or a hash
// would hold only until the program is started again.
func TestEncodeNoUTF8(t *testing.T) {
	for _, text := range []string{"a\xffb", `a\ufffdb`, "a\uFFFDb", "\\\xff\\", "<&>\u2028\x00\""} {
		first, err := Encode(rules.Said{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Decode(first)
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.ToValidUTF8(text, "\uFFFD"); e.(rules.Said).Text != want {
			t.Errorf("%q is read back as %q", text, e.(rules.Said).Text)
		}
		if second, err := Encode(e); err != nil || !bytes.Equal(first, second) {
			t.Errorf("%q: %v\nfirst  %s\nsecond %s", text, err, first, second)
		}
	}
}

func FuzzDecode(f *testing.F) {
	data, err := os.ReadFile(everyKindEver)
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := Decode(b)
		if err != nil {
			return
		}
		first, err := Encode(e)
		if err != nil {
			return // a year beyond 9999 in another zone: read, and never written
		}
		again, err := Decode(first)
		if err != nil {
			t.Fatalf("what was written is not read: %s: %v", first, err)
		}
		if second, err := Encode(again); err != nil || !bytes.Equal(first, second) {
			t.Fatalf("written twice: %v\n%s\n%s", err, first, second)
		}
	})
}
