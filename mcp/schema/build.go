package schema

import (
	"math"

	"github.com/google/jsonschema-go/jsonschema"
)

// Property is a named member of an object, in the order that models read.
type Property struct {
	Name   string
	Schema *jsonschema.Schema
}

// Closed returns an object with only these members, for arguments.
func Closed(required []string, members ...Property) *jsonschema.Schema {
	s := Open(required, members...)
	s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}} // written as false
	return s
}

// Open returns an object that may have more than these members, for results.
func Open(required []string, members ...Property) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Required: required, Properties: map[string]*jsonschema.Schema{}}
	for _, m := range members {
		s.Properties[m.Name] = m.Schema
		s.PropertyOrder = append(s.PropertyOrder, m.Name)
	}
	return s
}

// The functions below return one member each.

// List returns an array of items.
func List(name, description string, items *jsonschema.Schema) Property {
	return Property{name, &jsonschema.Schema{Type: "array", Description: description, Items: items}}
}

// Text returns a string of least to most characters; 0 means no limit.
func Text(name, description string, least, most int) Property {
	s := &jsonschema.Schema{Type: "string", Description: description}
	if least > 0 {
		s.MinLength = &least
	}
	if most > 0 {
		s.MaxLength = &most
	}
	return Property{name, s}
}

// NotBlank makes a string need more than white space.
func NotBlank(p Property) Property {
	p.Schema.Pattern = notBlankPattern
	return p
}

// Choice returns a string that is one of values.
func Choice(name, description string, values ...any) Property {
	return Property{name, &jsonschema.Schema{Type: "string", Description: description, Enum: values}}
}

// Integer returns a whole number from least to most; 4.0 counts as 4.
func Integer(name, description string, least, most float64) Property {
	return Property{name, &jsonschema.Schema{Type: "integer", Description: description, Minimum: &least, Maximum: &most}}
}

// Number returns a number without a range.
func Number(name, description string) Property {
	return Property{name, &jsonschema.Schema{Type: "number", Description: description}}
}

// UUID returns the hyphenated form of a UUID (RFC 9562), in either case.
func UUID(name, description string) Property {
	return Property{name, &jsonschema.Schema{Type: "string", Description: description, Format: "uuid", Pattern: uuidPattern}}
}

// Typed returns a property with only a type, for results.
func Typed(name, kind string) Property {
	return Property{name, &jsonschema.Schema{Type: kind}}
}

// MinInt32 and MaxInt32 bound integers that have no limit of their own, because servers keep them in
// 32 bits, signed.
const (
	MinInt32 = math.MinInt32
	MaxInt32 = math.MaxInt32
)

// uuidPattern matches only the hyphenated form, and nothing around it.
const uuidPattern = `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`

// notBlankPattern is published in JSON Schema's dialect (ECMA-262), where \S excludes all of Unicode's
// white space. Go's \S excludes only ASCII's, so arguments are checked with goNotBlankPattern. That
// also excludes U+0085, and the characters that programs should not show
// (Default_Ignorable_Code_Point): zero-width spaces and joiners, variation selectors, fillers.
const (
	notBlankPattern   = `\S`
	goNotBlankPattern = `[^\s\v\x85\p{Z}\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180f}` +
		`\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{206f}\x{3164}\x{fe00}-\x{fe0f}\x{feff}\x{ffa0}\x{fff0}-\x{fff8}` +
		`\x{1bca0}-\x{1bca3}\x{1d173}-\x{1d17a}\x{e0000}-\x{e0fff}]`
)
