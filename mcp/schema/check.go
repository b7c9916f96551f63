package schema

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// check returns an error that names the faults of arguments that do not fit. nulls are the members that
// were null; absent says which other members were taken as not given.
func check(n *node, args Arguments, nulls, absent []string) error {
	if n.fits(map[string]any(args)) {
		return nil
	}
	w := wording{nulls: nulls, absent: absent}
	w.value("", n, map[string]any(args))
	return invalid(w.field, strings.Join(w.clauses, "; "))
}

// fits reports whether a decoded value fits. It is on the path of every call.
func (n *node) fits(value any) bool {
	if n.Enum != nil && !slices.Contains(n.Enum, value) {
		return false // its values are scalars
	}
	switch v := value.(type) {
	case string:
		return n.takes("string") && n.fitsText(v)
	case float64:
		return (n.takes("number") || n.takes("integer") && v == math.Trunc(v)) && n.fitsRange(v)
	case map[string]any:
		return n.takes("object") && n.fitsObject(v)
	case []any:
		return n.takes("array") && n.fitsArray(v)
	case bool:
		return n.takes("boolean")
	default:
		return n.takes("null")
	}
}

// takes reports whether the schema allows a type; a schema without types allows all.
func (n *node) takes(kind string) bool { return n.types == nil || slices.Contains(n.types, kind) }

func (n *node) fitsText(v string) bool {
	if n.MinLength != nil || n.MaxLength != nil {
		length := utf8.RuneCountInString(v)
		if n.MinLength != nil && length < *n.MinLength || n.MaxLength != nil && length > *n.MaxLength {
			return false
		}
	}
	return n.matches == nil || n.matches(v)
}

func (n *node) fitsRange(v float64) bool {
	return (n.Minimum == nil || v >= *n.Minimum) && (n.Maximum == nil || v <= *n.Maximum) &&
		(n.ExclusiveMinimum == nil || v > *n.ExclusiveMinimum) && (n.ExclusiveMaximum == nil || v < *n.ExclusiveMaximum)
}

func (n *node) fitsArray(v []any) bool {
	if n.MinItems != nil && len(v) < *n.MinItems || n.MaxItems != nil && len(v) > *n.MaxItems {
		return false
	}
	return n.elements == nil || !slices.ContainsFunc(v, func(item any) bool { return !n.elements.fits(item) })
}

func (n *node) fitsObject(object map[string]any) bool {
	for _, name := range n.Required {
		if _, ok := object[name]; !ok {
			return false
		}
	}
	for name, value := range object {
		member := n.properties[name]
		if member == nil && n.closed || member != nil && !member.fits(value) {
			return false
		}
	}
	return (n.MinProperties == nil || len(object) >= *n.MinProperties) && (n.MaxProperties == nil || len(object) <= *n.MaxProperties)
}
