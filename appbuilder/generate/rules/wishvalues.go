package rules

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var (
	// bracketed is a word with something in brackets behind it: "size (S/M/L)".
	bracketed = regexp.MustCompile(`(?i)((?:,|\band|\bwith)\s+(?:an? |the )?)?([\p{L}'-]+)\s*\(([^()\n]{1,80})\)`)
	valuesEnd = regexp.MustCompile(`(?i)\s+(?:with|sorted|ordered|as|which|that|so|where|instead)\s+`)
	// enumerated is a column with values behind a colon, or with two or more of which one is meant:
	// "priority: high, medium, low", "status open, pending or closed".
	enumerated = regexp.MustCompile(`(?i)(?:\b(?:with|and|by|has|have)|,)\s+(?:an? |the |their |its )?([\p{L}'-]+)(?::\s+([^.;:!?()\n]+)|\s+((?:[\p{L}'-]+(?: [\p{L}'-]+)?, ?)*[\p{L}'-]+,? or [\p{L}'-]+)\b)`)
	// unit is what a column is measured in.
	unit = regexp.MustCompile(`^(?:in )?(?:[\p{L}°/²³%]{1,6}|minutes|seconds|percent)$`)
)

// withoutValues takes the values of columns out of a prompt, and says which column they are of.
func (v *vocabulary) withoutValues(prompt string) (rest string, said []valued) {
	rest = bracketed.ReplaceAllStringFunc(prompt, func(s string) string {
		m := bracketed.FindStringSubmatch(s)
		header, inside := m[2], m[3]
		values := valuesIn(inside)
		switch _, known := v.meaning(header); {
		case !known && m[1] == "", v.allColumns(values) && !strings.ContainsAny(inside, "/|"), len(said) == layout.MaxColumns:
			return s
		case len(values) > 1:
			said = append(said, valued{header: header, values: values})
		case unit.MatchString(inside) && currencyOf(strings.TrimPrefix(inside, "in ")) == "":
			said = append(said, valued{header: header, unit: strings.TrimPrefix(inside, "in ")})
		}
		return m[1] + header
	})
	for range layout.MaxColumns {
		at := enumerated.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		header, from, to := rest[at[2]:at[3]], max(at[4], at[6]), max(at[5], at[7])
		if end := valuesEnd.FindStringIndex(rest[from:to]); end != nil {
			to = from + end[0]
		}
		values := valuesIn(rest[from:to])
		// What is a column itself ends the values: "priority: high, low, due date".
		if i := slices.IndexFunc(values, v.isColumn); i > 0 && at[4] >= 0 {
			to = from + strings.Index(strings.ToLower(rest[from:to]), strings.ToLower(values[i]))
			values = values[:i]
		}
		if m, known := v.meaning(header); !known || m.Type == layout.Date || len(values) < 2 || at[4] >= 0 && v.allColumns(values) {
			break
		}
		said = append(said, valued{header: header, values: values})
		rest = rest[:at[3]] + ", " + strings.TrimLeft(rest[to:], ", ")
		rest = strings.TrimSuffix(rest, ", ")
	}
	return rest, said
}

// isColumn reports whether a value is rather a column, and nothing that is done with an entry.
func (v *vocabulary) isColumn(value string) bool {
	i, ok := v.headers[normal(words(article.ReplaceAllString(value, "")))]
	return ok && i != v.headers["done"]
}

// allColumns reports whether all of some words are known as columns.
func (v *vocabulary) allColumns(said []string) bool {
	return !slices.ContainsFunc(said, func(s string) bool {
		_, ok := v.meaning(s)
		return !ok && !slices.Contains(titles, strings.ToLower(s))
	})
}

// named reports whether a column was named by a word: "weight", or "price" of "unit price".
func (c column) named(word string) bool {
	header := words(c.Header)
	return len(header) > 0 && singular(header[len(header)-1]) == singular(strings.ToLower(word))
}

// column is the column with its type and unit.
func (c valued) column(own column) column {
	if c.unit != "" {
		return column{own.Header + " (" + c.unit + ")", own.Type}
	}
	return column{own.Header, c.typeOf(own.Type, time.Time{})}
}

// named are entries by their names after a colon: "subscription plans: Free, Pro and Enterprise".
var listedEntries = regexp.MustCompile(`(\p{Ll}[\p{L}' ]{2,60}):\s+(\p{Lu}[^.;:!?()\n]*)$`)

// entryNames takes the names of entries out of a prompt. What is known as a column isn't one.
func entryNames(v *vocabulary, prompt string) (rest string, names []string) {
	m := listedEntries.FindStringSubmatchIndex(prompt)
	if m == nil || headed.MatchString(prompt[:m[3]]) {
		return prompt, nil
	}
	names = valuesIn(prompt[m[4]:m[5]])
	columns := 0
	for _, s := range names {
		if _, ok := v.meaning(s); ok {
			columns++ // "Pay rent" may be one
		}
	}
	if len(names) < 2 || 2*columns >= len(names) || slices.ContainsFunc(names, func(s string) bool {
		_, ok := v.headers[normal(words(s))]
		return ok || slices.Contains(titles, strings.ToLower(s)) || len(words(s)) > 5 || !unicode.IsUpper([]rune(s)[0])
	}) {
		return prompt, nil
	}
	return prompt[:m[3]], names[:min(len(names), maxAdded)]
}

// valuesOf are the values that were said of the column c, or of one that means column at of the topic.
func (w wishes) valuesOf(v *vocabulary, t topic, c column, at int) []string {
	for _, own := range w.columns {
		if values := w.values[strings.ToLower(own.Header)]; len(values) > 0 && (strings.EqualFold(own.Header, c.Header) || at >= 0 && t.find(v, own.Header) == at) {
			return values
		}
	}
	return nil
}

// rename gives samples the names that were listed.
func (w wishes) rename(rows [][]string, lead int) [][]string {
	if len(w.names) == 0 || len(rows) == 0 {
		return rows
	}
	var all [][]string
	for i, name := range w.names {
		row := slices.Clone(rows[i%len(rows)])
		row[max(1, lead)-1] = name
		all = append(all, row)
	}
	return all
}
