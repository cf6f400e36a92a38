package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"nomicmail/internal/moderator"
)

// description is what tests read of the description of the API.
type description struct {
	OpenAPI string `json:"openapi"`
	Paths   map[string]struct {
		Get struct {
			Responses map[string]struct {
				Content map[string]struct {
					Schema schema `json:"schema"`
				} `json:"content"`
			} `json:"responses"`
		} `json:"get"`
	} `json:"paths"`
	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
}

// schema is as much of JSON Schema as the description uses.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       any               `json:"type"`
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Items      *schema           `json:"items"`
	MaxItems   *int              `json:"maxItems"`
	Enum       []string          `json:"enum"`
	Pattern    string            `json:"pattern"`
	More       *schema           `json:"additionalProperties"`
}

// faults are the ways in which a value is not as a schema says. Fields that it does
// not have are faults, too.
func (d description) faults(where string, s schema, v any) (all []string) {
	if s.Ref != "" {
		next, ok := d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
		if !ok {
			return []string{where + ": no schema " + s.Ref}
		}
		return d.faults(where, next, v)
	}
	fault := func(format string, args ...any) { all = append(all, where+": "+fmt.Sprintf(format, args...)) }
	types, ok := s.Type.([]any)
	if !ok {
		types = []any{s.Type}
	}
	fits := false
	for _, t := range types {
		fits = fits || t == kindOf(v) || t == "number" && kindOf(v) == "integer"
	}
	if !fits {
		fault("%v is no %v", v, s.Type)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range s.Required {
			if _, has := v[name]; !has {
				fault("no %s", name)
			}
		}
		for name, field := range v {
			if next, known := s.Properties[name]; known {
				all = append(all, d.faults(where+"."+name, next, field)...)
			} else if s.More != nil {
				all = append(all, d.faults(where+"."+name, *s.More, field)...)
			} else {
				fault("%s is not described", name)
			}
		}
	case []any:
		if s.MaxItems != nil && len(v) > *s.MaxItems {
			fault("%d items", len(v))
		}
		for i, item := range v {
			if s.Items == nil {
				fault("its items are not described")
				break
			}
			all = append(all, d.faults(fmt.Sprintf("%s[%d]", where, i), *s.Items, item)...)
		}
	case string:
		if s.Enum != nil && !strings.Contains("\x00"+strings.Join(s.Enum, "\x00")+"\x00", "\x00"+v+"\x00") || s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(v) {
			fault("%q is none of %v%s", v, s.Enum, s.Pattern)
		}
	}
	return all
}

func kindOf(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	}
	return "null"
}

// TestAPI: each file of the API is as its description says, each path of the
// description has a file, live and among the files alike, and nothing is there that is
// not described.
func TestAPI(t *testing.T) {
	s := played(t)
	s.says("cem", "judgment: Does Rule 101 bind the Judge?")
	s.says("bob", "enact\ntitle: Cake\nThere is cake.\nend")
	files := s.static()
	var d description
	s.must(json.Unmarshal(files["api/openapi.json"].Body, &d))
	if !strings.HasPrefix(d.OpenAPI, "3.1.") {
		t.Errorf("it is OpenAPI %s", d.OpenAPI)
	}
	seen := map[string]bool{"/api/openapi.json": true}
	for form, methods := range d.Paths {
		pattern := regexp.MustCompile("^" + regexp.MustCompile(`\\\{[a-z]+\\\}`).ReplaceAllString(regexp.QuoteMeta(form), `[^/]+`) + "$")
		count := 0
		for name, p := range files {
			name = "/" + name
			if !pattern.MatchString(name) {
				continue
			}
			count, seen[name] = count+1, true
			for media, c := range methods.Get.Responses["200"].Content {
				if media != p.Type {
					t.Errorf("%s is %s", name, p.Type)
				}
				for _, v := range valuesIn(t, name, p.Body) {
					for _, fault := range d.faults(name, c.Schema, v) {
						t.Error(fault)
					}
				}
			}
			if res := s.get(name); res.StatusCode != http.StatusOK || res.Header.Get("Access-Control-Allow-Origin") != "*" || read(t, res) != string(p.Body) {
				t.Errorf("live, %s is another: %s", name, res.Status)
			}
		}
		if count == 0 {
			t.Errorf("there is nothing under %s", form)
		}
	}
	for name := range files {
		if strings.HasPrefix(name, "api/") && !seen["/"+name] {
			t.Errorf("%s is not described", name)
		}
	}
	for _, gone := range []string{"/api/v1/milk/game.json", "/api/v1/tea/rules/at-2.json", "/api/v1/tea/proposals/999.json", "/api/v1/tea/", "/api/v2/tea/game.json", "/api/v1/tea/x.json", "/tea/rules/at-1.pdf", "/tea/rules/at-99.md", "/tea/xx/feed.atom"} {
		if res := s.get(gone); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", gone, res.Status)
		}
	}
}

// valuesIn are the values of a file: one, or one on each line.
func valuesIn(t *testing.T, name string, body []byte) (all []any) {
	t.Helper()
	texts := []string{string(body)}
	if path.Ext(name) == ".jsonl" {
		texts = strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")
	}
	for _, text := range texts {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		all = append(all, v)
	}
	return all
}

// TestStateAgrees: the API has what "game show --json" prints, less addresses.
func TestStateAgrees(t *testing.T) {
	s := open(t, map[string]string{"ballots": "open"})
	s.turn(301, "bob", "enact\ntitle: Cake\nThere is cake.\nend", "FOR")
	s.says("cem", "repeal 211")
	s.says("ada", "302 AGAINST")
	g, err := s.mod.Game("tea")
	s.must(err)
	state := moderator.StateOf(g)
	for i := range state.Players {
		state.Players[i].Address = ""
	}
	src, err := json.Marshal(state)
	s.must(err)
	var want, got any
	s.must(json.Unmarshal(src, &want))
	s.must(json.Unmarshal(s.static()["api/v1/tea/game.json"].Body, &got))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the API has\n%v\nand the verb\n%v", got, want)
	}
	if !strings.Contains(string(src), `"Ada Quillfeather":"against"`) {
		t.Error("an open vote is not told")
	}
}
