package gift_test

import (
	"strings"
	"testing"
)

func TestScenario01_WoodworkingDad(t *testing.T) {
	t.Parallel()
	a := recommendFor(t, serve(t, ranker()), "My dad who loves woodworking and classic rock music, 65 years old")
	has := map[string]int{}
	for _, g := range a.Gifts {
		for _, c := range g.Categories {
			has[c]++
		}
	}
	if len(a.Gifts) != 5 || has["woodworking"] < 2 || has["music"] < 1 || a.Context.Searched < 600 || a.Context.Fallback || a.Fallback || a.IsError {
		t.Errorf("got %+v", a)
	}
}

func TestScenario02_SameResultTwice(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{"sister who loves yoga and cats", "my mom", "how do I install docker", "boss, golf, $80 to $150"} {
		a, b := recommendFor(t, s, text), recommendFor(t, serve(t, ranker()), text)
		if a.Text != b.Text || a.Raw != b.Raw || a.Meta != b.Meta {
			t.Errorf("%q: two results:\n%s\n%s", text, a.Raw, b.Raw)
		}
	}
}

func TestScenario03_Limits(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for limit, want := range map[string]int{"": 5, `,"limit":3`: 3, `,"limit":10`: 10, `,"limit":2`: 3, `,"limit":50`: 10, `,"limit":"5"`: 5, `,"limit":5.0`: 5, `,"limit":null`: 5} {
		a := recommend(t, s, `{"recipient_description":"friend who loves the garden"`+limit+`}`)
		noted := strings.Contains(a.Text, "limit is from 3 to 10")
		if clamped := strings.HasSuffix(limit, ":2") || strings.HasSuffix(limit, ":50"); noted != clamped {
			t.Errorf("limit %q: got %s", limit, a.Text)
		}
		last := 1.0
		for _, g := range a.Gifts {
			if g.Relevance > last || g.Relevance < 0 {
				t.Errorf("limit %q: relevance %v after %v", limit, g.Relevance, last)
			}
			last = g.Relevance
		}
		if len(a.Gifts) != want {
			t.Errorf("limit %q: %d gifts", limit, len(a.Gifts))
		}
	}
}
