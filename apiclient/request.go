package apiclient

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Request is one request of the API, and what the client must know of it.
type Request struct {
	Method string
	Path   []string // segments below the base URL, which the client escapes
	Query  url.Values
	Body   []byte       // JSON; nil: none
	As     *Credentials // who calls, and for whom; nil: nobody in particular

	Noun string // what the API holds there, in the singular, for messages
	ID   string // of the one thing addressed, a segment of Path; "": there is none

	// Check looks at the body of a good answer, which is valid JSON, and returns
	// what the caller gets. It may write over the body. Its error is best ErrShape
	// or ErrOther. nil: the body is as it should be.
	Check func(r *Request, body []byte) ([]byte, error)

	// Look finds out what became of a write whose outcome is unknown; its requests
	// need no limit of their own. nil: it stays unknown.
	Look func(ctx context.Context) (Seen, error)
	// Resend allows that the write is sent again after a look saw that it was not
	// done.
	Resend bool
}

func (r *Request) write() bool { return r.Method != http.MethodGet }

// Response is a good answer.
type Response struct {
	Status int
	Body   []byte    // after the request's check
	Date   string    // the API's Date header
	At     time.Time // when the body was read, with a monotonic reading
}

// Seen is what a look saw.
type Seen struct {
	Outcome Outcome
	Answer  Response // if it was done: what the write would have been answered
	Message string   // else: what was seen and what to do, for the end of a message
}

// Outcome is what became of a write.
type Outcome int

// What can become of a write. The zero value promises nothing.
const (
	Unclear Outcome = iota
	NotDone
	Done
)

// addressed reports whether the path leads to what it says. With a segment that is
// empty or means another directory it would be the path of something else.
func (r *Request) addressed() bool {
	for _, s := range r.Path {
		if s == "" || s == "." || s == ".." {
			return false
		}
	}
	return true
}

// newRequest returns r for net/http.
func (c *Client) newRequest(ctx context.Context, r *Request) *http.Request {
	header := r.As.plain
	if r.Body != nil {
		header = r.As.withBody
	}
	req := &http.Request{
		Method: r.Method, URL: c.address(r), Host: c.base.Host, Header: header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	return req.WithContext(ctx)
}

// address returns the URL of r, below the prefix of the base URL.
func (c *Client) address(r *Request) *url.URL {
	u := *c.base
	plain := append(make([]byte, 0, 128), u.Path...)
	simple := u.RawPath == ""
	for _, s := range r.Path {
		plain = append(append(plain, '/'), s...)
		simple = simple && url.PathEscape(s) == s
	}
	u.Path = string(plain)
	if !simple {
		u.RawPath = c.base.EscapedPath()
		for _, s := range r.Path {
			u.RawPath += "/" + url.PathEscape(s)
		}
	}
	u.RawQuery = r.Query.Encode()
	return &u
}
