package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxFaults bounds how many faults one message names.
const maxFaults = 10

// wording finds the parts of refused arguments that their part of the schema refuses, and names the
// rule.
type wording struct {
	field   string // of the first fault
	clauses []string
	nulls   []string // members that were null, and so absent
	absent  []string // notes on members that were taken as not given
	known   []string // lists of known members that were named
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
			w.array(path, n.elements, v)
		}
	}
	if len(w.clauses) == before {
		name := cmp.Or(path, "arguments")
		w.add(name, name+" "+n.rule(name, value))
	}
}

// array words the faults of a list's entries. Entries that should be objects and aren't are worded
// once.
func (w *wording) array(path string, n *node, list []any) {
	said := false
	for i, item := range list {
		name := path + "[" + strconv.Itoa(i) + "]"
		if _, is := item.(map[string]any); is || n.types == nil || !n.takes("object") || n.fits(item) {
			w.value(name, n, item)
		} else if !said {
			said = true
			w.add(name, name+" is "+kindOf(item)+"; each entry of "+path+" must be an object such as "+n.shape(maxShape))
		}
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
			clause := "unknown argument " + prefix + name
			if !slices.Contains(w.known, known) {
				w.known = append(w.known, known)
				clause += "; " + known
			}
			w.add(prefix+name, clause)
		}
	}
	if len(w.clauses) == 0 && path == "" && n.MinProperties != nil && len(object) < *n.MinProperties {
		others := slices.DeleteFunc(slices.Clone(n.PropertyOrder), func(name string) bool { return slices.Contains(n.Required, name) })
		clause := "nothing to change was given; name at least one of " + strings.Join(others, ", ")
		if len(w.nulls) > 0 {
			clause += "; null clears nothing: to clear a text or a list, send an empty one"
		}
		w.add("arguments", strings.Join(append([]string{clause}, w.absent[:min(len(w.absent), maxFaults)]...), "; "))
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
func (n *node) rule(name string, value any) string {
	if n.reading.from != "" {
		return "must be an id from " + n.reading.from
	}
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
		} else if n.takes("integer") {
			return "must be a whole number"
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
	return n.typeRule(name, value)
}

// typeRule words the type that a value should have.
func (n *node) typeRule(name string, value any) string {
	var kinds []string
	for _, kind := range n.types {
		kinds = append(kinds, typeNames[kind])
	}
	rule := "must be " + strings.Join(kinds, " or ")
	text, isText := value.(string)
	if isText && n.reading.quantity {
		rule += " such as 1.5"
	}
	rule += ", not " + kindOf(value)
	switch {
	case isText && n.isNumber() && strings.ContainsRune(text, ','):
		rule += "; a comma can mean two things: write a decimal point, and nothing between thousands"
	case n.takes("array") || n.takes("object"):
		rule += "; send " + name + " as " + n.shape(maxShape)
	}
	return rule
}

func (n *node) isNumber() bool { return n.takes("number") || n.takes("integer") }

var typeNames = map[string]string{
	"integer": "a whole number", "number": "a number", "string": "text", "array": "a list",
	"object": "an object", "boolean": "true or false", "null": "null",
}

// kindOf names what a value is.
func kindOf(value any) string {
	switch v := value.(type) {
	case string:
		return "text"
	case float64:
		return "a number"
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	default:
		return "null"
	}
}

// maxShape is how deep an example goes: a list of objects.
const maxShape = 2

// shape is an example that fits, without the values that only the caller knows.
func (n *node) shape(depth int) string {
	switch {
	case n == nil || n.types == nil:
		return "…"
	case n.Enum != nil:
		text, _ := json.Marshal(n.Enum[0]) // a scalar
		return string(text)
	case n.takes("string"):
		return `"…"`
	case n.takes("number"):
		return "1.5"
	case n.takes("integer"):
		if n.Minimum != nil && *n.Minimum > 1 {
			return decimal(*n.Minimum)
		}
		return "1"
	case n.takes("array") && depth > 0:
		return "[" + n.elements.shape(depth-1) + "]"
	case n.takes("array"):
		return "[…]"
	case n.takes("object") && depth > 0:
		var members []string
		for _, name := range n.PropertyOrder {
			members = append(members, strconv.Quote(name)+": "+n.properties[name].shape(depth-1))
		}
		return "{" + strings.Join(members, ", ") + "}"
	case n.takes("object"):
		return "{…}"
	case n.takes("boolean"):
		return "true"
	default:
		return "null"
	}
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

// rangeRule words the range of a number. Of the storage's 32-bit bounds it names only the bound that
// was exceeded.
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
		return "must be a UUID"
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
