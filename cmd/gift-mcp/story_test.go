package main_test

import (
	"slices"
	"strings"
	"testing"
)

const dad = "My dad who loves woodworking and classic rock music, 65 years old"

// story has a client ask for gifts, star one, refine the list, ask for other ideas and open
// one.
func story(t *testing.T, c *client) {
	t.Helper()
	first := c.find(dad)
	if n := len(first.Structured.Gifts); n != 5 || first.Structured.Context.Searched < 600 || !strings.HasPrefix(first.said(), "Here are 5 gift recommendations for your dad who loves woodworking") {
		t.Fatalf("%s", first.text)
	}
	star := first.ids()[0]
	refined := c.find(dad, "starred_gift_ids", []string{star})
	if !refined.Structured.Context.Starred || slices.Contains(refined.ids(), star) || len(refined.ids()) != 5 {
		t.Errorf("refined: %s", refined.text)
	}
	var names []string
	for _, g := range first.Structured.Gifts {
		names = append(names, g.Name)
	}
	others := c.find(dad, "past_gifts", names)
	for _, id := range others.ids() {
		if slices.Contains(first.ids(), id) {
			t.Errorf("%s was shown before: %s", id, others.text)
		}
	}
	opened := c.call("get_gift_details", map[string]any{"gift_id": strings.ToUpper(star)})
	if g := opened.Structured.Gift; g == nil || g.ID != star || g.Name != names[0] || !strings.HasPrefix(opened.said(), "**"+g.Name+"** (") {
		t.Errorf("opened: %s", opened.text)
	}
	if r := c.try("get_gift_details", map[string]any{"gift_id": "not-a-uuid"}); !r.IsError || r.said() != "Invalid gift ID format." {
		t.Errorf("%s", r.text)
	}
}

func TestStory(t *testing.T) {
	t.Parallel()
	t.Run("stdio", func(t *testing.T) {
		t.Parallel()
		c, _ := overStdio(t)
		story(t, c)
	})
	t.Run("HTTP", func(t *testing.T) {
		t.Parallel()
		c, _ := overHTTP(t, nil)
		story(t, c)
	})
	t.Run("HTTP with a token", func(t *testing.T) {
		t.Parallel()
		const token = "a-token-of-thirty-two-characters"
		c, s := overHTTP(t, []string{"Authorization", "Bearer " + token}, "AUTH=token", "AUTH_TOKEN="+token)
		story(t, c)
		if status, _, err := s.Do(t.Context(), "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Content-Type", "application/json"); err != nil || status != 401 {
			t.Errorf("without the token: %d, %v", status, err)
		}
	})
}

// TestRecommend_SameInEachProcess asks two processes the same.
func TestRecommend_SameInEachProcess(t *testing.T) {
	t.Parallel()
	one, _ := overStdio(t)
	other, _ := overStdio(t)
	if a, b := one.find(dad), other.find(dad); a.text != b.text {
		t.Errorf("%s\n%s", a.text, b.text)
	}
}
