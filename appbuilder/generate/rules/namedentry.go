package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// What may follow the name of an entry that is added: values with the names of their columns, and such as
// say by themselves what they are.
var (
	withValues = regexp.MustCompile(`(?i),?\s(?:with|where|having)\s+`)
	priceAfter = regexp.MustCompile(`(?i)^(.+?)(?:,|,? (?:for|at|costing|priced at|worth|that costs)) ((?-i:` + moneySign + `)\d[\d.,]*)$`)
	costing    = regexp.MustCompile(`(?i)^(.+?),? (?:costing|priced at|that costs) (\d[\d.,]*)$`)
	dateAfter  = regexp.MustCompile(`(?i)^(.+?),? (?:on|due|due on|due by|dated|from) (.+)$`)
	pairAfter  = regexp.MustCompile(`(?i)^(.+?)(?:,| in| of| under| and)(?: the)? (\S+ .+)$`)
	byWhom     = regexp.MustCompile(`(?i)^(.+?),? (by|from) (\p{Lu}\S*(?: \p{Lu}\S*){0,2})$`)
	onlyPrice  = regexp.MustCompile(`^` + moneySign + `\d[\d.,]*$`)
)

// namedEntry reads "Coffee grinder for $49" and "“Summer party” by Anna": the name of an entry, and what
// else was said of it. A name that may hold more than a name is asked about.
func (r request) namedEntry(how, text string) (made entry, problem string) {
	made = entry{}
	name := strings.TrimSpace(text)
	give := func(f field, value string) {
		if made[f.key] != nil {
			problem = "You said two values for " + strings.ToLower(f.header) + "."
			return
		}
		v, wrong := r.valueFor(f, unquoted(value))
		if made[f.key] = v; wrong != "" {
			problem = wrong
		}
	}
	for was := ""; was != name && problem == ""; {
		was = name
		for _, at := range outside(withValues, name) {
			pairs, wrong := r.pairs(name[at[1]:])
			if wrong != "" {
				return nil, wrong
			}
			if len(pairs) > 0 {
				for _, p := range pairs {
					give(p.field, p.value)
				}
				name = name[:at[0]]
				break
			}
		}
		if m := priceAfter.FindStringSubmatch(name); m != nil {
			if f, ok := r.priceField(); ok {
				name = m[1]
				give(f, m[2])
			}
		} else if m := costing.FindStringSubmatch(name); m != nil {
			if f, ok := r.priceField(); ok {
				name = m[1]
				give(f, r.amountLike(f, m[2]))
			}
		} else if m := dateAfter.FindStringSubmatch(name); m != nil {
			if day, ok := readDate(m[2], r.today); ok && r.fieldOf(layout.Date).key != "" {
				name = m[1]
				give(r.fieldOf(layout.Date), day)
			}
		} else if m := pairAfter.FindStringSubmatch(name); m != nil {
			if p, ok := r.pairOf(m[2], true); ok {
				name = m[1]
				give(p.field, p.value)
			}
		} else if m := byWhom.FindStringSubmatch(name); m != nil {
			if f, ok := r.personField(); ok && made[f.key] == nil && f.key != fields(r.content.Data)[0].key {
				if unquoted(m[1]) == m[1] && how != "" {
					return nil, "Is “" + rule.Shorten(name, 60) + "” all of the name? Put the name in quotation marks, and the " + strings.ToLower(f.header) + " behind it: “" + rule.Shorten(m[1], 40) + "” by " + rule.Shorten(m[3], 40) + "."
				}
				name = m[1]
				give(f, m[3])
			}
		}
	}
	if problem == "" && runsOn(name) {
		problem = "I can't tell what “" + rule.Shorten(name, 60) + "” says beside the name. Say “add a " + r.nouns(1) + ": " + r.examples() + "”, in the order of the columns."
	}
	if problem == "" && name != "" {
		give(r.nameField(how, unquoted(name)), name)
	}
	return made, problem
}

// pairs are the values of a list, with the names of their columns: all of them, or none.
func (r request) pairs(list string) (all []filledField, problem string) {
	unnamed := ""
	for _, text := range listedValues(list, true) {
		if p, ok := r.pairOf(text, true); ok {
			all = append(all, p)
		} else {
			unnamed = text
		}
	}
	if unnamed != "" && len(all) > 0 {
		return nil, "I can't tell which column “" + rule.Shorten(unquoted(unnamed), 60) + "” is for. Say “add a " + r.nouns(1) + ": " + r.examples() + "”, in the order of the columns."
	}
	return all, ""
}

// nameField is the part that a name is for. Where entries have numbers, "an order for Max" names who it is
// for, and "for $9" what it costs.
func (r request) nameField(how, name string) field {
	all := fields(r.content.Data)
	if slices.Contains([]string{"for", "from", "by"}, how) && r.hasCodes() {
		if f, ok := r.priceField(); ok && onlyPrice.MatchString(name) {
			return f
		}
		if f, ok := r.personField(); ok {
			return f
		}
	}
	return all[0]
}

// hasCodes reports whether entries are called by numbers.
func (r request) hasCodes() bool {
	return nextCode(r.entries(), fields(r.content.Data)[0].key, r.content.Data.Len()) != ""
}

// priceField is the part that has amounts of money.
func (r request) priceField() (field, bool) {
	rows := r.entries()
	for _, f := range fields(r.content.Data) {
		if f.key == "price" || f.kind == layout.Text && slices.ContainsFunc(rows, func(row entry) bool { return onlyPrice.MatchString(textOf(row[f.key])) }) {
			return f, true
		}
	}
	return field{}, false
}

// amountLike is a number with the sign that the amounts of a column have.
func (r request) amountLike(f field, number string) string {
	for _, row := range r.entries() {
		if text := textOf(row[f.key]); onlyPrice.MatchString(text) {
			return text[:strings.IndexAny(text, "0123456789")] + number
		}
	}
	return number
}

// personField is the first part that names people.
func (r request) personField() (field, bool) {
	v := known()
	people := v.meanings[v.headers["person"]].Values[0]
	for _, f := range fields(r.content.Data) {
		if m, ok := v.meaning(f.header); ok && m.Type == layout.Text && m.Values[0] == people {
			return f, true
		}
	}
	return field{}, false
}

// fieldOf is the only part of a kind, or none.
func (r request) fieldOf(kind string) (only field) {
	for _, f := range fields(r.content.Data) {
		switch {
		case f.kind == kind && only.key != "":
			return field{}
		case f.kind == kind:
			only = f
		}
	}
	return only
}
