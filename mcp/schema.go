package mcp

import (
	"math"

	"github.com/google/jsonschema-go/jsonschema"
)

// The functions here build the few forms of JSON Schema that tools use.

// property is a named member of an object, in the order that models read.
type property struct {
	name   string
	schema *jsonschema.Schema
}

// closed is an object that admits no members but these.
func closed(required []string, members ...property) *jsonschema.Schema {
	s := open(required, members...)
	s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}} // written as false
	return s
}

// open is an object for answers: it names what must be there and admits more.
func open(required []string, members ...property) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Required: required, Properties: map[string]*jsonschema.Schema{}}
	for _, m := range members {
		s.Properties[m.name] = m.schema
		s.PropertyOrder = append(s.PropertyOrder, m.name)
	}
	return s
}

func list(description string, items *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Description: description, Items: items}
}

// text is a string of least to most characters; 0 means no such limit.
func text(description string, least, most int) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string", Description: description}
	if least > 0 {
		s.MinLength = &least
	}
	if most > 0 {
		s.MaxLength = &most
	}
	return s
}

// choice is a string out of a few.
func choice(description string, values ...any) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: description, Enum: values}
}

// integer is a whole number from least to most; 4.0 counts as 4.
func integer(description string, least, most float64) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Description: description, Minimum: &least, Maximum: &most}
}

// These bound integers that have no limit of their own: servers keep them in
// 32 bits, signed.
const (
	minInt32 = math.MinInt32
	maxInt32 = math.MaxInt32
)

// uuidPattern admits the hyphenated form alone, and nothing around it.
const uuidPattern = `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`

func uuid(description string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: description, Format: "uuid", Pattern: uuidPattern}
}

// notBlankPattern is published in JSON Schema's dialect (ECMA-262), where \S
// knows all of Unicode's white space. Go's \S knows only ASCII's, so arguments
// are checked with goNotBlankPattern in its place. It knows U+0085 too, which is
// blank to everyone but ECMA-262.
const (
	notBlankPattern   = `\S`
	goNotBlankPattern = `[^\s\v\x85\p{Z}\x{feff}]`
)

// notBlank adds to a string that it needs more than white space.
func notBlank(s *jsonschema.Schema) *jsonschema.Schema {
	s.Pattern = notBlankPattern
	return s
}
