package rules

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var numberValue = regexp.MustCompile(`^` + moneySign + `?\s?(-?\d[\d,]*(?:\.\d+)?)\s?%?$`)

// runOver is what a value has that seems to be a change of its own, or a condition; swapPlace is
// where a text is to be replaced.
var (
	runOver   = regexp.MustCompile(`(?i)(?:,|&|\band\b|\bbut\b)\s.*\s(?:to|=|with|by|into|as)\s|\s(?:if|unless|until|as soon as|when (?:i|we|you|it))\s`)
	swapPlace = regexp.MustCompile(`(?i)\s(?:everywhere|only|(?:in|for|of|on) (?:the )?(?:first|last|all|every|each|row|column|card|post|item|table|title|description).*)$`)
)

// runsOver reports whether a value without quotation marks may hold more than a value.
func runsOver(value string) bool {
	return unquoted(value) == strings.TrimSpace(value) && runOver.MatchString(value)
}

// valueFor is text as a value of a part, or why it is none.
func (r request) valueFor(f field, text string) (jsontext.Value, string) {
	switch f.kind {
	case layout.Number:
		m := numberValue.FindStringSubmatch(text)
		if m == nil {
			return nil, "The column " + f.header + " has numbers, and “" + rule.Shorten(text, 60) + "” is none."
		}
		n := strings.ReplaceAll(m[1], ",", "")
		if trimmed := strings.TrimLeft(n, "0"); trimmed != n {
			if n = trimmed; n == "" || n[0] == '.' {
				n = "0" + n
			}
		}
		return jsontext.Value(n), ""
	case layout.Date:
		day, ok := readDate(text, r.today)
		if !ok {
			return nil, "The column " + f.header + " has dates, and “" + rule.Shorten(text, 60) + "” is none that I can read. Write it as 2026-01-31."
		}
		return encoded(day), ""
	case layout.Badge:
		text = r.spelled(f, text)
	case layout.Act:
		return nil, "The column " + f.header + " has buttons, which the tab Data can change."
	}
	return encoded(text), ""
}

// readDate reads a date as people write it, if it can mean one day only.
func readDate(s string, today time.Time) (string, bool) {
	if days, ok := map[string]int{"today": 0, "tomorrow": 1, "yesterday": -1}[strings.ToLower(s)]; ok {
		return today.UTC().AddDate(0, 0, days).Format(time.DateOnly), true
	}
	if _, err := time.Parse(time.RFC3339, s); err == nil {
		return s, true
	}
	for _, form := range []string{time.DateOnly, "2 January 2006", "January 2, 2006", "January 2 2006", "2 Jan 2006", "Jan 2, 2006", "Jan 2 2006", "2.1.2006"} {
		if t, err := time.Parse(form, s); err == nil {
			return t.Format(time.DateOnly), true
		}
	}
	return "", false
}

// swap replaces a value wherever a cell has it, or, where inside is set, a text within cells.
func (r request) swap(from, to string, inside bool) (answer, bool) {
	rows := r.entries()
	n := 0
	each := func(change func(text string) (string, bool)) {
		for _, row := range rows {
			for _, f := range fields(r.content.Data) {
				if f.kind != layout.Text && f.kind != layout.Badge {
					continue
				}
				if text, ok := change(textOf(row[f.key])); ok {
					row[f.key] = encoded(text)
					n++
				}
			}
		}
	}
	each(func(text string) (string, bool) { return to, strings.EqualFold(text, from) && from != "" })
	if n == 0 && inside {
		each(func(text string) (string, bool) {
			return strings.ReplaceAll(text, from, to), from != "" && strings.Contains(text, from)
		})
		if n == 0 {
			return cannot("No cell has “" + rule.Shorten(from, 60) + "”.")
		}
	}
	if n == 0 {
		return answer{}, false
	}
	times := "once"
	if n > 1 {
		times = strconv.Itoa(n) + " times"
	}
	return answer{operations: r.with(rows), said: []string{fmt.Sprintf("Replaced %s with %s, %s", rule.Shorten(from, 60), rule.Shorten(to, 60), times)}}, true
}

// clear empties cells of a column.
func (r request) clear(f field, at []int, problem string) (answer, bool) {
	if f == fields(r.content.Data)[0] {
		problem = "That is what the " + r.nouns(1) + " is called, and it can't be empty."
	}
	if problem != "" {
		return cannot(problem)
	}
	rows := r.entries()
	for _, i := range at {
		delete(rows[i-1], f.key)
	}
	said := fmt.Sprintf("Emptied the %s of %s", strings.ToLower(f.header), r.them(at))
	return answer{operations: r.with(rows), said: []string{said}}, true
}
