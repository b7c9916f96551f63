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

// A budget is told as it was understood, and one that isn't converted is named.
func TestRecommend_BudgetNote(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for text, want := range map[string]string{
		"friend who loves yoga, I'm broke":       "For a friend, inexpensive.",
		"friend who loves yoga, nothing fancy":   "For a friend, not too expensive.",
		"friend who loves yoga, at most a fiver": "For a friend, under $5.",
		"friend who loves yoga, 2000 rupees":     "For a friend.\nNot converted, and left out: 2000 rupees. Write the budget in dollars.",
	} {
		if a := recommendFor(t, s, text); !strings.HasSuffix(a.Text, "\n"+want) {
			t.Errorf("%q:\n%s", text, a.Text)
		}
	}
}
