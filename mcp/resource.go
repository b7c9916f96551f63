package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// Resource is something that a client can read by its URI. The server ignores ?v= and a version
// behind the URI, because earlier releases published such addresses and clients keep them.
type Resource struct {
	URI         string
	Name        string // no two resources have the same
	Title       string
	Description string
	MIME        string
	Size        int64          // in bytes; 0: not known
	Meta        map[string]any // _meta in the list, and of what is read
	Cache       Cache
	Read        Read
}

// ResourceTemplate is a set of resources whose URIs have one form.
type ResourceTemplate struct {
	URI         string // with variables, as RFC 6570 has them: "recipe://{id}"
	Name        string // no two templates have the same
	Title       string
	Description string
	MIME        string
	Meta        map[string]any // _meta in the list, and of what is read
	Cache       Cache
	Read        Read
	Complete    map[string]Complete // by variable; nil: there are no suggestions
}

// Read returns the contents of the resource uri. variables are the values of its template's
// variables. The kind [fault.NotFound] says that there is no such resource. Contents should be
// small, because they are held in memory.
type Read func(ctx context.Context, r *Request, uri string, variables map[string]string) ([]Contents, error)

// Cache says how long and by whom an answer may be cached.
type Cache struct {
	// TTL is at most an hour, because a rolling update may mix two versions. The zero value is
	// an hour for public answers, and otherwise no caching.
	TTL     time.Duration
	Public  bool // everyone gets the same bytes; a ui:// resource is public unless it is Private
	Private bool
}

// maxTTL bounds how long clients may cache anything.
const maxTTL = time.Hour

// resource is a resource or a template that was checked.
type resource struct {
	ResourceTemplate
	size     int64
	template mcp.URITemplate // its Template is nil for a single resource
	form     *regexp.Regexp  // of the template's URIs
}

// family is the resource as a template of one.
func (r *Resource) family() ResourceTemplate {
	return ResourceTemplate{r.URI, r.Name, r.Title, r.Description, r.MIME, r.Meta, r.Cache, r.Read, nil}
}

func newResource(t ResourceTemplate) (*resource, error) {
	switch {
	case t.URI == "" || t.Name == "":
		return nil, errors.New("it has no URI or no name")
	case t.Read == nil:
		return nil, errors.New("it can't be read")
	case t.Cache.TTL < 0 || t.Cache.TTL > maxTTL:
		return nil, errors.New("its answers may be cached for an hour at most")
	}
	if strings.HasPrefix(t.URI, "ui://") {
		t.Cache.Public = !t.Cache.Private
	}
	if t.Cache.Public && t.Cache.TTL == 0 {
		t.Cache.TTL = maxTTL
	}
	return &resource{ResourceTemplate: t}, nil
}

// addResources checks and keeps the definitions. Lists are paged by names.
func (s *Server) addResources(definitions []Resource) error {
	s.resources = make(map[string]*resource, len(definitions))
	names := map[string]bool{}
	for _, d := range definitions {
		r, err := newResource(d.family())
		if err == nil && (s.resources[unversioned(d.URI)] != nil || names[d.Name]) {
			err = errors.New("there are two of this URI or name")
		}
		if err != nil {
			return fmt.Errorf("resource %q: %w", d.URI, err)
		}
		r.size = d.Size
		s.resources[unversioned(d.URI)], names[d.Name] = r, true
	}
	return nil
}

// addTemplates checks and keeps the definitions.
func (s *Server) addTemplates(definitions []ResourceTemplate) error {
	uris, names := map[string]bool{}, map[string]bool{}
	for _, d := range definitions {
		r, err := newResource(d)
		if err == nil {
			err = r.parse()
		}
		if err == nil && (uris[d.URI] || names[d.Name]) {
			err = errors.New("there are two of this URI or name")
		}
		if err != nil {
			return fmt.Errorf("resource template %q: %w", d.URI, err)
		}
		s.templates = append(s.templates, r)
		uris[d.URI], names[d.Name] = true, true
	}
	return nil
}

