package portfolio

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

const (
	mostReadings   = 32       // projects
	longestReading = 16 << 10 // bytes of the API's answer
)

// reading is an answer of the API to a question for a project, and the result that was made
// of it, which no one changes.
type reading struct {
	tag    string // the answer's
	body   []byte // nil: it is not to be remembered
	result mcp.Result
}

// readings remembers them. The API is asked each time; if it says that nothing has changed,
// or answers the same as before, the result is the same too. It is safe for concurrent use.
type readings struct {
	mu    sync.Mutex
	known map[string]reading // by the project's id
}

func (s *readings) find(id string) reading {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[id]
}

func (s *readings) add(id string, r reading) {
	if r.body == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]reading{}
	}
	if _, ok := s.known[id]; !ok && len(s.known) >= mostReadings {
		for other := range s.known { // any of them
			delete(s.known, other)
			break
		}
	}
	s.known[id] = r
}

// read asks for a project. If the answer is the one of before, p is nil, and now has its
// result.
func (c *Client) read(ctx context.Context, id string, before reading) (p *row, now reading, err error) {
	r := c.request(http.MethodGet, id)
	r.IfNoneMatch, r.Raw = before.tag, true
	r.Check = func(r *apiclient.Request, body []byte) (_ []byte, err error) {
		p, now = nil, before
		if before.body != nil && bytes.Equal(body, before.body) {
			return body, nil
		}
		var a answer
		if a, err = decode[answer](body); err == nil {
			err = a.fits(r)
		}
		p, now = a.Project, reading{body: body}
		return body, err
	}
	got, err := c.send(ctx, r)
	switch {
	case err != nil:
		return nil, now, err
	case got.Status == http.StatusNotModified:
		return nil, before, nil
	}
	now.tag = got.Tag
	// The original's answers are not all that a result is made of, and each caller who has a
	// token of their own may have another answer.
	if p != nil && (c.bearer != nil || len(now.body) > longestReading || p.Images == nil || slices.ContainsFunc(p.Images, func(i image) bool { return i.Uploaded == nil || i.URL == "" })) {
		now.body = nil
	}
	return p, now, nil
}
