package gift_test

import (
	"strings"
	"testing"
)

// Control characters are dropped, NUL too, and blank text is an empty list.
func TestLenientArguments(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	plain := recommend(t, s, `{"recipient_description":"my mom loves tea","past_gifts":[]}`)
	for _, arguments := range []string{
		`{"recipient_description":"my m\u0000om\u0007 loves\u0000 tea"}`,
		`{"recipient_description":"my mom loves tea","past_gifts":""}`,
		`{"recipient_description":"my mom loves tea","past_gifts":" ","starred_gift_ids":""}`,
		`{"recipient_description":"my mom\u0001 loves tea\u0000","past_gifts":"","limit":"5"}`,
	} {
		if a := recommend(t, s, arguments); a.IsError || a.Raw != plain.Raw {
			t.Errorf("%s: %s", arguments, a.Text)
		}
	}
	a := recommend(t, s, `{"recipient_description":"a path C:\\u0000 and \\\\u0000, loves tea"}`)
	if a.IsError || !strings.Contains(a.Text, `C:\u0000 and \\u0000`) {
		t.Errorf("got %s", a.Text)
	}
	if a := recommend(t, s, `{"recipient_description":"\u0000\u0000\u0000"}`); !a.IsError {
		t.Errorf("nothing but NUL: %s", a.Text)
	}
}
