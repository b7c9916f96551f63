package recipe

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

func BenchmarkShape(b *testing.B) {
	const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
	line := `{"id":"` + id + `","recipe_id":"` + id + `","position":1,"name":"carrot","quantity":1.5,"unit":"kg"}`
	one := []byte(`{"id":"` + id + `","title":"Soup","description":"Warm.","created_at":"2026-02-10 12:00:00","ingredients":[` +
		strings.Repeat(line+",", 13) + line + `],"steps":[]}`)
	row := `{"id":"` + id + `","title":"Soup","description":"What it is, and what goes with it.","servings":4,"created_at":"2026-02-10 12:00:00"}`
	list := []byte("[" + strings.Repeat(row+",", 999) + row + "]")
	for name, body := range map[string][]byte{"recipe": one, "list": list} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			r, check := &apiclient.Request{ID: id}, shape{}.recipe
			if name == "list" {
				check = shape{}.recipes
			}
			buf := make([]byte, len(body))
			for b.Loop() {
				copy(buf, body)
				if _, err := check(r, buf); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzShape holds the one pass over an answer to what the library's tokens say.
func FuzzShape(f *testing.F) {
	for _, seed := range []string{
		`{"id":"1","title":"a"}`, ` { "x" : null , "id" : "1" , "title" : "a" , "y":null } `,
		`{"id":"1","title":"a","ingredients":[{"unit":null,"name":"x","notes":null},{}],"steps":[]}`,
		`{"ingredients":null,"id":"1","title":"a","steps":[ { "a" : null } ]}`,
		`{"id":"1","title":"a","steps":[1]}`, `{"id":"2","title":"a"}`, `{"id":null,"title":"a"}`, `{"\u0069d":"\u0031","title":"a"}`,
		`[{"id":"1","title":"a","description":null,"description":"b","x":null}]`, `[]`, `[{"id":"1","title":"a","steps":{}}]`,
		`{"created_by":"a","id":"1","updated_by":{"x":[]},"title":"a"}`, `[{"id":"1","created\u005fby":"a","title":"a","updated_by":null}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if !valid(b) {
			return
		}
		for n := range 4 {
			list, authors := n&1 != 0, n&2 != 0
			r, check := &apiclient.Request{ID: "1"}, shape{authors: authors}.recipe
			if list {
				check = shape{authors: authors}.recipes
			}
			got, err := check(r, bytes.Clone(b))
			want, wantErr := shapeByTokens(b, list, authors)
			if !errors.Is(err, wantErr) || (err == nil) != (wantErr == nil) || err == nil && string(got) != want {
				t.Errorf("list %t, authors %t: %q became %q, %v, want %q, %v", list, authors, b, got, err, want, wantErr)
			}
		}
	})
}

// shapeByTokens is the shape of one recipe with the id "1", or of a list, written
// for its plainness.
func shapeByTokens(b []byte, list, authors bool) (string, error) {
	d := jsontext.NewDecoder(bytes.NewReader(b), jsontext.AllowDuplicateNames(true))
	if !list {
		return recipeByTokens(d, false, authors)
	}
	if d.PeekKind() != '[' {
		return "", apiclient.ErrShape
	}
	_, _ = d.ReadToken()
	var rows []string
	for d.PeekKind() != ']' {
		row, err := recipeByTokens(d, true, authors)
		if err != nil {
			return "", err
		}
		rows = append(rows, row)
	}
	return "[" + strings.Join(rows, ",") + "]", nil
}

func recipeByTokens(d *jsontext.Decoder, row, authors bool) (string, error) {
	if d.PeekKind() != '{' {
		return "", apiclient.ErrShape
	}
	_, _ = d.ReadToken()
	var members []string
	has := map[string]bool{}
	for d.PeekKind() != '}' {
		raw, name := nameByTokens(d)
		has[name] = true
		kind := d.PeekKind()
		list := name == "ingredients" || name == "steps"
		switch {
		case kind == 'n' && row && name == "description":
			_ = d.SkipValue()
			members = append(members, raw+`:""`)
		case kind == 'n' && name != "id" && name != "title", !authors && (name == "created_by" || name == "updated_by"):
			_ = d.SkipValue()
		case list && kind != '[', (name == "id" || name == "title") && kind != '"':
			return "", apiclient.ErrShape
		case list && !row:
			elements, err := elementsByTokens(d)
			if err != nil {
				return "", err
			}
			members = append(members, raw+":"+elements)
		default:
			value := compactByTokens(d)
			if id, _ := jsontext.AppendUnquote(nil, value); name == "id" && !row && string(id) != "1" {
				return "", apiclient.ErrOther
			}
			members = append(members, raw+":"+value)
		}
	}
	_, _ = d.ReadToken()
	if !has["id"] || !has["title"] {
		return "", apiclient.ErrShape
	}
	if row && !has["description"] {
		members = append(members, `"description":""`)
	}
	return "{" + strings.Join(members, ",") + "}", nil
}

func elementsByTokens(d *jsontext.Decoder) (string, error) {
	_, _ = d.ReadToken()
	var elements []string
	for d.PeekKind() != ']' {
		if d.PeekKind() != '{' {
			return "", apiclient.ErrShape
		}
		_, _ = d.ReadToken()
		var members []string
		for d.PeekKind() != '}' {
			raw, _ := nameByTokens(d)
			if value := compactByTokens(d); value != "null" {
				members = append(members, fmt.Sprint(raw, ":", value))
			}
		}
		_, _ = d.ReadToken()
		elements = append(elements, "{"+strings.Join(members, ",")+"}")
	}
	_, _ = d.ReadToken()
	return "[" + strings.Join(elements, ",") + "]", nil
}

// nameByTokens reads a member's name, as it is written and as it is meant.
func nameByTokens(d *jsontext.Decoder) (raw, name string) {
	value, _ := d.ReadValue()
	text, _ := jsontext.AppendUnquote(nil, value)
	return string(value), string(text)
}

func compactByTokens(d *jsontext.Decoder) string {
	value, _ := d.ReadValue()
	value = value.Clone()
	_ = value.Compact(jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true))
	return string(value)
}
