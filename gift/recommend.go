package gift

import (
	"context"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func (t tools) recommendations() mcp.Tool {
	return mcp.Tool{
		Name:  "get_recommendations",
		Title: "Find gifts",
		Description: "Returns gift recommendations based on who the recipient is, optionally refined by starred gifts from previous results. " +
			"Write recipient_description in English, one short line each for what is known: " +
			"For:, Age:, Likes:, Avoid:, Has:, Budget:, Occasion:, Note:. Put allergies, diets, illness, recovery and losses into Note:. " +
			"Pass the ids of gifts the user starred in starred_gift_ids to get more like them. " +
			"To get different ideas, pass in past_gifts the names of those the user rejected or has already seen.",
		Input:  recommendationsInput(),
		Output: recommendationsOutput(),
		Accept: lenient(reading(recommendationsRead())),
		Explain: func(_ context.Context, _ schema.Arguments, err error) error {
			return failedList(invalidInput, err.Error(), err)
		},
		Call: t.recommend,
	}
}

func (t tools) recommend(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
	req, fault := readRequest(args)
	if req == nil {
		return mcp.Result{}, failedList(invalidInput, fault, nil)
	}
	resp, err := guarded(func() (*rank.Response, error) { return t.ranker.Recommend(ctx, *req) })
	if err != nil {
		return mcp.Result{}, failedList(serviceError, noList, err)
	}
	if resp.Reduced != nil && t.reduced != nil {
		t.reduced(resp.Reduced)
	}
	notes := notes(resp)
	return result(structuredList(resp), listMeta{listURI, wholeGifts(resp), understood(resp), notes}, listText(req, resp, notes))
}

// result puts a result together.
func result(structured, meta any, text string) (mcp.Result, error) {
	r, err := mcp.StructuredResult(structured)
	if err != nil {
		return mcp.Result{}, err
	}
	m, err := mcp.StructuredResult(meta)
	if err != nil {
		return mcp.Result{}, err
	}
	r.Text, r.Meta = text, m.Structured
	return r, nil
}

// listContent is structuredContent of a list.
type listContent struct {
	Gifts    []listedGift `json:"gifts"`
	Context  queryContext `json:"query_context"`
	Fallback bool         `json:"fallback,omitempty"`
}

type listedGift struct {
	ID         string        `json:"id"`
	Name       string        `json:"name"`
	Brief      string        `json:"brief_description"`
	Relevance  float64       `json:"relevance_score"`
	Price      catalog.Price `json:"price_range"`
	Categories []string      `json:"categories"`
}

type queryContext struct {
	Searched int  `json:"total_searched"`
	Above    int  `json:"above_threshold"`
	Starred  bool `json:"starred_boost_applied"`
	Fallback bool `json:"fallback_used"`
}

func structuredList(resp *rank.Response) listContent {
	c := listContent{
		Gifts:    make([]listedGift, len(resp.Gifts)),
		Context:  queryContext{resp.Searched, resp.Above, resp.Starred, resp.Fallback || resp.ToppedUp},
		Fallback: resp.Fallback,
	}
	for i := range resp.Gifts {
		g := &resp.Gifts[i]
		c.Gifts[i] = listedGift{g.ID, g.Name, g.Brief, g.Relevance, g.Price, g.Categories}
	}
	return c
}

// listMeta is _meta of a list, for the widget.
type listMeta struct {
	Page  string      `json:"openai/outputTemplate"`
	Gifts []wholeGift `json:"gifts"`
	// Understood says in a sentence what was read of the description. Notes are the last lines of the text, that one
	// included.
	Understood string   `json:"understood,omitempty"`
	Notes      []string `json:"notes,omitempty"`
}

// wholeGift is a gift of the list with all that the widget shows when it is opened.
type wholeGift struct {
	giftDetails
	Reason string `json:"reason,omitempty"`
	purchase
}

func wholeGifts(resp *rank.Response) []wholeGift {
	list := make([]wholeGift, len(resp.Gifts))
	for i := range resp.Gifts {
		g := &resp.Gifts[i]
		list[i] = wholeGift{detailsOf(g.Gift), g.Reason, purchaseOf(g.Gift)}
	}
	return list
}
