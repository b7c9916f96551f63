package gift_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
)

// No child is given a blade, unless the catalog says that it is made for one.
func TestDangerous(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	offered := false
	for text, child := range map[string]bool{
		"10 year old boy who makes things of wood with real tools, chisels and saws": true, "nephew (5) who loves cooking and knives": true,
		"my niece, forges knives": true, "starts first grade, wants a kitchen knife": true, "aunt who loves cooking and kitchen knives": false,
	} {
		a := recommend(t, s, map[string]any{"recipient_description": text, "limit": 10})
		for _, g := range a.Gifts {
			if child && profile.Dangerous(g.Name) {
				t.Errorf("%q: %s", text, g.Name)
			}
			offered = offered || !child && strings.Contains(g.Name, "knife")
		}
	}
	if !offered {
		t.Error("a grown cook isn't offered a knife")
	}
}

// What a small child and an older one are given is made for one of them.
func TestSiblings(t *testing.T) {
	t.Parallel()
	r, err := ranker().Recommend(t.Context(), rank.Request{Description: "my kids, 2 and 6, love cooking and trains", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range r.Gifts {
		if !slices.Contains(g.Recipients, "toddler") && !slices.Contains(g.Recipients, "child") {
			t.Errorf("%s is for %q", g.Name, g.Recipients)
		}
	}
}

// What is for students and the young alone isn't for a parent, though it is like what was starred.
func TestPastSchool(t *testing.T) {
	t.Parallel()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	concert := c.Gifts[slices.IndexFunc(c.Gifts, func(g catalog.Gift) bool { return g.Name == "Concert tickets for a band of their youth" })].ID
	for text, past := range map[string]bool{"my dad, 65, loves classic rock": true, "my dad loves classic rock": true, "my daughter, a student, loves rock music": false} {
		r, err := ranker().Recommend(t.Context(), rank.Request{Description: text, Starred: []string{concert}, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		school := slices.ContainsFunc(r.Gifts, func(g rank.Pick) bool { return g.Name == "Two tickets and a ride" })
		if school == past {
			t.Errorf("%q: the teenager's tickets are there: %v", text, school)
		}
	}
}

// No one who is grown is offered what is for children and teenagers alone.
func TestGrown(t *testing.T) {
	t.Parallel()
	offered := func(text string) bool {
		r, err := ranker().Recommend(t.Context(), rank.Request{Description: text, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(r.Gifts, func(g rank.Pick) bool { return g.Name == "Bouldering course for under-thirteens" })
	}
	if !offered("my nephew, 11, loves climbing") {
		t.Error("a child who climbs isn't offered the course")
	}
	for _, text := range []string{"boyfriend, 28, loves climbing", "boyfriend who loves climbing"} {
		if offered(text) {
			t.Errorf("%s: the course for children is there", text)
		}
	}
}

// Before school a child gets only what is for children.
func TestPreschool(t *testing.T) {
	t.Parallel()
	r, err := ranker().Recommend(t.Context(), rank.Request{Description: "3 year old grandson, loves airplanes", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range r.Gifts {
		if !slices.Contains(g.Recipients, "child") {
			t.Errorf("%s is for %q", g.Name, g.Recipients)
		}
	}
}
