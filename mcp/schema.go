package mcp

import (
	"bytes"
	"encoding/json"
	"math"
)

// schema is a JSON Schema that is also walked to word faults, so its numbers
// and lists have the Go types given here.
type schema struct {
	Type                 string     `json:"type,omitempty"`
	Description          string     `json:"description,omitempty"`
	Enum                 []string   `json:"enum,omitempty"`
	Format               string     `json:"format,omitempty"`
	Pattern              string     `json:"pattern,omitempty"`
	MinLength            *int       `json:"minLength,omitempty"`
	MaxLength            *int       `json:"maxLength,omitempty"`
	Minimum              *float64   `json:"minimum,omitempty"`
	Maximum              *float64   `json:"maximum,omitempty"`
	MinProperties        int        `json:"minProperties,omitempty"`
	Properties           properties `json:"properties,omitzero"`
	Required             []string   `json:"required,omitempty"`
	AdditionalProperties *bool      `json:"additionalProperties,omitempty"`
	Items                *schema    `json:"items,omitempty"`
}

// properties keep their order in JSON: the first ones are what a model reads
// first.
type properties []property

type property struct {
	Name   string
	Schema *schema
}

func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, member := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(member.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(member.Schema)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func (p properties) names() []string {
	names := make([]string, len(p))
	for i, member := range p {
		names[i] = member.Name
	}
	return names
}

func (p properties) lookup(name string) *schema {
	for _, member := range p {
		if member.Name == name {
			return member.Schema
		}
	}
	return nil
}

// Patterns that schemas use; check.go compiles them and words their faults.
const (
	uuidPattern     = `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`
	notBlankPattern = `\S`
)

// closed is an object that admits no members but these.
func closed(required []string, members ...property) *schema {
	no := false
	if members == nil {
		members = properties{} // some clients want "properties" even when there are none
	}
	return &schema{Type: "object", Properties: members, Required: required, AdditionalProperties: &no}
}

// open is an object for answers: it names what must be there and admits more.
func open(required []string, members ...property) *schema {
	return &schema{Type: "object", Properties: members, Required: required}
}

func list(description string, items *schema) *schema {
	return &schema{Type: "array", Description: description, Items: items}
}

// text is a string of least to most characters; most 0 means no upper limit.
func text(description string, least, most int) *schema {
	s := &schema{Type: "string", Description: description}
	if least > 0 {
		s.MinLength = &least
	}
	if most > 0 {
		s.MaxLength = &most
	}
	return s
}

func uuid(description string) *schema {
	return &schema{Type: "string", Description: description, Format: "uuid", Pattern: uuidPattern}
}

// integer is a whole number from least to most; 4.0 counts as 4.
func integer(description string, least, most float64) *schema {
	return &schema{Type: "integer", Description: description, Minimum: &least, Maximum: &most}
}

// These bound integers that have no limit of their own: servers keep them in
// 32 bits, signed.
const (
	minInt32 = math.MinInt32
	maxInt32 = math.MaxInt32
)
