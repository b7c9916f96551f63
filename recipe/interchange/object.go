package interchange

import (
	"maps"
	"slices"
	"strings"
)

// object is a JSON object as other programs write it. Its accessors take the
// first of the given names that has a usable value, and never fail: a member
// of an unexpected type is as good as absent.
type object map[string]any

// get returns the first member that is there and not null.
func (o object) get(names ...string) any {
	for _, name := range names {
		if v := o[name]; v != nil {
			return v
		}
	}
	return nil
}

// text returns the first member that is text or a number, as text.
func (o object) text(names ...string) string {
	for _, name := range names {
		if s := scalar(o[name]); s != "" {
			return s
		}
	}
	return ""
}

func (o object) number(names ...string) (float64, bool) {
	for _, name := range names {
		switch v := o[name].(type) {
		case float64:
			return v, true
		case string:
			if f, ok := wholeNumber(v); ok {
				return f, true
			}
		}
	}
	return 0, false
}

func (o object) object(names ...string) object {
	m, _ := o.get(names...).(map[string]any)
	return m
}

func (o object) list(names ...string) []any {
	l, _ := o.get(names...).([]any)
	return l
}

// objects returns the objects in a list; a text in it is one with only that.
func (o object) objects(names ...string) (all []object) {
	for _, v := range o.list(names...) {
		if m, ok := v.(map[string]any); ok {
			all = append(all, m)
		} else if s := scalar(v); s != "" {
			all = append(all, object{"text": s})
		}
	}
	return all
}

// sortedKeys makes walks over an object repeatable.
func (o object) sortedKeys() []string { return slices.Sorted(maps.Keys(o)) }

// listOf makes one value a list of one, and nothing a list of none.
func listOf(v any) []any {
	if list, ok := v.([]any); ok || v == nil {
		return list
	}
	return []any{v}
}

func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return formatNumber(v)
	}
	return ""
}

// textOf reads a text, a thing by its name, an amount with its unit, or a list of
// them.
func textOf(v any, sep string) string {
	switch v := v.(type) {
	case []any:
		var parts []string
		for _, w := range v {
			if s := textOf(w, sep); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, sep)
	case map[string]any:
		o := object(v)
		if s := o.text("text", "name", "label"); s != "" {
			return s
		}
		return strings.TrimSpace(o.text("value") + " " + o.text("unitText", "unitCode", "currency"))
	}
	return scalar(v)
}

// names joins the texts and names in several members, each once.
func names(members ...any) string {
	var all []string
	for _, v := range members {
		for _, w := range listOf(v) {
			name := oneLine(textOf(w, ", "))
			if name != "" && !slices.ContainsFunc(all, func(there string) bool { return strings.EqualFold(there, name) }) {
				all = append(all, name)
			}
		}
	}
	return strings.Join(all, ", ")
}
