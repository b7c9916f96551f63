package schema

import (
	"errors"
	"maps"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// reading is what a schema says beside JSON Schema: how arguments may be read, and which members are
// ignored. It is never published.
type reading struct {
	aliases  map[string]string // in lower case, to the value that they stand for
	quantity bool              // a number that people write as a fraction
	ignored  []string          // members that are accepted and left out
	from     string            // the tool that gives the id
	nulls    bool              // a null changes nothing, and the caller is told
	unkept   bool              // it says how to change something, so there is nothing to clear
	before   string            // the part of a URI that may precede an id
	after    string            // the part that may follow it
}

// MarshalJSON fails, because only [Published] schemas are sent.
func (reading) MarshalJSON() ([]byte, error) {
	return nil, errors.New("a schema with a reading can't be published as it is")
}

// readingKey is where a schema keeps its reading.
const readingKey = "x-reading"

func readingOf(s *jsonschema.Schema) reading {
	r, _ := s.Extra[readingKey].(reading)
	return r
}

// read changes the reading of s, which may share its Extra with another schema.
func read(s *jsonschema.Schema, change func(*reading)) *jsonschema.Schema {
	r := readingOf(s)
	change(&r)
	if s.Extra = maps.Clone(s.Extra); s.Extra == nil {
		s.Extra = map[string]any{}
	}
	s.Extra[readingKey] = r
	return s
}

// Aliases adds to a choice other words for a value. Case is ignored in aliases and values.
func Aliases(p Property, value string, aliases ...string) Property {
	read(p.Schema, func(r *reading) {
		r.aliases = maps.Clone(r.aliases)
		if r.aliases == nil {
			r.aliases = map[string]string{}
		}
		for _, alias := range aliases {
			r.aliases[strings.ToLower(alias)] = value
		}
	})
	return p
}

// Quantity returns a number that may be sent as a fraction in text, such as 2 1/2 or ½.
func Quantity(name, description string) Property {
	p := Number(name, description)
	read(p.Schema, func(r *reading) { r.quantity = true })
	return p
}

// From adds to an id the tool that gives it, which the message about a wrong id names.
func From(p Property, tool string) Property {
	read(p.Schema, func(r *reading) { r.from = tool })
	return p
}

// Address adds to an id the URI that it may be sent as: the id between before and after, or without
// after.
func Address(p Property, before, after string) Property {
	read(p.Schema, func(r *reading) { r.before, r.after = before, after })
	return p
}

// Unkept returns a member of a [Change] that says how to change something. It is not kept, so a null or
// an empty value clears nothing.
func Unkept(p Property) Property {
	read(p.Schema, func(r *reading) { r.unkept = true })
	return p
}

// Ignoring adds to an object the names of members that are accepted and left out, such as members of
// an earlier result.
func Ignoring(s *jsonschema.Schema, names ...string) *jsonschema.Schema {
	return read(s, func(r *reading) { r.ignored = names })
}

// Change returns the arguments of a tool that changes something: the required members say what to
// change, and at least one more is needed. A null changes nothing, and the caller is told.
func Change(required []string, members ...Property) *jsonschema.Schema {
	s := Closed(required, members...)
	atLeast := len(required) + 1
	s.MinProperties = &atLeast
	return read(s, func(r *reading) { r.nulls = true })
}
