package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Arguments are the decoded arguments of a call: JSON values as encoding/json has them, numbers as
// float64.
type Arguments map[string]any

// Text returns the string member name, "" when it is absent or not a string.
func (a Arguments) Text(name string) string {
	text, _ := a[name].(string)
	return text
}

// Body encodes the arguments, without the named ones, as a JSON object. Whole numbers have no fraction
// or exponent: 4.0 is 4.
func (a Arguments) Body(without ...string) (json.RawMessage, error) {
	rest := a
	if len(without) > 0 {
		rest = maps.Clone(a)
		for _, name := range without {
			delete(rest, name)
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(rest); err != nil {
		return nil, fmt.Errorf("encode the arguments: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// maxDepth bounds nesting: deeper than any schema of a tool, and too shallow to cost anything.
const maxDepth = 32

// decoder reads JSON into values as [Arguments] have them.
type decoder struct {
	*jsontext.Decoder

	nulls []string // members that were null, where the reading reports them
}

func newDecoder(raw []byte) decoder {
	return decoder{Decoder: jsontext.NewDecoder(bytes.NewBuffer(raw))}
}

// arguments reads raw, which may be absent (nil) or null. n says which members may be null.
func (d *decoder) arguments(n *node, raw json.RawMessage) (Arguments, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return Arguments{}, nil
	}
	if d.PeekKind() != '{' {
		return nil, invalid("arguments", "arguments must be an object")
	}
	value, err := d.value(n)
	if err != nil {
		return nil, argumentFault(err)
	}
	return value.(map[string]any), nil
}

func (d *decoder) value(n *node) (any, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		return d.object(n)
	case '[':
		return d.array(n)
	case '"':
		text := token.String()
		if strings.IndexByte(text, 0) >= 0 {
			return nil, invalidAt(d.StackPointer(), "must not hold the NUL character")
		}
		return text, nil
	case '0':
		number, err := strconv.ParseFloat(token.String(), 64)
		if err != nil {
			return nil, invalidAt(d.StackPointer(), "is too large a number")
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

// object reads the members after the opening brace. A null that the schema doesn't allow is left out.
func (d *decoder) object(n *node) (any, error) {
	if d.StackDepth() > maxDepth {
		return nil, invalidAt("", "are nested too deeply")
	}
	object := map[string]any{}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String() // the token is only good until the next read
		value, err := d.value(n.member(key))
		if err != nil {
			return nil, err
		}
		if value != nil || n.keepsNull(key) {
			object[key] = value
		} else if n.reading.nulls && n.properties[key] != nil {
			d.nulls = append(d.nulls, key)
		}
	}
	_, err := d.ReadToken()
	return object, err
}

// array reads the elements after the opening bracket. A null element stays and becomes a fault,
// because leaving it out would move the elements after it.
func (d *decoder) array(n *node) (any, error) {
	if d.StackDepth() > maxDepth {
		return nil, invalidAt("", "are nested too deeply")
	}
	array := []any{}
	for d.PeekKind() != ']' {
		value, err := d.value(n.element())
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := d.ReadToken()
	return array, err
}

// argumentFault returns the error for what the tokenizer refused. The envelope was valid JSON, so it
// is one of the two stricter rules here, or an absurdly long number.
func argumentFault(err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
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
