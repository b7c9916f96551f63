package mcp

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// widened is the schema with the pattern that Go is to use for \S.
func widened(s *jsonschema.Schema) *jsonschema.Schema {
	s = s.CloneSchemas()
	eachSchema(s, func(part *jsonschema.Schema) {
		if part.Pattern == notBlankPattern {
			part.Pattern = goNotBlankPattern
		}
	})
	return s
}

func eachSchema(s *jsonschema.Schema, visit func(*jsonschema.Schema)) {
	visit(s)
	for _, member := range s.Properties {
		eachSchema(member, visit)
	}
	if s.Items != nil {
		eachSchema(s.Items, visit)
	}
}

// FuzzFits holds the hand-written check to a JSON Schema validator's verdict.
func FuzzFits(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"recipe_id":"123e4567-e89b-42d3-a456-426614174000"}`, `{"recipe_id":"123e4567-E89B-42d3-a456-42661417400G"}`,
		`{"recipe_id":"123e4567-e89b-42d3-a456-4266141740001"}`, `{"recipe_id":"123e4567_e89b-42d3-a456-426614174000"}`,
		`{"title":"x"}`, `{"title":" "}`, `{"title":"\u3000\ufeff"}`, `{"title":5}`, `{"title":true}`, `{"title":"x","colour":1}`,
		`{"title":"x","servings":0}`, `{"title":"x","servings":4.0}`, `{"title":"x","servings":4.5}`, `{"title":"x","servings":2147483648}`,
		`{"title":"x","difficulty":6}`, `{"title":"x","description":""}`, `{"title":"x","ingredients":{}}`, `{"title":"x","ingredients":[null]}`,
		`{"title":"x","ingredients":[{"name":"y","quantity":-1e300,"unit":"","notes":"z"}]}`, `{"title":"x","ingredients":[{"name":""}]}`,
		`{"title":"x","steps":[{"instruction":"y","temperature_value":-2147483649,"temperature_unit":"Kelvin"}]}`,
		`{"title":"x","steps":[{"instruction":"y","temperature_value":-5,"temperature_unit":"Celsius","duration_minutes":1}]}`,
		`{"recipe_id":"123e4567-e89b-42d3-a456-426614174000","title":"x"}`,
	} {
		f.Add([]byte(seed))
	}
	tools := RecipeTools(nil)
	oracles := make([]*jsonschema.Resolved, len(tools))
	for i, tool := range tools {
		resolved, err := widened(tool.input()).Resolve(nil)
		if err != nil {
			f.Fatal(err)
		}
		oracles[i] = resolved
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		args, err := decodeArguments(raw)
		if err != nil {
			t.Skip()
		}
		for i, tool := range tools {
			verdict := oracles[i].Validate(map[string]any(args))
			if got := fits(tool.input(), map[string]any(args)); got != (verdict == nil) {
				t.Errorf("%s %s: fits says %v, the validator %v", tool.Name, raw, got, verdict)
			}
			if err := check(tool.input(), args); (err == nil) != (verdict == nil) || err != nil && err.Error() == "" {
				t.Errorf("%s %s: check says %v, the validator %v", tool.Name, raw, err, verdict)
			}
		}
	})
}

// TestSchemas_UseOnlyWhatIsChecked fails when a tool's input uses a keyword, or
// a form of one, that fits would pass over.
func TestSchemas_UseOnlyWhatIsChecked(t *testing.T) {
	t.Parallel()
	known := []string{
		"type", "description", "enum", "format", "pattern", "minLength", "maxLength", "minimum", "maximum",
		"minProperties", "properties", "required", "additionalProperties", "items",
	}
	patterns := []string{"", uuidPattern, notBlankPattern}
	for _, tool := range RecipeTools(nil) {
		eachSchema(tool.input(), func(part *jsonschema.Schema) {
			text, err := json.Marshal(part)
			if err != nil {
				t.Fatal(err)
			}
			var members map[string]json.RawMessage
			if err := json.Unmarshal(text, &members); err != nil {
				t.Fatal(err)
			}
			for name := range members {
				if !slices.Contains(known, name) {
					t.Errorf("%s: keyword %s is not checked: %s", tool.Name, name, text)
				}
			}
			if !slices.Contains(patterns, part.Pattern) {
				t.Errorf("%s: pattern %q is not checked", tool.Name, part.Pattern)
			}
			if more := members["additionalProperties"]; more != nil && string(more) != "false" {
				t.Errorf("%s: additionalProperties is checked as false alone, and is %s", tool.Name, more)
			}
			if part.Type == "array" && part.Items == nil {
				t.Errorf("%s: an array without items: %s", tool.Name, text)
			}
		})
	}
}
