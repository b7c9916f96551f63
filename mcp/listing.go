package mcp

import (
	"context"
	"encoding/json"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Listing returns a page of the resources that the caller may see besides those in
// [Options].Resources: in a fixed order, those that come after a place in it, which is
// "" for the first page. next is the place where the page ends, "" for the last page.
// Places go to the client and come back as they are: they hold nothing that the caller
// may not see, and any text may come back. A template reads what is listed; Read isn't
// used.
type Listing func(ctx context.Context, after string) (page []Resource, next string, err error)

// listResources answers a resources/list. The server's own resources, such as widgets,
// are at the end of the first page of a Listing, after what a person looks for.
func (s *Session) listResources(ctx context.Context, r *Request) (jsonrpc.Result, error) {
	if s.listing == nil {
		return s.page(r, "resources", func(l *lists) []entry { return l.resources })
	}
	after, err := placeOf(r)
	if err != nil {
		return nil, err
	}
	page, next, err := s.listing(ctx, after)
	if err != nil {
		return nil, err
	}
	shown := []json.RawMessage{}
	for _, d := range page {
		listed := resource{ResourceTemplate: d.family(), size: d.Size}
		b, err := encode(listed.single())
		if err != nil {
			return nil, err
		}
		shown = append(shown, b)
	}
	if after == "" {
		own, err := s.lists()
		if err != nil {
			return nil, err
		}
		for _, e := range own.resources {
			shown = append(shown, e.json)
		}
	}
	return s.listed(r, "resources", shown, next, &Cache{}), nil
}
