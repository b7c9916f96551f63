package interchange

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxDepth  = 64        // nesting of JSON
	maxValues = 2_000_000 // values and members of one JSON document
)

// object is a JSON object as other programs write it. Its accessors take the
// first of the given names that has a usable value, and never fail: a member
// of an unexpected type is as good as absent.
type object map[string]any

// decodeJSON reads one JSON document leniently: members may repeat, and a
// number no float64 can hold is an error. Depth and number of values are
// bounded before any of it is decoded.
func decodeJSON(data []byte) (any, *Error) {
	if err := checkSize(data); err != nil {
		return nil, err
	}
	var v any
	err := json.Unmarshal(data, &v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, jsonError(data, err)
	}
	return v, nil
}

// checkSize refuses what has too many values or nests too deep.
func checkSize(data []byte) *Error {
	if _, at := countValues(data); at >= 0 {
		e := tooLarge("the JSON is nested deeper than %d or has more than %d values.", maxDepth, maxValues)
		e.Line, e.Column = position(data, at)
		return e
	}
	return nil
}

// countValues counts brackets and separators outside of strings. exceeded is
// where a bound is, or -1.
func countValues(data []byte) (values, exceeded int) {
	depth, inString := 0, false
	for i := 0; i < len(data); i++ {
		c := data[i]
		if inString {
			switch c {
			case '\\':
				i++
			case '"':
				inString = false
			}
			continue
		}
		switch c {
		case 0:
			return values, -1 // broken here; the decoder goes no further either
		case '"':
			inString = true
		case '{', '[':
			depth++
			values++
		case '}', ']':
			depth--
		case ',':
			values++
		}
		if depth > maxDepth || values > maxValues {
			return values, i
		}
	}
	return values, -1
}

// jsonError tells where the JSON is broken, without quoting any of it.
func jsonError(data []byte, err error) *Error {
	e := malformed(err, "the JSON is broken here.")
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &semantic):
		e.Kind = KindInvalid
		e.Line, e.Column = position(data, int(semantic.ByteOffset))
		e.Message = "the value of " + strconv.Quote(identifier(strings.TrimPrefix(string(semantic.JSONPointer), "/"))) + " does not fit: " + expected(semantic)
	case errors.As(err, &syntactic):
		e.Line, e.Column = position(data, int(syntactic.ByteOffset))
		if int(syntactic.ByteOffset) >= len(bytes.TrimSpace(data)) {
			e.Message = "the JSON ends too early; the file may be cut off."
		}
	}
	return e
}

func expected(e *json.SemanticError) string {
	if e.GoType == nil {
		return "it has the wrong type."
	}
	switch t := strings.TrimLeft(e.GoType.String(), "*"); t {
	case "int32":
		return "it must be a whole number of at most 32 bits."
	case "float64":
		return "it must be a number."
	case "string":
		return "it must be text."
	default:
		return "it must be an object or array as in the API."
	}
}

// hasHalves reports whether JSON that was decoded has an escape that is half a
// character, such as \ud800 alone. Decoding makes it U+FFFD.
func hasHalves(data []byte) bool {
	if !bytes.Contains(data, []byte(`\ud`)) && !bytes.Contains(data, []byte(`\uD`)) {
		return false
	}
	return !jsontext.Value(data).IsValid(jsontext.AllowDuplicateNames(true))
}

// position turns a byte offset into line and column, both from 1; columns
// count characters.
func position(data []byte, offset int) (line, column int) {
	before := data[:max(0, min(offset, len(data)))]
	line = 1 + bytes.Count(before, []byte("\n"))
	return line, 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

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

func (o object) has(name string) bool { return o[name] != nil }

// sortedKeys makes walks over an object repeatable.
func (o object) sortedKeys() []string {
	keys := make([]string, 0, len(o))
	for k := range o {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

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
