package llm

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// tag matches what a browser would take for markup. "a < b", "<3" and "<ann@example.com>" are
// text.
var tag = regexp.MustCompile(`(?i)</?[a-z][a-z0-9-]*([\s/][^<>]*)?>|<!(--|doctype|\[)|<\?xml|</?(script|style|iframe|object|embed|svg|math|img|link|meta|base|form)\b`)

// markup returns a fault for each operation that would put markup into an app. A person may
// write about tags, and they are shown as text; a model that writes them does what some prompt
// or message has smuggled in. Its reply is no part of the app.
func markup(operations []generate.Operation) (faults rule.Faults) {
	for i, o := range operations {
		if o.Op == generate.Reply {
			continue
		}
		encoded, err := json.Marshal(o)
		if err != nil || hasTag(encoded) {
			faults.Add(fmt.Sprintf("operations[%d]", i), "markup", "It has HTML tags. Write plain text.")
		}
	}
	return faults
}

// hasTag reports whether a string in JSON, as it reads when decoded, has a tag. JSON that can't
// be read is none of ours.
func hasTag(text []byte) bool {
	for d := jsontext.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.ReadToken()
		if err != nil {
			return false
		}
		if token.Kind() == '"' && tag.MatchString(token.String()) {
			return true
		}
	}
}
