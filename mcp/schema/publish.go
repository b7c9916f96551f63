package schema

import "github.com/google/jsonschema-go/jsonschema"

// Published returns s in the form that clients get. Hosts turn a tool's schema into what
// their model takes: a subset of JSON Schema, or a grammar. One keyword that is not in it
// makes some of them refuse all tools, so that only those remain which every one takes:
// types, members, what is required, choices and ranges. Arguments are held to all of s
// all the same; descriptions say what else there is to know.
//
//   - Lengths, counts and patterns blow up llama.cpp's grammars, and OpenAI's strict mode
//     refuses some of them.
//   - Gemini refuses exclusive ranges, formats and most others. A range of 32 bits is
//     nobody's business but the storage's.
//   - Google's converter fails at additionalProperties: false, and OpenAI's adds it. Hosts
//     that check arguments could not send what an earlier result had (see [Ignoring]).
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
