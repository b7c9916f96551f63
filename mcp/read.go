package mcp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

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

// find returns the resource of that URI; nil when there is none. Of the templates
// that fit, the first counts.
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

// variables returns those of a template in a URI that fits it. That takes much longer
// than to see that it fits.
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
		logFailure(failure, jsonrpc.CodeInvalidParams, s.log)
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

// of fills in what c leaves to the resource.
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

// noResource is the error for a resource that doesn't exist. Until 2026-07-28 MCP
// had a code for it.
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
