package recipe

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
)

// Options configure a [Client]. Only BaseURL is required.
type Options struct {
	apiclient.Options        // System is set by [NewClient]
	Key               string // sent as X-API-Key; empty: no such header
	Email             string // sent trimmed and lower-cased as X-User-Email; empty: no such header
	Characters        bool   // the API counts lengths in characters; else its OpenAPI document is asked when that matters
	Pages             bool   // the API lists by page; else that is found out
	Authors           bool   // answers say who saved and who last changed a recipe: e-mail addresses
}

// Client calls a Recipe Vault over its REST API. It is safe for concurrent use.
// The errors of its methods are a [fault.Error].
type Client struct {
	api     *apiclient.Client
	key     string
	fixed   *apiclient.Credentials // of calls whose context names no one else
	email   string                 // the address in fixed
	shape   shape
	lengths lengths
	pages   atomic.Bool // the last list that was asked for by page came so
	sights  sights
	larder  larder
}

// NewClient returns a client for the vault at o.BaseURL. It opens no connection.
// The error names the option at fault and never its value.
func NewClient(o Options) (*Client, error) {
	o.System = System()
	api, err := apiclient.New(o.Options)
	if err != nil {
		return nil, err
	}
	c := &Client{api: api, key: o.Key, email: sentAs(o.Email), shape: shape{authors: o.Authors}}
	if c.fixed, err = c.credentials(o.Email); err != nil {
		return nil, err
	}
	if o.Characters {
		c.lengths.unit.Store(int32(inCharacters))
	}
	c.pages.Store(o.Pages)
	return c, nil
}

// The settings that the credentials come from.
const (
	keySetting   = "API_KEY"
	emailSetting = "USER_EMAIL"
)

// Close closes idle connections. Calls in flight finish; later ones reconnect.
func (c *Client) Close() { c.api.Close() }

// credentials returns those of a caller who acts for the person with an address, or
// for everyone if it is "".
func (c *Client) credentials(email string) (*apiclient.Credentials, error) {
	email = config.Trim(email)
	return c.api.Credentials(
		apiclient.Header{Name: "X-API-Key", Value: c.key, Setting: keySetting},
		apiclient.Header{Name: "X-User-Email", Value: lowerASCII(email), Setting: emailSetting, Word: true, Secrets: []string{email}},
	)
}

// lowerASCII leaves other letters unchanged, so that they are refused even if they are
// ASCII in lower case.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

type actingKey struct{ client *Client }

// actor is a person for whom calls are made.
type actor struct {
	*apiclient.Credentials
	person string // the address, as it is sent
}

// As returns a context in which this client's calls act for the person with that
// address instead of the one in Options, or for everyone if it is "".
func (c *Client) As(ctx context.Context, email string) (context.Context, error) {
	credentials, err := c.credentials(email)
	if err != nil {
		return nil, err
	}
	return context.WithValue(ctx, actingKey{c}, actor{credentials, sentAs(email)}), nil
}

func (c *Client) acting(ctx context.Context) *apiclient.Credentials {
	if a, ok := ctx.Value(actingKey{c}).(actor); ok {
		return a.Credentials
	}
	return c.fixed
}

// person returns the address for which a call is made, "" if it is for everyone.
func (c *Client) person(ctx context.Context) string {
	if a, ok := ctx.Value(actingKey{c}).(actor); ok {
		return a.person
	}
	return c.email
}

// sentAs returns an address as it is sent.
func sentAs(email string) string { return lowerASCII(config.Trim(email)) }

// request returns a request of the recipe with an id.
func (c *Client) request(ctx context.Context, method, id string, body []byte) apiclient.Request {
	return apiclient.Request{
		Method: method,
		Path:   []string{"api", "recipes", id},
		Body:   body,
		As:     c.acting(ctx),
		Noun:   "recipe",
		ID:     id,
		Check:  c.shape.recipe,
	}
}

// List returns the array of all recipes, "[]" if there are none. Each row has an id, a
// title and a description, which is "" if the API sent none.
func (c *Client) List(ctx context.Context) (json.RawMessage, error) {
	list, err := c.list(ctx)
	return list.Body, err
}

func (c *Client) list(ctx context.Context) (apiclient.Response, error) {
	r := c.request(ctx, http.MethodGet, "", nil)
	r.Path, r.Check = r.Path[:2], c.shape.recipes
	return c.api.Do(ctx, r)
}

// Get returns a recipe with its ingredients and steps. Its error is a
// [fault.NotFound] if there is no recipe with that id.
func (c *Client) Get(ctx context.Context, id string) (json.RawMessage, error) {
	began := time.Now()
	got, err := c.get(ctx, id)
	if err != nil {
		return nil, c.leadOn(ctx, began, id, "", err)
	}
	c.sights.keep(id, got.Body)
	return got.Body, nil
}

func (c *Client) get(ctx context.Context, id string) (apiclient.Response, error) {
	return c.api.Do(ctx, c.request(ctx, http.MethodGet, id, nil))
}

// Create creates the recipe in body, a JSON object with a title, and returns it. Its
// error is a [fault.Conflict] if the title is taken, [fault.InvalidParams] if the API
// refused a value, and [fault.UnknownOutcome] if the recipe was sent and could not be
// found afterwards.
func (c *Client) Create(ctx context.Context, body json.RawMessage) (json.RawMessage, error) {
	began := time.Now()
	r := c.request(ctx, http.MethodPost, "", body)
	r.Path, r.Resend = r.Path[:2], true
	r.Look = func(ctx context.Context) (apiclient.Seen, error) { return c.lookForCreated(ctx, began, body) }
	return c.write(ctx, r)
}

// Update changes the members that are in body, a JSON object, and returns the whole
// recipe. Its errors are [fault.NotFound] and those of [Client.Create].
func (c *Client) Update(ctx context.Context, id string, body json.RawMessage) (json.RawMessage, error) {
	began := time.Now()
	r := c.request(ctx, http.MethodPut, id, body)
	var before uint64
	before, r.Resend = c.sights.last(id)
	r.Look = func(ctx context.Context) (apiclient.Seen, error) { return c.lookForUpdated(ctx, id, before, body) }
	got, err := c.write(ctx, r)
	if err != nil {
		return nil, c.leadOn(ctx, began, id, titleOf(body), err)
	}
	c.sights.keep(id, got)
	return got, nil
}

// write makes a create or an update, with all the requests it takes, within one limit.
func (c *Client) write(ctx context.Context, r apiclient.Request) (json.RawMessage, error) {
	ctx, cancel := c.api.Limit(ctx)
	defer cancel()
	// Twice, so that nothing that was read meanwhile is kept.
	c.larder.empty()
	defer c.larder.empty()
	if err := c.checkLengths(ctx, r.Body); err != nil {
		return nil, err
	}
	got, err := c.api.Do(ctx, r)
	if err != nil {
		return nil, c.explainConflict(ctx, r.ID, r.Body, err)
	}
	return got.Body, nil
}
