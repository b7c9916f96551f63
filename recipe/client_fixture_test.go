package recipe_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

const service = "The Recipe Vault"

// dial returns a client; edits change its options.
func dial(t testing.TB, base string, edits ...func(*recipe.Options)) *recipe.Client {
	t.Helper()
	o := recipe.Options{
		Options: apiclient.Options{BaseURL: base, UserAgent: "test/1", Timeout: 20 * time.Second},
		Key:     apitest.Key,
		Email:   apitest.Email,
	}
	for _, edit := range edits {
		edit(&o)
	}
	c, err := recipe.NewClient(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// over returns an option that sends requests through rt.
func over(rt http.RoundTripper) func(*recipe.Options) {
	return func(o *recipe.Options) { o.Transport = rt }
}

// retries returns an option for how often is tried again.
func retries(n int) func(*recipe.Options) {
	return func(o *recipe.Options) { o.MaxRetries = n }
}

// limit returns an option for the time that a call has.
func limit(d time.Duration) func(*recipe.Options) {
	return func(o *recipe.Options) { o.Timeout = d }
}

const (
	someID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
	soup   = `{"id":"` + someID + `","title":"Soup","created_at":"2026-02-10 12:00:00","ingredients":[],"steps":[]}`
)

// endpoint is one method of the client, called with fixed arguments.
type endpoint struct {
	name, method, path string
	call               func(context.Context, *recipe.Client) (json.RawMessage, error)
}

func endpoints() []endpoint {
	const body = `{"title":"Soup"}`
	return []endpoint{
		{"list", "GET", "/api/recipes", func(ctx context.Context, c *recipe.Client) (json.RawMessage, error) {
			return c.List(ctx)
		}},
		{"get", "GET", "/api/recipes/" + someID, func(ctx context.Context, c *recipe.Client) (json.RawMessage, error) {
			return c.Get(ctx, someID)
		}},
		{"create", "POST", "/api/recipes", func(ctx context.Context, c *recipe.Client) (json.RawMessage, error) {
			return c.Create(ctx, json.RawMessage(body))
		}},
		{"update", "PUT", "/api/recipes/" + someID, func(ctx context.Context, c *recipe.Client) (json.RawMessage, error) {
			return c.Update(ctx, someID, json.RawMessage(body))
		}},
	}
}

// good is what the API answers when all is well.
func (e endpoint) good() string {
	if e.name == "list" {
		return `[{"id":"1","title":"Soup","description":"Warm."}]`
	}
	return soup
}
