package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Accept turns the raw arguments of a call, which may be absent, into the arguments that the call
// gets. repairs are sentences without a full stop. Its error is a [fault.InvalidParams] for the
// caller; the arguments beside it are those that could be read.
type Accept func(raw json.RawMessage) (args Arguments, repairs []string, err error)

// Repairing returns an [Accept] that repairs arguments, and then refuses what s refuses. Its error
// says which part of s can't be checked.
func Repairing(s *jsonschema.Schema) (Accept, error) {
	n, err := compile("arguments", s)
	if err != nil {
		return nil, err
	}
	return n.accept, nil
}

func (n *node) accept(raw json.RawMessage) (Arguments, []string, error) {
	d := newDecoder(raw)
	args, err := d.arguments(n, raw)
	if err != nil {
		return nil, nil, err
	}
	var r repairer
	if !n.fits(map[string]any(args)) {
		r.object("", n, args)
		if err := check(n, args, d.nulls, r.absent); err != nil {
			return args, r.said(), err
		}
	}
	r.nulls(n, d.nulls)
	return args, r.said(), nil
}

// node is a schema that can be checked.
type node struct {
	*jsonschema.Schema
	types      []string
	matches    func(string) bool // of the pattern; nil: none
	elements   *node             // nil: any
	properties map[string]*node
	closed     bool // it has no members beside properties
	reading    reading
}

// member returns the node of a member; nil for an unknown member.
func (n *node) member(name string) *node {
	if n == nil {
		return nil
	}
	return n.properties[name]
}

// element returns the node of an array's elements; nil when they may be anything.
func (n *node) element() *node {
	if n == nil {
		return nil
	}
	return n.elements
}

// keepsNull reports whether a null of that member is a value, because the schema allows it or leaves
// the member open. Otherwise it means that the member is absent.
func (n *node) keepsNull(name string) bool {
	if n == nil {
		return true
	}
	member := n.properties[name]
	if member == nil {
		return !n.closed
	}
	return member.takes("null") && (member.Enum == nil || slices.Contains(member.Enum, nil))
}

// types are JSON Schema's types.
var types = []string{"null", "boolean", "object", "array", "number", "string", "integer"}

// compile returns the node of s. path names it in the error.
func compile(path string, s *jsonschema.Schema) (*node, error) {
	if s == nil {
		return nil, fmt.Errorf("%s: there is no schema", path)
	}
	if keyword := unknownKeyword(s); keyword != "" {
		return nil, fmt.Errorf("%s: the keyword %s can't be checked", path, keyword)
	}
	n := &node{Schema: s, types: s.Types, reading: readingOf(s)}
	if s.Type != "" {
		n.types = []string{s.Type}
	}
	if s.Type != "" && s.Types != nil {
		return nil, fmt.Errorf("%s: it has both a type and a list of types", path)
	}
	for _, name := range n.types {
		if !slices.Contains(types, name) {
			return nil, fmt.Errorf("%s: there is no type %s", path, name)
		}
	}
	for _, value := range s.Enum {
		switch value.(type) {
		case nil, bool, float64, string:
		default:
			return nil, fmt.Errorf("%s: the enum value %v is a %T; arguments have nil, bool, float64 and string", path, value, value)
		}
	}
	var err error
	if n.matches, err = matcher(s.Pattern); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if s.Items != nil {
		if n.elements, err = compile(path+"[]", s.Items); err != nil {
			return nil, err
		}
	}
	if s.AdditionalProperties != nil {
		if !reflect.DeepEqual(s.AdditionalProperties, &jsonschema.Schema{Not: &jsonschema.Schema{}}) {
			return nil, fmt.Errorf("%s: additionalProperties must be false or absent", path)
		}
		n.closed = true
	}
	n.properties = make(map[string]*node, len(s.Properties))
	for name, member := range s.Properties {
		if n.properties[name], err = compile(path+"."+name, member); err != nil {
			return nil, err
		}
		if !slices.Contains(s.PropertyOrder, name) {
			return nil, fmt.Errorf("%s: the property %s is missing in PropertyOrder", path, name)
		}
	}
	for _, name := range s.Required {
		if n.properties[name] == nil {
			return nil, fmt.Errorf("%s: the required %s is not among the properties", path, name)
		}
	}
	return n, nil
}

// checked are the fields of a schema that check knows, and the fields that only describe. A format
// only describes, because the pattern beside it is checked.
var checked = []string{
	"Type", "Types", "Enum", "Minimum", "Maximum", "ExclusiveMinimum", "ExclusiveMaximum", "MinLength", "MaxLength", "Pattern",
	"Items", "MinItems", "MaxItems", "Required", "Properties", "PropertyOrder", "AdditionalProperties", "MinProperties", "MaxProperties",
	"Title", "Description", "Default", "Deprecated", "ReadOnly", "WriteOnly", "Examples", "Comment", "Schema", "ID", "Format",
}

// unchecked are the exported fields of a schema that are not among checked, collected once because
// that takes noticeable time in a cold start.
var unchecked = sync.OnceValue(func() []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[jsonschema.Schema]()), func(f reflect.StructField) bool {
		return !f.IsExported() || f.Name == "Extra" || slices.Contains(checked, f.Name)
	})
})

// unknownKeyword returns the name of a field that is set and not checked, or of an extra keyword that
// is not an annotation (x-…).
func unknownKeyword(s *jsonschema.Schema) string {
	v := reflect.ValueOf(s).Elem()
	for _, field := range unchecked() {
		if !v.FieldByIndex(field.Index).IsZero() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "-" || name == "" {
				name = field.Name
			}
			return name
		}
	}
	for name := range s.Extra {
		if !strings.HasPrefix(name, "x-") {
			return name
		}
	}
	return ""
}
