package catalog_test

import (
	"math"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

func sample() catalog.Gift {
	return catalog.Gift{
		ID: "7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d", Name: "Marking gauge", Brief: "Scribes a line parallel to an edge.",
		Full: "Brass and beech.", Price: catalog.Moderate, Categories: []string{"woodworking", "tools"},
	}
}

func TestGift_Check(t *testing.T) {
	t.Parallel()
	nan, above := math.NaN(), 1.1
	for name, tc := range map[string]struct {
		change func(*catalog.Gift)
		want   string // the field, "" if all is well
	}{
		"as it should be":          {func(*catalog.Gift) {}, ""},
		"id of version 1":          {func(g *catalog.Gift) { g.ID = "7f3c1f0e-5a51-1c1e-9d0b-2f8f4a6b1c3d" }, "id"},
		"id in braces":             {func(g *catalog.Gift) { g.ID = "{" + g.ID + "}" }, "id"},
		"id in capitals":           {func(g *catalog.Gift) { g.ID = strings.ToUpper(g.ID) }, ""},
		"no name":                  {func(g *catalog.Gift) { g.Name = " \u00a0" }, "name"},
		"100 characters":           {func(g *catalog.Gift) { g.Name = strings.Repeat("e\u0301", 100) + " " }, ""},
		"101 characters":           {func(g *catalog.Gift) { g.Name = strings.Repeat("é", 101) }, "name"},
		"200 in the brief":         {func(g *catalog.Gift) { g.Brief = strings.Repeat("木", 200) }, ""},
		"201 in the brief":         {func(g *catalog.Gift) { g.Brief = strings.Repeat("木", 201) }, "brief_description"},
		"2,001 in the full":        {func(g *catalog.Gift) { g.Full = strings.Repeat("a", 2001) }, "full_description"},
		"not UTF-8":                {func(g *catalog.Gift) { g.Full = "\xff" }, "full_description"},
		"a fifth bracket":          {func(g *catalog.Gift) { g.Price = "free" }, "price_range"},
		"no category":              {func(g *catalog.Gift) { g.Categories = nil }, "categories"},
		"a category not known":     {func(g *catalog.Gift) { g.Categories = []string{"alchemy"} }, "categories"},
		"a category twice":         {func(g *catalog.Gift) { g.Categories = []string{"tools", "tools"} }, "categories"},
		"capitals in a tag":        {func(g *catalog.Gift) { g.Occasions = []string{"Birthday"} }, "occasions"},
		"a comma in a tag":         {func(g *catalog.Gift) { g.Occasions = []string{"birthday, holiday"} }, "occasions"},
		"control characters":       {func(g *catalog.Gift) { g.Brief = "It\x00 rings.\r\n" }, ""},
		"eleven tags":              {func(g *catalog.Gift) { g.Recipients = strings.Fields("a b c d e f g h i j k") }, "recipient_types"},
		"twelve phrases":           {func(g *catalog.Gift) { g.LovedBy = strings.Split("abcdefghijkl", "") }, ""},
		"thirteen phrases":         {func(g *catalog.Gift) { g.LovedBy = strings.Split("abcdefghijklm", "") }, "loved_by"},
		"80 in a phrase":           {func(g *catalog.Gift) { g.LovedBy = []string{strings.Repeat("é", 80)} }, ""},
		"81 in a phrase":           {func(g *catalog.Gift) { g.LovedBy = []string{strings.Repeat("a", 81)} }, "loved_by"},
		"a comma in a phrase":      {func(g *catalog.Gift) { g.LovedBy = []string{"bakes, always"} }, "loved_by"},
		"a phrase twice":           {func(g *catalog.Gift) { g.LovedBy = []string{"always bakes", " always bakes"} }, "loved_by"},
		"a phrase not UTF-8":       {func(g *catalog.Gift) { g.LovedBy = []string{"\xff"} }, "loved_by"},
		"popularity above 1":       {func(g *catalog.Gift) { g.Popularity = &above }, "popularity_score"},
		"popularity not a number":  {func(g *catalog.Gift) { g.Popularity = &nan }, "popularity_score"},
		"501 of guidance":          {func(g *catalog.Gift) { g.Guidance = strings.Repeat("a", 501) }, "purchasing_guidance"},
		"address without TLS":      {func(g *catalog.Gift) { g.URL = "http://example.com/gauge" }, "purchase_url"},
		"address with a password":  {func(g *catalog.Gift) { g.URL = "https://a:b@example.com/" }, "purchase_url"},
		"address as it should be":  {func(g *catalog.Gift) { g.URL = "https://example.com/gauge" }, ""},
		"address that runs a page": {func(g *catalog.Gift) { g.URL = "javascript:alert(1)" }, "purchase_url"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := sample()
			tc.change(&g)
			g.Clean()
			var got string
			if broken := g.Check(&catalog.Vocabulary{Categories: []string{"woodworking", "tools"}}); len(broken) > 0 {
				got = broken[0].Field
			}
			if got != tc.want {
				t.Errorf("the field at fault is %q, want %q", got, tc.want)
			}
		})
	}
}

func TestGift_Text(t *testing.T) {
	t.Parallel()
	g := sample()
	if got, want := g.Text(), "Marking gauge. Scribes a line parallel to an edge. Categories: woodworking, tools"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := g.Score(); got != 0.5 {
		t.Errorf("popularity %v without one, want 0.5", got)
	}
}
