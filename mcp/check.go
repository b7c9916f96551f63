package mcp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// maxFaults bounds how many faults one message tells.
const maxFaults = 10

// check gives an invalid_params error that tells the faults of arguments that
// do not fit.
func check(input *jsonschema.Schema, args Arguments) error {
	if fits(input, map[string]any(args)) {
		return nil
	}
	var w wording
	w.object("", input, args)
	return invalid(w.field, strings.Join(w.clauses, "; "))
}

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

// value words the faults of one value at path.
func (w *wording) value(path string, s *jsonschema.Schema, value any) {
	if w.full() || fits(s, value) {
		return
	}
	switch v := value.(type) {
	case map[string]any:
		if s.Type == "object" {
			w.object(path, s, v)
			return
		}
	case []any:
		if s.Type == "array" {
			for i, item := range v {
				w.value(path+"["+strconv.Itoa(i)+"]", s.Items, item)
			}
			return
		}
	}
	w.add(path, path+" "+rule(s, value))
}

// object words the faults of an object; path is "" for the arguments.
func (w *wording) object(path string, s *jsonschema.Schema, object map[string]any) {
	prefix := path
	if path != "" {
		prefix += "."
	}
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			w.add(prefix+name, prefix+name+" is required")
		}
	}
	for _, name := range s.PropertyOrder {
		if value, ok := object[name]; ok {
			w.value(prefix+name, s.Properties[name], value)
		}
	}
	known := "known: " + strings.Join(s.PropertyOrder, ", ")
	if len(s.PropertyOrder) == 0 {
		known = "this tool takes no arguments"
	}
	for _, name := range unknown(s, object) {
		w.add(prefix+name, "unknown argument "+prefix+name+"; "+known)
	}
	if len(w.clauses) == 0 && s.MinProperties != nil && len(object) < *s.MinProperties {
		others := slices.DeleteFunc(slices.Clone(s.PropertyOrder), func(name string) bool { return slices.Contains(s.Required, name) })
		w.add("arguments", "nothing to change was given; name at least one of "+strings.Join(others, ", "))
	}
}

// unknown lists, in order, the names that the schema doesn't have.
func unknown(s *jsonschema.Schema, object map[string]any) []string {
	var names []string
	for name := range object {
		if s.Properties[name] == nil {
			names = append(names, printable(name))
		}
	}
	slices.Sort(names)
	return names
}

// rule words what a refused value should have been.
func rule(s *jsonschema.Schema, value any) string {
	switch v := value.(type) {
	case string:
		if s.Type == "string" {
			return textRule(s, v)
		}
	case float64:
		if s.Type == "integer" && v == math.Trunc(v) {
			return rangeRule(s, v)
		}
	}
	switch s.Type {
	case "integer":
		return "must be a whole number"
	case "number":
		return "must be a number"
	case "string":
		return "must be text"
	case "array":
		return "must be a list"
	default:
		return "must be an object"
	}
}

func rangeRule(s *jsonschema.Schema, value float64) string {
	low, high := decimal(*s.Minimum), decimal(*s.Maximum)
	switch {
	case *s.Maximum < maxInt32:
		return "must be between " + low + " and " + high
	case value > *s.Maximum:
		return "must be at most " + high
	default:
		return "must be " + low + " or more"
	}
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func textRule(s *jsonschema.Schema, value string) string {
	switch {
	case s.Enum != nil:
		return "must be " + fmt.Sprintf(strings.Repeat(" or %v", len(s.Enum)), s.Enum...)[len(" or "):]
	case s.Format == "uuid":
		return "must be a UUID such as 123e4567-e89b-42d3-a456-426614174000"
	case s.Pattern == notBlankPattern && (s.MaxLength == nil || utf8.RuneCountInString(value) <= *s.MaxLength):
		return "must not be blank" // its length is good, so that is what's wrong
	case s.MaxLength == nil:
		return "must not be empty"
	case s.MinLength == nil:
		return fmt.Sprintf("must be at most %d characters long", *s.MaxLength)
	default:
		return fmt.Sprintf("must be %d to %d characters long", *s.MinLength, *s.MaxLength)
	}
}
