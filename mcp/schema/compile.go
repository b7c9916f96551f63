package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Accept turns the raw arguments of a call, which may be absent, into those that
// the call gets. Its error is a [fault.InvalidParams] for the caller.
type Accept func(raw json.RawMessage) (Arguments, error)

// Strict returns an [Accept] that refuses what s refuses. Its error says that s
// has a part that can't be checked, and where.
func Strict(s *jsonschema.Schema) (Accept, error) {
	n, err := compile("arguments", s)
	if err != nil {
		return nil, err
	}
	return func(raw json.RawMessage) (Arguments, error) {
		args, err := decode(n, raw)
		if err != nil {
			return nil, err
		}
		return args, check(n, args)
	}, nil
}

// node is a schema that was found to be checkable, ready for use.
type node struct {
	*jsonschema.Schema
	types      []string
	matches    func(string) bool // by the pattern; nil: there is none
	elements   *node             // nil: any
	properties map[string]*node
	closed     bool // no other members than properties
}

// member returns the node of a member; nil where nothing is known of it.
func (n *node) member(name string) *node {
	if n == nil {
		return nil
	}
	return n.properties[name]
}

// element returns the node of an array's elements; nil where anything may stand.
func (n *node) element() *node {
	if n == nil {
		return nil
	}
	return n.elements
}

func (n *node) nullable() bool {
	return n != nil && (slices.Contains(n.types, "null") || n.types == nil && slices.Contains(n.Enum, nil))
}

// compile returns the node of s. path names it in the error.
func compile(path string, s *jsonschema.Schema) (*node, error) {
	if s == nil {
		return nil, fmt.Errorf("%s: there is no schema", path)
	}
	if keyword := unknownKeyword(s); keyword != "" {
		return nil, fmt.Errorf("%s: the keyword %s can't be checked", path, keyword)
	}
	n := &node{Schema: s, types: s.Types}
	if s.Type != "" {
		n.types = []string{s.Type}
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
			return nil, fmt.Errorf("%s: additionalProperties can be checked as false alone", path)
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

// checked are the fields of a schema that check knows, and those that describe
// and judge nothing. A format is a description too, but for the pattern beside it.
var checked = []string{
	"Type", "Types", "Enum", "Minimum", "Maximum", "ExclusiveMinimum", "ExclusiveMaximum", "MinLength", "MaxLength", "Pattern",
	"Items", "MinItems", "MaxItems", "Required", "Properties", "PropertyOrder", "AdditionalProperties", "MinProperties", "MaxProperties",
	"Title", "Description", "Default", "Deprecated", "ReadOnly", "WriteOnly", "Examples", "Comment", "Schema", "ID", "Format",
}

// unchecked are the exported fields of a schema that are not among checked.
// [reflect.Type.Field] is slow enough to be felt in a cold start.
var unchecked = sync.OnceValue(func() []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[jsonschema.Schema]()), func(f reflect.StructField) bool {
		return !f.IsExported() || f.Name == "Extra" || slices.Contains(checked, f.Name)
	})
})

// unknownKeyword returns the name of a field that is set and not checked, or of
// an extra keyword that is not an annotation (x-…).
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

// patterns compiled once for all schemas that have them.
var patterns sync.Map // string to func(string) bool

// matcher returns the check of a published pattern; nil for none. A pattern is
// published in JSON Schema's dialect (ECMA-262). Where Go's reads the same text
// differently it is refused, but for the ones of this package.
func matcher(pattern string) (func(string) bool, error) {
	switch pattern {
	case "":
		return nil, nil
	case uuidPattern:
		return isUUID, nil
	case notBlankPattern:
		return func(v string) bool { return notBlankRegexp().MatchString(v) }, nil
	}
	if known, ok := patterns.Load(pattern); ok {
		return known.(func(string) bool), nil
	}
	// ECMA-262 reads \s and \b with all of Unicode in mind, and has no flags.
	for _, differs := range []string{`\s`, `\S`, `\b`, `\B`, `\A`, `\z`, `\pL`, `(?`, `[[:`, `\Q`} {
		if strings.Contains(pattern, differs) {
			return nil, fmt.Errorf("the pattern %s means different things in Go and in JSON Schema, because of %s", pattern, differs)
		}
	}
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("the pattern %s can't be checked: %w", pattern, err)
	}
	patterns.Store(pattern, expression.MatchString)
	return expression.MatchString, nil
}

// notBlankRegexp is compiled at its first use: start-up pays for none.
var notBlankRegexp = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(goNotBlankPattern) })

// isUUID is uuidPattern by hand.
func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		c := v[i]
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
				return false
			}
		}
	}
	return true
}
