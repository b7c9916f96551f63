package gift

import (
	"context"
	"time"

	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// Instructions tell a model how the gift tools work together.
const Instructions = `With these tools you find gifts for a person in a catalog of ideas.
- get_recommendations takes one description in English, a short line for each thing that is known: "For: brother", "Age: 34", "Likes: camping, jazz", "Avoid: gift cards, wine", "Has: a tent", "Budget: $60", "Occasion: birthday", "Note: vegetarian". Ask for what is missing only if the results are poor.
- To refine a list, call it again with the same description and, in starred_gift_ids, the ids of those the user likes. For other ideas, add the names of those already shown to past_gifts.
- Say in your own words why a gift fits; the reason on each line is what matched. The catalog lists kinds of gifts, without shops or exact prices; don't invent any.
- get_gift_details returns the full description of one gift, and what to look for when buying it.`

// ToolOptions connect the tools with what is outside. The zero value is good.
type ToolOptions struct {
	// Attach gives a tool its widget, with what is said while it runs and after it; nil:
	// the page is only named.
	Attach func(t *mcp.Tool, invoking, invoked string)
	// Reduced is called with why the embedder failed, when another one answered; nil: no
	// one wants to know.
	Reduced func(cause error)
}

// Declare sets what a server of these tools tells its clients.
func Declare(o *mcp.Options) {
	o.Instructions = Instructions
	o.UnknownTool = jsonrpc.CodeInvalidParams
	if o.ToolErrors == "" {
		o.ToolErrors = mcp.ErrorsAsResults
	}
}

// The pages that hosts show results in.
const (
	listURI    = "ui://widget/gift-list.html"
	detailsURI = "ui://widget/gift-details.html"
)

// outputTemplate is the member of _meta that names the page.
const outputTemplate = "openai/outputTemplate"

// CallLimit bounds a call of either tool. The first one may have to embed a catalog.
const CallLimit = 30 * time.Second

type tools struct {
	ranker  *rank.Ranker
	reduced func(error)
}

// Tools returns the two tools.
func Tools(r *rank.Ranker, o ToolOptions) []mcp.Tool {
	t := tools{r, o.Reduced}
	list := []mcp.Tool{t.recommendations(), t.details()}
	for i, said := range [...]struct{ uri, invoking, invoked string }{
		{listURI, "Finding gift recommendations...", "Gift ideas ready"},
		{detailsURI, "Loading gift details...", "Gift details ready"},
	} {
		tool := &list[i]
		tool.Hints = mcp.Hints{ReadOnly: true, Idempotent: true}
		tool.Meta = map[string]any{"openai/invocationMessage": said.invoking}
		if o.Attach == nil {
			o.Attach = nowhere
		}
		o.Attach(tool, said.invoking, said.invoked)
		if _, ok := tool.Meta[outputTemplate]; !ok {
			tool.Meta[outputTemplate] = said.uri
			tool.Meta["ui"] = map[string]any{"resourceUri": said.uri, "visibility": []string{"model", "app"}}
		}
		answer := tool.Call
		tool.Call = func(ctx context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			ctx, cancel := context.WithTimeout(ctx, CallLimit)
			defer cancel()
			return answer(ctx, r, args)
		}
	}
	return list
}

// nowhere says what a widget would, for hosts that have a page of that name anyway.
func nowhere(t *mcp.Tool, invoking, invoked string) {
	t.Meta["openai/widgetAccessible"] = true
	t.Meta["openai/toolInvocation/invoking"] = invoking
	t.Meta["openai/toolInvocation/invoked"] = invoked
}
