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
		e.Message = "the value of " + strconv.Quote(memberName(semantic.JSONPointer)) + " does not fit: " + expected(semantic)
	case errors.As(err, &syntactic):
		e.Line, e.Column = position(data, int(syntactic.ByteOffset))
		if int(syntactic.ByteOffset) >= len(bytes.TrimSpace(data)) {
			e.Message = "the JSON ends too early; the file may be cut off."
		}
	}
	return e
}

// memberName is the pointer's last step, unless a stranger chose it.
func memberName(p jsontext.Pointer) string {
	name := strings.TrimPrefix(string(p), "/")
	if len(name) > 60 || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
		return "a member"
	}
	return name
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

func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return formatNumber(v)
	}
	return ""
}

// names joins the "name" members (or the texts) of a list.
func names(list []any) string {
	var out []string
	for _, v := range list {
		s := scalar(v)
		if m, ok := v.(map[string]any); ok {
			s = object(m).text("name", "label")
		}
		if s = oneLine(s); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, ", ")
}
