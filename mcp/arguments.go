package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"mcp-adapters/apiclient"
)

// Arguments are a call's arguments after the strict decode: exact member
// names, none of them twice, no null members, numbers as float64.
type Arguments map[string]any

// Text gives the string member name, "" when it is absent. The schema check
// has made sure that it is a string.
func (a Arguments) Text(name string) string {
	text, _ := a[name].(string)
	return text
}

// Body encodes the arguments, less the named ones, as a JSON object. Whole
// numbers come out without fraction or exponent: 4.0 as 4.
func (a Arguments) Body(without ...string) (json.RawMessage, error) {
	rest := make(map[string]any, len(a))
	for name, value := range a {
		rest[name] = value
	}
	for _, name := range without {
		delete(rest, name)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(rest); err != nil {
		return nil, fmt.Errorf("encode the arguments: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// maxDepth is deeper than any schema here and shallow enough that hostile
// nesting costs nothing.
const maxDepth = 32

// decodeArguments reads raw, which may be absent (nil) or null.
func decodeArguments(raw json.RawMessage) (Arguments, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return Arguments{}, nil
	}
	dec := decoderOf(raw)
	defer dec.release()
	if dec.PeekKind() != '{' {
		return nil, invalid("arguments", "arguments must be an object")
	}
	value, err := decodeValue(&dec.Decoder)
	if err != nil {
		return nil, argumentFault(err)
	}
	return value.(map[string]any), nil
}

func decodeValue(dec *jsontext.Decoder) (any, error) {
	token, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		return decodeObject(dec)
	case '[':
		return decodeArray(dec)
	case '"':
		text := token.String()
		if strings.IndexByte(text, 0) >= 0 {
			return nil, invalidAt(dec.StackPointer(), "must not hold the NUL character")
		}
		return text, nil
	case '0':
		number, err := strconv.ParseFloat(token.String(), 64)
		if err != nil {
			return nil, invalidAt(dec.StackPointer(), "is too large a number")
		}
		if number == 0 {
			return 0.0, nil // an API that counts in integers refuses -0
		}
		return number, nil
	case 't', 'f':
		return token.Bool(), nil
	default:
		return nil, nil
	}
}

// decodeObject reads on behind the opening brace. A null member is left out:
// it means the same as none.
func decodeObject(dec *jsontext.Decoder) (any, error) {
	if dec.StackDepth() > maxDepth {
		return nil, invalidAt("", "are nested too deeply")
	}
	object := map[string]any{}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String() // the token is only good until the next read
		value, err := decodeValue(dec)
		if err != nil {
			return nil, err
		}
		if value != nil {
			object[key] = value
		}
	}
	_, err := dec.ReadToken()
	return object, err
}

// decodeArray reads on behind the opening bracket. A null element stays, so
// that it is told as a fault: leaving it out would move those behind it.
func decodeArray(dec *jsontext.Decoder) (any, error) {
	if dec.StackDepth() > maxDepth {
		return nil, invalidAt("", "are nested too deeply")
	}
	array := []any{}
	for dec.PeekKind() != ']' {
		value, err := decodeValue(dec)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := dec.ReadToken()
	return array, err
}

// argumentFault words what the tokenizer refused. The envelope was valid JSON,
// so it is one of the two rules that are stricter here, or a number of a
// length that only an attacker writes.
func argumentFault(err error) error {
	var typed *apiclient.Error
	if errors.As(err, &typed) {
		return err
	}
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) {
		return invalid("arguments", "arguments must be an object")
	}
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return invalidAt(syntax.JSONPointer, "is given twice")
	}
	return invalidAt(syntax.JSONPointer, "holds text that is not valid Unicode, such as half of a surrogate pair")
}

// invalid is the error of arguments that can't be used. rule is one or more
// clauses without a final full stop.
func invalid(field, rule string) error {
	return &apiclient.Error{Kind: apiclient.KindInvalidParams, Field: field, Message: rule}
}

// invalidAt names the member by its JSON pointer (RFC 6901).
func invalidAt(pointer jsontext.Pointer, rule string) error {
	var tokens []string
	for token := range pointer.Tokens() {
		tokens = append(tokens, token)
	}
	field := memberPath(tokens)
	if field == "" {
		field = "arguments"
	}
	return invalid(field, field+" "+rule)
}

// memberPath writes a path as a person would: ingredients[0].name. Names that
// are all digits are taken for array indexes; no schema here has such members.
func memberPath(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		switch _, err := strconv.ParseUint(token, 10, 31); {
		case err == nil && b.Len() > 0:
			b.WriteString("[" + token + "]")
		case b.Len() > 0:
			b.WriteString("." + printable(token))
		default:
			b.WriteString(printable(token))
		}
	}
	return b.String()
}

// printable is a caller's own member name as a message can repeat it: quoted
// when it is empty or holds what is not seen.
func printable(name string) string {
	name = shorten(name)
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// shorten bounds what of a caller's own member name a message repeats.
func shorten(name string) string {
	const most = 60
	runes := []rune(name)
	if len(runes) <= most {
		return name
	}
	return string(runes[:most]) + "…"
}
