package portfolio

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Options configure a [Client]. Only BaseURL is required.
type Options struct {
	apiclient.Options        // System is set by [NewClient]
	Token             string // the bearer token; "": no one signs in, as with an API in process
	// Bearer returns the token for a call by its context, in place of Token, where calls
	// are those of several people. Its error is a [fault.Error]; "" is refused.
	Bearer func(ctx context.Context) (string, error)
}

// Client calls a portfolio API over REST. It is safe for concurrent use. The errors of
// its methods are a [fault.Error].
type Client struct {
	api    *apiclient.Client
	as     *apiclient.Credentials
	bearer func(context.Context) (string, error) // nil: all calls are as as says
	base   *url.URL

	issued   issued
	lately   lately
	readings readings
}

// The settings that the client's messages name.
const (
	tokenSetting = "API_TOKEN"
	maxWait      = 2 * time.Second // before a request is sent again
)

// NewClient returns a client for the API at o.BaseURL. It opens no connection. The error
// names the option at fault and never its value.
func NewClient(o Options) (*Client, error) {
	o.System = System()
	api, err := apiclient.New(o.Options)
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(o.BaseURL)
	if err != nil {
		return nil, err
	}
	base.User = nil
	base.Path = strings.TrimRight(base.Path, "/")
	c := &Client{api: api, bearer: o.Bearer, base: base}
	if c.as, err = c.credentials(o.Token); err != nil {
		return nil, err
	}
	return c, nil
}

// credentials are those of a bearer token.
func (c *Client) credentials(token string) (*apiclient.Credentials, error) {
	header := apiclient.Header{Name: "Authorization", Setting: tokenSetting}
	if token != "" {
		header.Value, header.Secrets = "Bearer "+token, []string{token}
	}
	return c.api.Credentials(header)
}

// caller returns the credentials for a call.
func (c *Client) caller(ctx context.Context) (*apiclient.Credentials, error) {
	if c.bearer == nil {
		return c.as, nil
	}
	token, err := c.bearer(ctx)
	if err != nil {
		return nil, err
	}
	if as, err := c.credentials(token); err == nil && token != "" {
		return as, nil
	}
	return nil, &fault.Error{Kind: fault.Unauthorized, Message: tokenRefused.For(c.api.Remote(ctx)).With(apiName)}
}

// Close closes idle connections. Calls in flight finish; later ones reconnect.
func (c *Client) Close() { c.api.Close() }

// request returns a request of the project with an id, or of all projects if it is "".
func (c *Client) request(method, id string, below ...string) apiclient.Request {
	path := []string{"api", "projects"}
	if id != "" {
		path = append(append(path, id), below...)
	}
	return apiclient.Request{Method: method, Path: path, Noun: "project", ID: id, Once: method == http.MethodPost}
}

// send sends a request as whoever's call it is.
func (c *Client) send(ctx context.Context, r apiclient.Request) (apiclient.Response, error) {
	as, err := c.caller(ctx)
	if err != nil {
		return apiclient.Response{}, err
	}
	r.As = as
	return c.api.Do(ctx, r)
}

// page is a page of the list of projects.
type page struct {
	Projects []row `json:"projects"`
	Total    int   `json:"total"`
}

// list returns the projects of a status, newest first; status may be "".
func (c *Client) list(ctx context.Context, status string, limit, offset int) (page, error) {
	r := c.request(http.MethodGet, "")
	r.Query = url.Values{"limit": {strconv.Itoa(limit)}, "offset": {strconv.Itoa(offset)}}
	if status != "" {
		r.Query.Set("status", status)
	}
	return do[page](ctx, c, r)
}

// answer is an answer that is a project.
type answer struct {
	Project *row `json:"project"`
}

func (c *Client) project(ctx context.Context, r apiclient.Request) (*row, error) {
	a, err := do[answer](ctx, c, r)
	return a.Project, err
}

// create creates a draft. It is sent once: its error is a [fault.UnknownOutcome] when it
// isn't known whether there is a draft now.
func (c *Client) create(ctx context.Context, fields fields) (*row, error) {
	r := c.request(http.MethodPost, "")
	if err := encodeBody(&r, fields); err != nil {
		return nil, err
	}
	r.Look = unseen("Call list_projects before trying again: the draft may be there already.")
	return c.project(ctx, r)
}

func (c *Client) get(ctx context.Context, id string) (*row, error) {
	return c.project(ctx, c.request(http.MethodGet, id))
}

// update changes the given fields of a project.
func (c *Client) update(ctx context.Context, id string, fields fields) (*row, error) {
	r := c.request(http.MethodPatch, id)
	if err := encodeBody(&r, fields); err != nil {
		return nil, err
	}
	r.Look, r.Resend = c.lookFor(id, func(p *row) bool { return p.holds(fields) }), true
	return c.project(ctx, r)
}

// publish publishes a project. It is sent once; if the answer is lost, the project says
// what became of it.
func (c *Client) publish(ctx context.Context, id string) (*row, error) {
	r := c.request(http.MethodPost, id, "publish")
	r.Done = "published"
	r.Look = c.lookFor(id, func(p *row) bool { return p.Status == published })
	return c.project(ctx, r)
}

// unpublish makes a published project a draft again.
func (c *Client) unpublish(ctx context.Context, id string) (*row, error) {
	r := c.request(http.MethodDelete, id, "publish")
	r.Done = "taken back to draft"
	r.Look, r.Resend = c.lookFor(id, func(p *row) bool { return p.Status == draft }), true
	return c.project(ctx, r)
}
