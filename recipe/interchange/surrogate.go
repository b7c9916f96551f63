package interchange

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// hasHalves reports whether JSON that was decoded has an escape that is half a
// character, such as \ud800 alone. Decoding makes it U+FFFD.
func hasHalves(data []byte) bool {
	if !bytes.Contains(data, []byte(`\ud`)) && !bytes.Contains(data, []byte(`\uD`)) {
		return false
	}
	return !jsontext.Value(data).IsValid(jsontext.AllowDuplicateNames(true))
}

// hasReplacement reports whether U+FFFD is in one of the texts.
func (r *Recipe) hasReplacement() bool {
	is := func(texts ...string) bool { return strings.Contains(strings.Join(texts, ""), "\uFFFD") }
	found := is(r.Title, r.Description)
	for _, in := range r.Ingredients {
		found = found || is(in.Name, in.Unit, in.Notes)
	}
	for _, s := range r.Steps {
		found = found || is(s.Instruction)
	}
	return found
}
