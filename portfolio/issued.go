package portfolio

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

const (
	maxIssued    = 1000          // images
	issuedFor    = 2 * time.Hour // as long as a signed address lasts
	syncLimit    = 5 * time.Second
	syncsPerCall = 10
)

// issued remembers the images whose bytes were still to come when they were added. The
// original keeps new images of a published project out of sight until it is told to show
// them. It is safe for concurrent use.
type issued struct {
	mu     sync.Mutex
	images map[string]time.Time // by id: when it was added
}

func (s *issued) add(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.images == nil {
		s.images = map[string]time.Time{}
	}
	if len(s.images) >= maxIssued {
		for id, at := range s.images {
			if time.Since(at) > issuedFor {
				delete(s.images, id)
			}
		}
	}
	if len(s.images) < maxIssued {
		s.images[id] = time.Now()
	}
}

func (s *issued) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.images[id]
	return ok && time.Since(at) <= issuedFor
}

func (s *issued) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.images, id)
}

// synced is an answer to a sync.
type synced struct {
	Synced bool `json:"synced"`
}

func (synced) fits(*apiclient.Request) error { return nil }

// show lets the original show the images of a published project that this client has
// added. An image whose bytes haven't come yet is shown when the project is read again;
// nothing depends on it here. An API that says which images are uploaded does it itself.
func (c *Client) show(ctx context.Context, p *row) {
	if p.Status != published {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, syncLimit)
	defer cancel()
	calls := 0
	for _, i := range p.Images {
		if i.Uploaded != nil || !c.issued.has(i.ID) || calls == syncsPerCall {
			continue
		}
		calls++
		r := c.request(http.MethodPost, p.ID, "images", i.ID, "sync")
		if s, err := do[synced](ctx, c, r); err == nil && s.Synced {
			c.issued.remove(i.ID)
		}
	}
}
