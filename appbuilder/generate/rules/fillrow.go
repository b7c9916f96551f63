package rules

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// filled adds one entry of the values that a wish gives: in the order of the columns, or with
// their names.
func (r request) filled(how, list string) (answer, bool) {
	if problem := r.room(1); problem != "" {
		return cannot(problem)
	}
	made, problem := r.entryOf(how, list)
	if problem != "" {
		return cannot(problem)
	}
	if first := fields(r.content.Data)[0].key; made[first] == nil && r.hasCodes() {
		made[first] = encoded(nextCode(r.entries(), first, r.content.Data.Len()))
	}
	return answer{operations: []generate.Operation{{Op: generate.AddRows, Rows: []map[string]jsontext.Value{made}}}, said: []string{"Added a " + r.nouns(1)}}, true
}

// entryOf makes an entry of a list of values, or says why it can't.
func (r request) entryOf(how, list string) (made entry, problem string) {
	all := fields(r.content.Data)
	made = entry{}
	parts := listedValues(list, how != "")
	if how != "" && how != "with" && how != "where" || len(parts) == 1 && how == "" {
		return r.namedEntry(how, list)
	}
	for i, text := range parts {
		f := field{}
		if i < len(all) {
			f = all[i]
		}
		named, ok := r.pairOf(text, how != "")
		switch {
		case ok:
			f, text = named.field, named.value
		case how == "with" || how == "where":
			return nil, "I can't tell which column “" + rule.Shorten(unquoted(text), 60) + "” is for. Say “add a " + r.nouns(1) + ": " + r.examples() + "”, in the order of the columns."
		case i >= len(all):
			return nil, fmt.Sprintf("These are %d values, and there are %d columns.", len(parts), len(all))
		}
		value, problem := r.valueFor(f, unquoted(text))
		if problem != "" {
			return nil, problem
		}
		made[f.key] = value
	}
	return made, ""
}

// pasted is a message that adds the lines that follow it.
var pasted = regexp.MustCompile(`(?is)^(?:please )?(?:add|insert|append)(?: (?:these|the following|this))?(?: \d+)?(?: new| more)? (\p{L}+):[ \t]*\n(.+)$`)

// paste reads a message that adds several entries, one a line: all of them, or none.
func (r request) paste() (answer, bool) {
	m := pasted.FindStringSubmatch(r.text)
	if m == nil || !r.isEntry(m[1]) {
		return answer{}, false
	}
	o := generate.Operation{Op: generate.AddRows}
	for line := range strings.Lines(bullet.ReplaceAllString(m[2], "")) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		made, problem := r.entryOf("", line)
		if problem != "" {
			return cannot("“" + rule.Shorten(line, 60) + "”: " + problem)
		}
		o.Rows = append(o.Rows, made)
	}
	if problem := r.room(len(o.Rows)); problem != "" {
		return cannot(problem)
	}
	return answer{step: generate.Data, operations: []generate.Operation{o}, said: []string{"Added " + r.counted(len(o.Rows))}}, true
}

type filledField struct {
	field
	value string
}

// pairOf reads "Price: $9" and, if loosely, "price $9" and "name Lamp".
func (r request) pairOf(text string, loosely bool) (filledField, bool) {
	if m := pair.FindStringSubmatch(text); m != nil {
		if f, ok := r.field(m[1]); ok {
			return filledField{f, m[2]}, true
		}
	}
	for i, c := range text {
		if c == ' ' && loosely && i < longestName {
			if f, ok := r.field(article.ReplaceAllString(text[:i], "")); ok {
				return filledField{f, text[i+1:]}, true
			}
		}
	}
	return filledField{}, false
}

var (
	commas = regexp.MustCompile(`\s*(?:,\s+and\s|,\s|;|\||\t)\s*`)
	ands   = regexp.MustCompile(`\s*(?:,\s+and\s|,\s|;|\||\sand\s)\s*`)
)

// listedValues divides a list at its commas, and if loosely at each "and".
func listedValues(list string, loosely bool) (all []string) {
	start, separator := 0, commas
	if loosely {
		separator = ands
	}
	for _, at := range outside(separator, list) {
		all = append(all, strings.TrimSpace(list[start:at[0]]))
		start = at[1]
	}
	return append(all, strings.TrimSpace(list[start:]))
}
