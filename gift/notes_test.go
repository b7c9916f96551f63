package gift_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// What the text ends with, the widget gets in _meta: hosts show it no text.
func TestRecommend_Notes(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{"my mom", "friend who loves yoga, under $25"} {
		a := recommendFor(t, s, text)
		var meta struct{ Notes []string }
		if err := json.Unmarshal([]byte(a.Meta), &meta); err != nil {
			t.Fatal(err)
		}
		if len(meta.Notes) == 0 || !strings.HasSuffix(a.Text, "\n"+strings.Join(meta.Notes, "\n")) {
			t.Errorf("%q: _meta has the notes %q, the text is:\n%s", text, meta.Notes, a.Text)
		}
	}
}
