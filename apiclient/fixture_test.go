package apiclient_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const service = "The Shelf"

// system is that of an API whose failures are {"error", "code", "field"}.
func system() apiclient.System {
	return apiclient.System{Name: service, Refusal: func(a apiclient.Answer) (r apiclient.Refusal, own bool) {
		var said map[string]any
		_ = json.Unmarshal(a.Body, &said)
		if r.Text, own = said["error"].(string); !own && a.Plain {
			r.Text = string(a.Body)
		}
		_, coded := said["code"].(string)
		r.Field, _ = said["field"].(string)
		_, r.Foreign = said["path"]
		switch {
		case strings.Contains(r.Text, "is locked"):
			r.Database = apiclient.DatabaseLocked
		case r.Text == "Database error":
			r.Database = apiclient.DatabasePerhapsLocked
		case said["code"] == "DATABASE_ERROR":
			r.Database = apiclient.DatabaseDown
		}
		return r, own || coded
	}}
}

// client is a client, and the caller it is called by.
type client struct {
	*apiclient.Client
	as *apiclient.Credentials
}

// settings are those of a client and its caller.
type settings struct {
	apiclient.Options
	key, email string
}

// dial returns a client; edits change its settings.
func dial(t testing.TB, base string, edits ...func(*settings)) *client {
	t.Helper()
	s := settings{apiclient.Options{
		BaseURL: base, System: system(), UserAgent: "test/1", Timeout: 20 * time.Second,
	}, apitest.Key, apitest.Email}
	for _, edit := range edits {
		edit(&s)
	}
	c, err := apiclient.New(s.Options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	as, err := c.Credentials(headers(s.key, s.email)...)
	if err != nil {
		t.Fatal(err)
	}
	return &client{c, as}
}

func headers(key, email string) []apiclient.Header {
	return []apiclient.Header{
		{Name: "X-Api-Key", Value: key, Setting: "API_KEY"},
		{Name: "X-User-Email", Value: strings.ToLower(email), Setting: "USER_EMAIL", Word: true, Secrets: []string{email}},
	}
}

// over returns an edit that sends requests through rt.
func over(rt http.RoundTripper) func(*settings) {
	return func(s *settings) { s.Transport = rt }
}

// retries returns an edit for how often is tried again.
func retries(n int) func(*settings) {
	return func(s *settings) { s.MaxRetries = n }
}

// limit returns an edit for the time that a call has.
func limit(d time.Duration) func(*settings) {
	return func(s *settings) { s.Timeout = d }
}

const (
	someID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
	emma   = `{"id":"` + someID + `","title":"Emma"}`
)

// endpoint is one request that an API of books takes.
type endpoint struct {
	name, method, path string
	id                 string
}

// endpoints are a list, a read, a create and an update, in this order. After a
// write of unknown outcome the book is looked for where it was written to.
func endpoints() []endpoint {
	const books, one = "/api/books", "/api/books/" + someID
	return []endpoint{
		{"list", "GET", books, ""},
		{"get", "GET", one, someID},
		{"create", "POST", books, ""},
		{"update", "PUT", one, someID},
	}
}

// get is the endpoint of the book with that id.
func get(id string) endpoint { return endpoint{"get", "GET", "/api/books/" + id, id} }

// good is what the API answers when all is well.
func (e endpoint) good() string {
	if e.name == "list" {
		return `[{"id":"1","title":"Emma"}]`
	}
	return emma
}

// request is that of the endpoint, by a caller.
func (e endpoint) request(c *client) apiclient.Request {
	r := apiclient.Request{
		Method: e.method, Path: strings.Split(e.path[1:], "/"), As: c.as, Noun: "book", ID: e.id, Check: e.check,
	}
	if e.method == "GET" {
		return r
	}
	r.Body = []byte(`{"title":"Emma"}`)
	r.Resend = true
	r.Look = func(ctx context.Context) (apiclient.Seen, error) {
		look := r
		look.Method, look.Body, look.Look, look.Check = "GET", nil, nil, nil
		got, err := c.Do(ctx, look)
		switch e, _ := errors.AsType[*fault.Error](err); {
		case e != nil && e.Kind == fault.NotFound:
			return apiclient.Seen{Message: "It is gone."}, nil
		case err != nil:
			return apiclient.Seen{}, err
		case bytes.Contains(got.Body, []byte("Emma")):
			return apiclient.Seen{Outcome: apiclient.Done, Answer: got}, nil
		}
		return apiclient.Seen{Outcome: apiclient.NotDone, Message: "It was not there."}, nil
	}
	return r
}

// check takes a list for what is an array, and a book that has the id asked for.
func (e endpoint) check(r *apiclient.Request, body []byte) ([]byte, error) {
	if e.name == "list" && body[0] == '[' {
		return body, nil
	}
	var book struct{ ID, Title string }
	switch err := json.Unmarshal(body, &book); {
	case err != nil || e.name == "list" || book.Title == "":
		return nil, apiclient.ErrShape
	case r.ID != "" && book.ID != r.ID:
		return nil, apiclient.ErrOther
	}
	return body, nil
}

func (e endpoint) call(ctx context.Context, c *client) (json.RawMessage, error) {
	got, err := c.Do(ctx, e.request(c))
	return got.Body, err
}

// list calls the first of the endpoints.
func (c *client) list(ctx context.Context) (json.RawMessage, error) {
	return endpoints()[0].call(ctx, c)
}
