package mcp

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"mcp-adapters/jsonrpc"
)

// Listing returns a page of the resources that the caller may see besides those in
// [Options].Resources: in a fixed order, those that come after a place in it, which is
// "" for the first page. next is the place where the page ends, "" for the last page.
// Places go to the client and come back as they are: they hold nothing that the caller
// may not see, and any text may come back. A template reads what is listed; Read isn't
// used.
type Listing func(ctx context.Context, after string) (page []Resource, next string, err error)

// list answers a resources/list of a server with a Listing. The server's own resources,
// such as widgets, are at the end of the first page.
func (s *Session) list(ctx context.Context, r *request) (jsonrpc.Result, error) {
	after, err := placeOf(r)
	if err != nil {
		return nil, err
	}
	result := struct {
		Resources []mcp.Resource `json:"resources"`
		Next      string         `json:"nextCursor,omitempty"`
	}{Resources: []mcp.Resource{}}
	page, next, err := s.listing(ctx, after)
	if err != nil {
		return nil, err
	}
	for _, d := range page {
		listed := resource{ResourceTemplate: d.family(), size: d.Size}
		result.Resources = append(result.Resources, listed.single())
	}
	if after == "" { // after what a person looks for
		own := slices.SortedFunc(maps.Values(s.resources), func(a, b *resource) int { return strings.Compare(a.Name, b.Name) })
		for _, r := range own {
			result.Resources = append(result.Resources, r.single())
		}
	}
	if next != "" {
		result.Next = base64.RawURLEncoding.EncodeToString([]byte(next))
	}
	b, err := encode(result)
	if err != nil {
		return nil, fmt.Errorf("encode a list of resources: %w", err)
	}
	b = b[:len(b)-1]
	if r.modern {
		b = Cache{}.append(b)
	}
	return jsonrpc.Raw(append(s.tail(b, nil, r.modern), '}')), nil
}

// placeOf returns the place in the cursor of a list's params.
func placeOf(r *request) (string, error) {
	if len(r.cursor) == 0 || string(r.cursor) == "null" {
		return "", nil
	}
	cursor, err := text(r.cursor)
	if err == nil && r.cursor[0] == '"' {
		var place []byte
		if place, err = base64.RawURLEncoding.Strict().DecodeString(cursor); err == nil {
			return string(place), nil
		}
	}
	return "", badCursor(r.method)
}

// badCursor is the error of a cursor that no answer to the method had.
func badCursor(method string) error {
	return invalid("cursor", "params.cursor must be the nextCursor of an earlier answer to "+method+"; leave it out to begin again")
}
