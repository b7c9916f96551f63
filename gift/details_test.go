package gift_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

func TestDetails(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range c.Gifts[:30] {
		a := call(t, s, "get_gift_details", map[string]any{"gift_id": strings.ToUpper(g.ID)})
		if !strings.HasPrefix(a.Text, "**"+g.Name+"** ("+g.Price.Label()+")\n\n"+g.Full+"\n\n*Where to find*: ") || a.IsError {
			t.Errorf("got %s", a.Text)
		}
		for _, member := range []string{"id", "name", "full_description", "price_range", "categories", "occasions", "recipient_types", "purchasing_guidance"} {
			if !strings.Contains(a.Raw, `"`+member+`":`) {
				t.Errorf("%s has no %s", g.Name, member)
			}
		}
	}
}

func TestNoDetails(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for id, want := range map[string][2]string{
		"not-a-uuid":                   {"Invalid gift ID format.", "invalid_input"},
		"{" + uuid.NewString() + "}":   {"Invalid gift ID format.", "invalid_input"},
		"urn:uuid:" + uuid.NewString(): {"Invalid gift ID format.", "invalid_input"},
		"":                             {"Invalid gift ID format.", "invalid_input"},
		uuid.NewString():               {"Gift not found. It may have been removed from our catalog.", "not_found"},
	} {
		a := call(t, s, "get_gift_details", map[string]any{"gift_id": id})
		if a.Text != want[0] || a.Raw != `{"error":"`+want[1]+`","gift":null}` || !a.IsError {
			t.Errorf("%q: got %s %s", id, a.Text, a.Raw)
		}
	}
}

// An address to buy at is in the details alone, with what is to be disclosed.
func TestDetails_Purchase(t *testing.T) {
	t.Parallel()
	g := giftOf("Yoga mat", "Grips wet hands.", 0.5, "yoga")
	g.URL, g.Affiliate = "https://example.com/mat", true
	s := serve(t, ranker(of(g)))
	a := call(t, s, "get_gift_details", map[string]any{"gift_id": g.ID})
	if !strings.Contains(a.Text, "*Link*: https://example.com/mat\n(The shop may pay a commission") || strings.Contains(a.Raw, "example.com") ||
		!strings.Contains(a.Meta, `"purchase_url":"https://example.com/mat","affiliate":true`) && !strings.Contains(a.Meta, `"affiliate":true,"purchase_url"`) {
		t.Errorf("got %s %s %s", a.Text, a.Raw, a.Meta)
	}
	if list := recommendFor(t, s, "loves yoga"); strings.Contains(list.Text+list.Raw, "example.com") || !strings.Contains(list.Meta, "example.com") {
		t.Errorf("got %s", list.Text)
	}
	if want := "*Where to find*: Try shops for yoga; expect to pay "; !strings.Contains(a.Text, want) {
		t.Errorf("got %s", a.Text)
	}
}
