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

// lists are all definitions, by their names.
type lists struct{ tools, resources, templates, prompts []entry }

// encodeLists returns the definitions as clients get them.
func (s *Server) encodeLists() (l *lists, err error) {
	l = &lists{}
	add := func(list *[]entry, name string, published any) {
		if err != nil {
			return
		}
		e := entry{name: name}
		if e.json, err = encode(published); err != nil {
			err = fmt.Errorf("encode %q: %w", name, err)
		}
		*list = append(*list, e)
	}
	for _, t := range s.tools {
		published, failed := t.Definition()
		if failed != nil {
			return nil, fmt.Errorf("tool %q: %w", t.Name, failed)
		}
		add(&l.tools, t.Name, published)
	}
	for _, r := range s.resources {
		add(&l.resources, r.Name, r.single())
	}
	for _, r := range s.templates {
		add(&l.templates, r.Name, r.family())
	}
	for _, p := range s.prompts {
		add(&l.prompts, p.Name, p.published())
	}
	for _, list := range [][]entry{l.tools, l.resources, l.templates, l.prompts} {
		slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	}
	return l, err
}

func (s *Session) listTools(_ context.Context, r *Request) (jsonrpc.Result, error) {
	return s.page(r, "tools", func(l *lists) []entry { return l.tools })
}

func (s *Session) listTemplates(_ context.Context, r *Request) (jsonrpc.Result, error) {
	return s.page(r, "resourceTemplates", func(l *lists) []entry { return l.templates })
}

func (s *Session) listPrompts(_ context.Context, r *Request) (jsonrpc.Result, error) {
	return s.page(r, "prompts", func(l *lists) []entry { return l.prompts })
}

// page answers a request of a list of the definitions in which the entries have the
// member's name.
func (s *Session) page(r *Request, member string, of func(*lists) []entry) (jsonrpc.Result, error) {
	after, err := placeOf(r)
	if err != nil {
		return nil, err
	}
	all, err := s.lists()
	if err != nil {
		return nil, err
	}
	entries := of(all)
	at, found := slices.BinarySearchFunc(entries, after, func(e entry, name string) int { return strings.Compare(e.name, name) })
	switch {
	case found:
		at++
	case after != "":
		return nil, badCursor(r)
	}
	entries = entries[at:]
	next := ""
	if s.pageSize > 0 && len(entries) > s.pageSize {
		entries = entries[:s.pageSize]
		next = entries[len(entries)-1].name
	}
	shown := make([]json.RawMessage, len(entries))
	for i, e := range entries {
		shown[i] = e.json
	}
	return s.listed(r, member, shown, next, &s.listCache), nil
}

// listed is the answer to a request of a list, whose next page begins after next; "" if
// this is the last.
func (s *Session) listed(r *Request, member string, shown []json.RawMessage, next string, hints *Cache) jsonrpc.Result {
	b := fmt.Appendf(nil, `{"%s":[`, member)
	for i, e := range shown {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, e...)
	}
	b = append(b, ']')
	if next != "" {
		b = fmt.Appendf(b, `,"nextCursor":"%s"`, base64.RawURLEncoding.EncodeToString([]byte(next)))
	}
	return s.finish(r, b, hints)
}

// placeOf returns the place in the cursor of a list's params.
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

// badCursor is the error of a cursor that no answer to the method had.
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
