package schema

import "github.com/google/jsonschema-go/jsonschema"

// Published returns the part of s that clients get. Hosts convert a tool's schema for their model, to
// a subset of JSON Schema or a grammar, and some refuse all tools for one unknown keyword. So only the
// keywords that every host accepts remain: types, members, required, choices and ranges. Arguments
// are checked against all of s; descriptions say the rest.
//
//   - Lengths, counts and patterns make llama.cpp's grammars explode, and OpenAI's strict mode
//     refuses some of them.
//   - Gemini refuses exclusive ranges, formats and most other keywords. A range of 32 bits matters
//     only to the storage.
//   - Google's converter fails at additionalProperties: false, and OpenAI's adds it. With it, hosts
//     that check arguments could not send members of an earlier result (see [Ignoring]).
func Published(s *jsonschema.Schema) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	p := &jsonschema.Schema{
		Type: s.Type, Types: s.Types, Title: s.Title, Description: s.Description, Default: s.Default, Enum: s.Enum,
		Required: s.Required, PropertyOrder: s.PropertyOrder, Items: Published(s.Items),
	}
	if s.Minimum != nil && *s.Minimum > MinInt32 {
		p.Minimum = s.Minimum
	}
	if s.Maximum != nil && *s.Maximum < MaxInt32 {
		p.Maximum = s.Maximum
	}
	if s.Properties != nil {
		p.Properties = make(map[string]*jsonschema.Schema, len(s.Properties))
		for name, member := range s.Properties {
			p.Properties[name] = Published(member)
		}
	}
	return p
}
