package schema

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxFaults bounds how many faults one message names.
const maxFaults = 10

// wording finds the parts of refused arguments that their own part of the
// schema refuses, and says what the rule is. It judges nothing itself.
type wording struct {
	field   string // of the first fault
	clauses []string
}

func (w *wording) add(field, clause string) {
	w.field = cmp.Or(w.field, field)
	switch {
	case len(w.clauses) < maxFaults:
		w.clauses = append(w.clauses, clause)
	case len(w.clauses) == maxFaults:
		w.clauses = append(w.clauses, "and there are more")
	}
}

func (w *wording) full() bool { return len(w.clauses) > maxFaults }

// value words the faults of one value at path, which is "" for the arguments.
func (w *wording) value(path string, n *node, value any) {
	if w.full() || n.fits(value) {
		return
	}
	before := len(w.clauses)
	switch v := value.(type) {
	case map[string]any:
		if n.takes("object") {
			w.object(path, n, v)
		}
	case []any:
		if n.takes("array") && n.elements != nil {
			for i, item := range v {
				w.value(path+"["+strconv.Itoa(i)+"]", n.elements, item)
			}
		}
	}
	if len(w.clauses) == before {
		name := cmp.Or(path, "arguments")
		w.add(name, name+" "+n.rule(value))
	}
}

// object words the faults of an object's members.
func (w *wording) object(path string, n *node, object map[string]any) {
	prefix := path
	if path != "" {
		prefix += "."
	}
	for _, name := range n.Required {
		if _, ok := object[name]; !ok {
			w.add(prefix+name, prefix+name+" is required")
		}
	}
	for _, name := range n.PropertyOrder {
		if value, ok := object[name]; ok {
			w.value(prefix+name, n.properties[name], value)
		}
	}
	if n.closed {
		known := "known: " + strings.Join(n.PropertyOrder, ", ")
		if len(n.PropertyOrder) == 0 {
			known = "this tool takes no arguments"
		}
		for _, name := range n.unknown(object) {
			w.add(prefix+name, "unknown argument "+prefix+name+"; "+known)
		}
	}
	if len(w.clauses) == 0 && path == "" && n.MinProperties != nil && len(object) < *n.MinProperties {
		others := slices.DeleteFunc(slices.Clone(n.PropertyOrder), func(name string) bool { return slices.Contains(n.Required, name) })
		w.add("arguments", "nothing to change was given; name at least one of "+strings.Join(others, ", "))
	}
}

// unknown lists, in order, the names that the schema doesn't have.
func (n *node) unknown(object map[string]any) []string {
	var names []string
	for name := range object {
		if n.properties[name] == nil {
			names = append(names, printable(name))
		}
	}
	slices.Sort(names)
	return names
}

// rule words what a refused value should have been.
func (n *node) rule(value any) string {
	if n.Enum != nil {
		return "must be " + alternatives(n.Enum)
	}
	switch v := value.(type) {
	case string:
		if n.takes("string") {
			return n.textRule(v)
		}
	case float64:
		if n.takes("number") || n.takes("integer") && v == math.Trunc(v) {
			return "must be " + n.rangeRule(v)
		}
	case []any:
		if n.takes("array") {
			return "must have " + countRule(len(v), n.MinItems, n.MaxItems, "entry", "entries")
		}
	case map[string]any:
		if n.takes("object") {
			return "must have " + countRule(len(v), n.MinProperties, n.MaxProperties, "member", "members")
		}
	}
	var kinds []string
	for _, kind := range n.types {
		kinds = append(kinds, typeNames[kind])
	}
	return "must be " + strings.Join(kinds, " or ")
}

var typeNames = map[string]string{
	"integer": "a whole number", "number": "a number", "string": "text", "array": "a list",
	"object": "an object", "boolean": "true or false", "null": "null",
}

func alternatives(values []any) string {
	words := make([]string, len(values))
	for i, value := range values {
		words[i] = fmt.Sprint(value)
		if value == nil {
			words[i] = "null"
		}
	}
	return strings.Join(words, " or ")
}

// rangeRule words the range of a number. The bounds of 32 bits on both sides are
// the storage's: then only the one that was passed is named.
func (n *node) rangeRule(value float64) string {
	switch {
	case n.ExclusiveMinimum != nil && value <= *n.ExclusiveMinimum:
		return "more than " + decimal(*n.ExclusiveMinimum)
	case n.ExclusiveMaximum != nil && value >= *n.ExclusiveMaximum:
		return "less than " + decimal(*n.ExclusiveMaximum)
	case n.Minimum != nil && n.Maximum != nil && *n.Maximum < MaxInt32:
		return "between " + decimal(*n.Minimum) + " and " + decimal(*n.Maximum)
	case n.Maximum != nil && value > *n.Maximum:
		return "at most " + decimal(*n.Maximum)
	default:
		return decimal(*n.Minimum) + " or more"
	}
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func countRule(count int, least, most *int, one, many string) string {
	bound, word := most, "at most "
	if least != nil && count < *least {
		bound, word = least, "at least "
	}
	if *bound == 1 {
		many = one
	}
	return word + strconv.Itoa(*bound) + " " + many
}

func (n *node) textRule(value string) string {
	length := utf8.RuneCountInString(value)
	tooLong := n.MaxLength != nil && length > *n.MaxLength
	tooShort := n.MinLength != nil && length < *n.MinLength
	switch {
	case n.Pattern == uuidPattern:
		return "must be a UUID such as 123e4567-e89b-42d3-a456-426614174000"
	case n.Pattern == notBlankPattern && !tooLong:
		return "must not be blank"
	case !tooLong && !tooShort:
		return "must match the pattern " + n.Pattern
	case n.MaxLength == nil && *n.MinLength == 1:
		return "must not be empty"
	case n.MaxLength == nil:
		return fmt.Sprintf("must be at least %d characters long", *n.MinLength)
	case n.MinLength == nil:
		return fmt.Sprintf("must be at most %d characters long", *n.MaxLength)
	default:
		return fmt.Sprintf("must be %d to %d characters long", *n.MinLength, *n.MaxLength)
	}
}
