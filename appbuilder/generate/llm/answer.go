package llm

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
)

// read finds the answer in what a model wrote, which may have prose around it, or says in why
// there is none.
func read(text string) (a answer, why string) {
	why = "It isn't a JSON object with the member operations."
	for tries, rest := 0, text; tries < 20; tries++ {
		at := strings.IndexByte(rest, '{')
		if at < 0 {
			return a, why
		}
		rest = rest[at:]
		value, err := jsontext.NewDecoder(strings.NewReader(rest)).ReadValue()
		if err == nil {
			var members map[string]jsontext.Value
			if json.Unmarshal(value, &members) == nil && members["operations"] != nil {
				return decode(value)
			}
			if members["$schema"] != nil || members["properties"] != nil {
				why = "It repeats the schema and doesn't follow it."
			}
		}
		rest = rest[1:]
	}
	return a, why
}

func decode(value jsontext.Value) (a answer, why string) {
	if err := json.Unmarshal(value, &a, json.RejectUnknownMembers(true)); err != nil {
		return answer{}, "An operation has a member that it doesn't take, or one of the wrong type."
	}
	if len(a.Operations) == 0 || len(a.Operations) > generate.MaxOperations {
		return answer{}, "There must be 1 to 100 operations; to change nothing, reply."
	}
	return a, ""
}
