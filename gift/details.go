package gift

import (
	"context"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func (t tools) details() mcp.Tool {
	return mcp.Tool{
		Name:        "get_gift_details",
		Title:       "Show a gift",
		Description: "Returns full details for a gift by ID, including extended description and purchasing guidance.",
		Input:       detailsInput(),
		Output:      detailsOutput(),
		Accept:      reading(detailsRead()),
		Explain: func(_ context.Context, _ schema.Arguments, err error) error {
			return failedDetails(invalidInput, err.Error(), err)
		},
		Call: t.show,
	}
}

func (t tools) show(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
	id, ok := giftID(args.Text("gift_id"))
	if !ok {
		return mcp.Result{}, failedDetails(invalidInput, noID, nil)
	}
	g, err := guarded(func() (*catalog.Gift, error) { return t.ranker.Gift(ctx, id) })
	if err != nil {
		return mcp.Result{}, failedDetails(serviceError, noDetails, err)
	}
	if g == nil {
		return mcp.Result{}, failedDetails(notFound, noGift, nil)
	}
	return result(struct {
		Gift giftDetails `json:"gift"`
	}{detailsOf(g)}, detailsMeta{detailsURI, purchaseOf(g)}, detailsText(g))
}

// giftDetails are what structuredContent has of a gift.
type giftDetails struct {
	ID         string        `json:"id"`
	Name       string        `json:"name"`
	Full       string        `json:"full_description"`
	Price      catalog.Price `json:"price_range"`
	Categories []string      `json:"categories"`
	Occasions  []string      `json:"occasions"`
	Recipients []string      `json:"recipient_types"`
	Guidance   string        `json:"purchasing_guidance"`
}

func detailsOf(g *catalog.Gift) giftDetails {
	return giftDetails{g.ID, g.Name, g.Full, g.Price, g.Categories, catalog.NonNil(g.Occasions), catalog.NonNil(g.Recipients), guidance(g)}
}

// guidance says where to look for a gift, also if its author didn't.
func guidance(g *catalog.Gift) string {
	if g.Guidance != "" {
		return g.Guidance
	}
	return "Try shops for " + g.Categories[0] + "; expect to pay " + g.Price.Label() + "."
}

// detailsMeta is _meta of a gift, for the widget.
type detailsMeta struct {
	Page string   `json:"openai/outputTemplate"`
	Gift purchase `json:"gift,omitzero"`
}

type purchase struct {
	URL       string `json:"purchase_url,omitempty"`
	Image     string `json:"image_url,omitempty"`
	Cost      string `json:"price,omitempty"`
	Affiliate bool   `json:"affiliate,omitempty"`
}

func purchaseOf(g *catalog.Gift) purchase { return purchase{g.URL, g.Image, g.Cost, g.Affiliate} }

// detailsText is what people read of a gift.
func detailsText(g *catalog.Gift) string {
	cost := g.Price.Label()
	if g.Cost != "" {
		cost = g.Cost
	}
	text := "**" + g.Name + "** (" + cost + ")\n\n" + g.Full + "\n\n*Where to find*: " + guidance(g)
	if g.Image != "" {
		text += "\n\n*Picture*: " + g.Image
	}
	if g.URL != "" {
		text += "\n\n*Link*: " + g.URL
		if g.Affiliate {
			text += "\n(The shop may pay a commission for a purchase through this link.)"
		}
	}
	return text
}
