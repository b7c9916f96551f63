package mcp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// entry is a definition as its list shows it.
type entry struct {
	name string
	json json.RawMessage
}

// encodeLists returns the definitions as clients get them: by the member of the answer that has
// them, ordered by name.
func (s *Server) encodeLists() (map[string][]entry, error) {
	all := map[string][]entry{}
	var failed error
	add := func(member, name string, published any, err error) {
		e := entry{name: name}
		if err == nil {
			e.json, err = encode(published)
		}
		if err != nil {
			failed = fmt.Errorf("encode %q: %w", name, err)
		}
		all[member] = append(all[member], e)
	}
	for _, t := range s.tools {
		definition, err := t.Definition()
		add("tools", t.Name, definition, err)
	}
	for _, r := range s.resources {
		add("resources", r.Name, r.single(), nil)
	}
	for _, r := range s.templates {
		add("resourceTemplates", r.Name, r.family(), nil)
	}
	for _, p := range s.prompts {
		add("prompts", p.Name, p.published(), nil)
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	}
	return all, failed
}

// list returns the answer to the list of the definitions in that member.
func list(member string) func(*Session, context.Context, *Request) (jsonrpc.Result, error) {
	return func(s *Session, _ context.Context, r *Request) (jsonrpc.Result, error) { return s.page(r, member) }
}

// page answers a request of a list. Its pages go by names.
func (s *Session) page(r *Request, member string) (jsonrpc.Result, error) {
	after, err := placeOf(r)
	if err != nil {
		return nil, err
	}
	all, err := s.lists()
	if err != nil {
		return nil, err
	}
	entries := all[member]
	at, found := slices.BinarySearchFunc(entries, after, func(e entry, name string) int { return strings.Compare(e.name, name) })
	switch {
	case found:
		at++
	case after != "":
		return nil, badCursor(r)
	}
	entries = entries[at:]
	next := ""
	if size := s.options.PageSize; size > 0 && len(entries) > size {
		entries = entries[:size]
		next = entries[len(entries)-1].name
	}
	return s.listed(r, member, entries, next, &Cache{TTL: s.options.ListTTL}), nil
}

// listed answers a request of a list, whose next page begins after next; "" if this is the last.
func (s *Session) listed(r *Request, member string, shown []entry, next string, hints *Cache) jsonrpc.Result {
	b := fmt.Appendf(nil, `{"%s":[`, member)
	for i, e := range shown {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, e.json...)
	}
	b = append(b, ']')
	if next != "" {
		b = fmt.Appendf(b, `,"nextCursor":"%s"`, base64.RawURLEncoding.EncodeToString([]byte(next)))
	}
	return s.finish(r, b, hints)
}

// placeOf returns the place that the cursor of a list's params names.
func placeOf(r *Request) (string, error) {
	if len(r.cursor) == 0 || string(r.cursor) == "null" {
		return "", r.read(&struct{}{})
	}
	cursor, err := text(r.cursor)
	if err == nil && r.cursor[0] == '"' {
		var place []byte
		if place, err = base64.RawURLEncoding.Strict().DecodeString(cursor); err == nil {
			return string(place), nil
		}
	}
	return "", badCursor(r)
}

// badCursor is the error of a cursor that the server never gave.
func badCursor(r *Request) error {
	return invalid("cursor", "params.cursor must be the nextCursor of an earlier answer to "+r.method+"; leave it out to begin again")
}

// single is the resource as resources/list shows it.
func (r *resource) single() mcp.Resource {
	published := mcp.NewResource(r.URI, r.Name, mcp.WithResourceTitle(r.Title),
		mcp.WithResourceDescription(r.Description), mcp.WithMIMEType(r.MIME))
	if r.size > 0 {
		published.Size = &r.size
	}
	published.Meta = metaOf(r.Meta)
	return published
}

// family is the template as resources/templates/list shows it.
func (r *resource) family() mcp.ResourceTemplate {
	return mcp.ResourceTemplate{
		URITemplate: &r.template, Name: r.Name, Title: r.Title,
		Description: r.Description, MIMEType: r.MIME, Meta: metaOf(r.Meta),
	}
}

// published is the prompt as prompts/list shows it.
func (p *Prompt) published() mcp.Prompt {
	published := mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Description, Meta: metaOf(p.Meta)}
	for _, a := range p.Arguments {
		published.Arguments = append(published.Arguments, mcp.PromptArgument{
			Name: a.Name, Title: a.Title, Description: a.Description, Required: a.Required,
		})
	}
	return published
}

func metaOf(fields map[string]any) *mcp.Meta {
	if fields == nil {
		return nil
	}
	return &mcp.Meta{AdditionalFields: fields}
}

// Listing returns a page of the resources that the caller may see beside [Options].Resources. They
// are in a fixed order; after is the place in it where the last page ended, "" for the first page,
// and next the place where this page ends, "" for the last page. Clients get places and send them
// back, so places hold nothing that the caller may not see, and any text may come back. A template
// reads the listed resources; their Read isn't used.
type Listing func(ctx context.Context, after string) (page []Resource, next string, err error)

// listResources answers a resources/list. The server's own resources, such as widgets, follow the
// first page of a Listing, because people look for the listed ones.
func (s *Session) listResources(ctx context.Context, r *Request) (jsonrpc.Result, error) {
	if s.options.Listing == nil {
		return s.page(r, "resources")
	}
	after, err := placeOf(r)
	if err != nil {
		return nil, err
	}
	page, next, err := s.options.Listing(ctx, after)
	if err != nil {
		return nil, err
	}
	shown := make([]entry, len(page))
	for i, d := range page {
		listed := resource{ResourceTemplate: d.family(), size: d.Size}
		if shown[i].json, err = encode(listed.single()); err != nil {
			return nil, err
		}
	}
	if after == "" {
		own, err := s.lists()
		if err != nil {
			return nil, err
		}
		shown = append(shown, own["resources"]...)
	}
	return s.listed(r, "resources", shown, next, &Cache{}), nil
}
