// Package otlptest is a collector of traces for tests: it takes OTLP over HTTP, in JSON.
package otlptest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Span is a span that a collector was sent.
type Span struct {
	Service                string
	Trace, ID, Parent      string
	Name                   string
	Kind                   int // 1 internal, 2 server, 3 client
	Attributes             map[string]string
	Failed                 bool
	Links                  []string // their spans' ids
	StartNano, EndNano     string
	ParentIsOther, Sampled bool // of its flags
}

// Collector takes spans.
type Collector struct {
	URL string // without the path

	mu       sync.Mutex // guards the fields below
	more     *sync.Cond
	spans    []Span
	text     strings.Builder
	requests []*http.Request // without their bodies
}

// New starts a collector, which takes everything unless answer says that it has answered. answer
// may be nil.
func New(tb testing.TB, answer func(n int, w http.ResponseWriter, r *http.Request) (done bool)) *Collector {
	tb.Helper()
	c := &Collector{}
	c.more = sync.NewCond(&c.mu)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		c.mu.Lock()
		c.requests = append(c.requests, r)
		n := len(c.requests)
		c.more.Broadcast()
		c.mu.Unlock()
		if answer != nil && answer(n, w, r) {
			return
		}
		if err := c.take(body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "{}")
	}))
	tb.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	c.URL = server.URL
	return c
}

type attributes []struct {
	Key   string
	Value map[string]any
}

func (a attributes) flat() map[string]string {
	flat := map[string]string{}
	for _, one := range a {
		for _, v := range one.Value {
			text, ok := v.(string)
			if !ok {
				b, _ := json.Marshal(v) // it was JSON
				text = string(b)
			}
			flat[one.Key] = text
		}
	}
	return flat
}

func (c *Collector) take(body []byte) error {
	var sent struct {
		ResourceSpans []struct {
			Resource   struct{ Attributes attributes }
			ScopeSpans []struct {
				Spans []struct {
					TraceID, SpanID, ParentSpanID, Name string
					Kind, Flags                         int
					StartTimeUnixNano, EndTimeUnixNano  string
					Attributes                          attributes
					Links                               []struct{ SpanID string }
					Status                              struct{ Code int }
				}
			}
		}
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text.Write(body)
	for _, r := range sent.ResourceSpans {
		service := r.Resource.Attributes.flat()["service.name"]
		for _, scope := range r.ScopeSpans {
			for _, s := range scope.Spans {
				one := Span{
					Service: service, Trace: s.TraceID, ID: s.SpanID, Parent: s.ParentSpanID, Name: s.Name, Kind: s.Kind,
					Attributes: s.Attributes.flat(), Failed: s.Status.Code == 2, StartNano: s.StartTimeUnixNano, EndNano: s.EndTimeUnixNano,
					ParentIsOther: s.Flags&0x200 != 0, Sampled: s.Flags&1 != 0,
				}
				for _, l := range s.Links {
					one.Links = append(one.Links, l.SpanID)
				}
				c.spans = append(c.spans, one)
			}
		}
	}
	c.more.Broadcast()
	return nil
}

// Spans returns what was taken so far.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Span(nil), c.spans...)
}

// Text returns the bodies of what was taken so far.
func (c *Collector) Text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// Requests returns the requests so far, taken or not.
func (c *Collector) Requests() []*http.Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]*http.Request(nil), c.requests...)
}

// Await waits until there were so many requests.
func (c *Collector) Await(tb testing.TB, requests int) {
	tb.Helper()
	c.until(tb, func() bool { return len(c.requests) >= requests })
}

// AwaitSpans waits until the spans are as wanted, and returns them.
func (c *Collector) AwaitSpans(tb testing.TB, wanted func([]Span) bool) []Span {
	tb.Helper()
	c.until(tb, func() bool { return wanted(c.spans) })
	return c.Spans()
}

// until waits until there is what is wanted, which is asked with mu held.
func (c *Collector) until(tb testing.TB, wanted func() bool) {
	tb.Helper()
	const patience = 2 * time.Minute
	c.mu.Lock()
	defer c.mu.Unlock()
	late := false
	defer time.AfterFunc(patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		late = true
		c.more.Broadcast()
	}).Stop()
	for !wanted() {
		if late {
			tb.Fatalf("what is awaited has not come; the collector has %+v", c.spans)
		}
		c.more.Wait()
	}
}
