package portfolio

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// Probe asks for the newest project: what changes nothing, and what only a portfolio API
// answers as one. The body is that of the answer.
func (c *Client) Probe(ctx context.Context) (json.RawMessage, error) {
	r := c.request(http.MethodGet, "")
	r.Query = url.Values{"limit": {"1"}, "offset": {"0"}}
	r.Check = check[page]
	got, err := c.send(ctx, r)
	return json.RawMessage(got.Body), err
}
