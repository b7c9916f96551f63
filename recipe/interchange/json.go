package interchange

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxDepth  = 64        // nesting of JSON
	maxValues = 2_000_000 // values and members of one JSON document
)

// decodeJSON reads one JSON document leniently: members may repeat.
func decodeJSON(data []byte) (v any, failure *Error) {
	failure = unmarshal(data, &v, jsontext.AllowDuplicateNames(true))
	return v, failure
}

// unmarshal is json.Unmarshal for what others wrote: depth and number of values are
// bounded before any of it is decoded.
func unmarshal(data []byte, v any, options ...json.Options) *Error {
	if _, at := countValues(data); at >= 0 {
		e := tooLarge("the JSON is nested deeper than %d or has more than %d values.", maxDepth, maxValues)
		e.Line, e.Column = position(data, at)
		return e
	}
	if err := json.Unmarshal(data, v, append(options, jsontext.AllowInvalidUTF8(true))...); err != nil {
		return jsonError(data, err)
	}
	return nil
}

// countValues counts brackets and separators outside of strings. exceeded is
// where a bound is, or -1.
func countValues(data []byte) (values, exceeded int) {
	depth, inString := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == 0:
			return values, -1 // broken here; the decoder goes no further either
		case c == '{', c == '[':
			depth++
			values++
		case c == '}', c == ']':
			depth--
		case c == ',':
			values++
		}
		if depth > maxDepth || values > maxValues {
			return values, i
		}
	}
	return values, -1
}

// jsonError says where the JSON is broken, without quoting any of it.
func jsonError(data []byte, err error) *Error {
	e := malformed(err, "the JSON is broken here.")
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &semantic):
		member := identifier(strings.TrimPrefix(string(semantic.JSONPointer), "/"))
		e.Kind = KindInvalid
		e.Message = fmt.Sprintf("the value of %q does not fit: it must be %s.", member, expected(semantic.GoType))
		e.Line, e.Column = position(data, int(semantic.ByteOffset))
	case errors.As(err, &syntactic):
		e.Line, e.Column = position(data, int(syntactic.ByteOffset))
		if int(syntactic.ByteOffset) >= len(bytes.TrimSpace(data)) {
			e.Message = "the JSON ends too early; the file may be cut off."
		}
	}
	return e
}

var expectations = map[reflect.Kind]string{
	reflect.Int32: "a whole number of at most 32 bits", reflect.Float64: "a number", reflect.String: "text",
}

func expected(t reflect.Type) string {
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || expectations[t.Kind()] == "" {
		return "an object or array as in the API"
	}
	return expectations[t.Kind()]
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
