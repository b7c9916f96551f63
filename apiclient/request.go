package apiclient

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Request is a request of the API, and what the client must know about it.
type Request struct {
	Method string
	Path   []string // segments below the base URL, which the client escapes
	Query  url.Values
	Body   []byte       // JSON; nil: none
	As     *Credentials // who calls, and on whose behalf; nil: no one in particular
	// IfMatch is the [Response.Tag] that a write needs, a condition that the API checks:
	// 412 is a fault.Conflict then. "": none.
	IfMatch string
	// IfNoneMatch is the [Response.Tag] of an earlier answer to the same caller: if that is
	// still what the API would answer, it may say so with a 304, which is a Response without a
	// Body that Check doesn't see. "": none.
	IfNoneMatch string

	Noun string // what the path addresses, in the singular, for messages
	ID   string // the id in Path if it addresses one thing, else ""

	// Done says what a write makes of what it is about, as in "published". "": saved, or
	// deleted by a DELETE.
	Done string

	// Raw says that a successful answer is bytes of any kind, such as a picture.
	Raw bool
	// Check checks the body of a successful answer, which is valid JSON unless
	// Raw is set, and returns what the caller gets. It may modify the body. Its error should be ErrShape or
	// ErrOther. If it is nil, every body is accepted, and 204 without one.
	Check func(r *Request, body []byte) ([]byte, error)

	// Look finds out what became of a write whose outcome is unknown. Its context
	// has a deadline. If it is nil, the outcome stays unknown.
	Look func(ctx context.Context) (Seen, error)
	// Resend allows the write to be sent again after Look has returned NotDone.
	Resend bool
	// Once says that the request is sent once, even where an answer proves that nothing
	// was done.
	Once bool
}

func (r *Request) write() bool { return r.Method != http.MethodGet }

// good reports whether a status is that of a success.
func (r *Request) good(status int) bool {
	return status/100 == 2 || status == http.StatusNotModified && r.IfNoneMatch != ""
}

// Response is a successful answer.
type Response struct {
	Status int
	Body   []byte    // after the request's check
	Tag    string    // the ETag header
	Date   string    // the API's Date header
	At     time.Time // when the body was read; it has a monotonic reading
	Header http.Header
}

// Seen is what a look found.
type Seen struct {
	Outcome Outcome
	Answer  Response // of the write, if it was done
	Message string   // else what was found and what to do, for the end of a message
}

// Outcome is what became of a write.
type Outcome int

// The outcomes of a write. The zero value promises nothing.
const (
	Unclear Outcome = iota
	NotDone
	Done
	Clash // not done, because of something older: a fault.Conflict with Seen.Message
)

// addressed reports whether the path addresses what it names. With an empty segment,
// "." or ".." it would address something else.
func (r *Request) addressed() bool {
	for _, s := range r.Path {
		if s == "" || s == "." || s == ".." {
			return false
		}
	}
	return true
}

// newRequest returns r as a request of net/http.
func (c *Client) newRequest(ctx context.Context, r *Request) *http.Request {
	header := r.As.plain
	if r.Body != nil {
		header = r.As.withBody
	}
	if r.IfMatch != "" {
		header = maps.Clone(header) // it is shared
		header["If-Match"] = []string{r.IfMatch}
	}
	if r.IfNoneMatch != "" {
		header = maps.Clone(header)
		header["If-None-Match"] = []string{r.IfNoneMatch}
	}
	if id := requestid.Values(ctx); id != nil {
		header = maps.Clone(header)
		header[requestid.Header] = id
	}
	req := &http.Request{
		Method: r.Method, URL: c.address(r), Host: c.base.Host, Header: header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	return req.WithContext(ctx)
}

// address returns the URL of r, below the base URL.
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

// System is what a client must know about the API it calls. With the zero value it
// knows only HTTP.
type System struct {
	// Name is how messages call the API, at the start of a sentence; "": "The API".
	Name string
	// Settings are the names of the settings.
	Settings Settings
	// Refusal reads an answer that is not a success, and reports whether it has the
	// API's own form. An answer in another form may come from a proxy or another
	// server, and proves nothing. If Refusal is nil, no answer has the API's form.
	Refusal func(Answer) (r Refusal, own bool)
	// MaxWait is the longest wait that the API can ask for; where it asks for a longer
	// one, the call ends at once. 0: as long as the call has time.
	MaxWait time.Duration
}

// Settings are the names of a client's settings, as a person knows them. Those that
// are "" have the names given below.
type Settings struct {
	BaseURL string // API_BASE_URL
	Key     string // API_KEY: of the header that lets a program in
	Timeout string // API_TIMEOUT
	Proxy   string // API_PROXY
}

func (s Settings) orDefaults() Settings {
	return Settings{
		BaseURL: cmp.Or(s.BaseURL, "API_BASE_URL"),
		Key:     cmp.Or(s.Key, "API_KEY"),
		Timeout: cmp.Or(s.Timeout, "API_TIMEOUT"),
		Proxy:   cmp.Or(s.Proxy, "API_PROXY"),
	}
}

// Answer is an answer that is not a success.
type Answer struct {
	Request *Request
	Status  int
	Remote  bool   // the caller is a remote one; see [Options]
	Plain   bool   // its content type is text/plain
	Body    []byte // the body, or its beginning
}

// Refusal is what such an answer says. Its texts may come from elsewhere; the client
// makes them safe to show.
type Refusal struct {
	Text    string     // the API's own sentence, quoted in messages; "": none
	Field   string     // the member at fault
	Message string     // the message of the error; "": depends on the status
	Kind    fault.Kind // the kind of the error; "": depends on the status
	Err     error      // a cause that callers can find with errors.As
	// Foreign is set if the answer has more members than the API's own form: it may
	// be another server's.
	Foreign  bool
	Database Database
}

// Database says what a refusal reports about the API's database.
type Database int

// The states of a database. Only a 500 can say that it is locked.
const (
	DatabaseNotBlamed     Database = iota
	DatabaseDown                   // it failed
	DatabasePerhapsLocked          // it failed or is locked; the request is retried
	DatabaseLocked                 // by another write; the request is retried
)

// refusal reads an answer with the system's own function.
func (s *System) refusal(a Answer) (Refusal, bool) {
	if s.Refusal == nil {
		return Refusal{}, false
	}
	return s.Refusal(a)
}

// inside returns the API's name as it is within a sentence.
func (s *System) inside() string {
	if name, ok := strings.CutPrefix(s.Name, "The "); ok {
		return "the " + name
	}
	return s.Name
}