// parse reads the URI as a template, which must have every variable in Complete.
func (r *resource) parse() error {
	quoted, err := json.Marshal(r.URI)
	if err == nil {
		err = json.Unmarshal(quoted, &r.template)
	}
	if err != nil {
		return err
	}
	r.form = r.template.Regexp()
	known := map[string]bool{}
	for _, name := range r.template.Varnames() {
		known[name] = true
	}
	for name := range r.Complete {
		if !known[name] {
			return fmt.Errorf("it has no variable %s to complete", name)
		}
	}
	return nil
}

// maxURI bounds the URIs that templates are compared with.
const maxURI = 2 << 10

// unversioned returns uri without ?v= and a version.
func unversioned(uri string) string {
	base, query, _ := strings.Cut(uri, "?")
	if strings.HasPrefix(query, "v=") && !strings.Contains(query, "&") {
		return base
	}
	return uri
}

// find returns the resource of that URI, or the first template that fits; nil when there is none.
func (s *Server) find(uri string) *resource {
	if r := s.resources[unversioned(uri)]; r != nil {
		return r
	}
	if len(uri) > maxURI {
		return nil
	}
	for _, r := range s.templates {
		if r.form.MatchString(uri) {
			return r
		}
	}
	return nil
}

// variables returns the values of a template's variables in a URI that fits it.
func (r *resource) variables(uri string) map[string]string {
	if r.form == nil {
		return nil
	}
	values, variables := r.template.Match(uri), map[string]string{}
	for _, name := range r.template.Varnames() {
		variables[name] = values.Get(name).String()
	}
	return variables
}

// read answers a resources/read.
func (s *Session) read(ctx context.Context, r *Request) (jsonrpc.Result, error) {
	uri, err := text(r.uri)
	if uri == "" || err != nil {
		return nil, invalid("uri", "params.uri must be the URI of a resource")
	}
	found := s.find(uri)
	if found == nil {
		return nil, noResource(uri, r.modern)
	}
	contents, err := found.Read(ctx, r, uri, found.variables(uri))
	var failure *fault.Error
	if errors.As(err, &failure) && failure.Kind == fault.NotFound {
		logFailure(failure, jsonrpc.CodeInvalidParams, s.options.Log)
		return nil, noResource(uri, r.modern)
	}
	if err != nil {
		return nil, err
	}
	parts := make([]any, len(contents))
	for i, c := range contents {
		parts[i] = c.of(found, uri).wire()
	}
	return s.result(r, map[string]any{"contents": parts}, &found.Cache)
}

// of fills in the members that c leaves to the resource.
func (c Contents) of(r *resource, uri string) Contents {
	if c.URI == "" {
		c.URI = uri
	}
	if c.MIME == "" {
		c.MIME = r.MIME
	}
	if c.Meta == nil {
		c.Meta = r.Meta
	}
	return c
}

// append appends the hints as members of a result.
func (c Cache) append(b []byte) []byte {
	scope := mcp.CacheScopePrivate
	if c.Public {
		scope = mcp.CacheScopePublic
	}
	b = strconv.AppendInt(append(b, `,"ttlMs":`...), c.TTL.Milliseconds(), 10)
	return append(append(append(b, `,"cacheScope":"`...), scope...), '"')
}

// noResource is the error for an unknown resource. Before 2026-07-28 MCP had a code for it.
func noResource(uri string, modern bool) error {
	code := jsonrpc.CodeInvalidParams
	if !modern {
		code = mcp.RESOURCE_NOT_FOUND
	}
	return &jsonrpc.Error{
		Code: code, Message: fmt.Sprintf("There is no resource %q.", schema.Shorten(uri)),
		Data: struct {
			Kind fault.Kind `json:"kind"`
			URI  string     `json:"uri"`
		}{fault.NotFound, uri},
	}
}
