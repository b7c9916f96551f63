package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// Resource is something that a client can read by its URI.
//
// A client may add ?v= and a version to a URI when it reads it; the server ignores that.
// Earlier releases published such addresses, and clients keep them.
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

// ResourceTemplate is a family of resources whose URIs have one form.
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

// Read returns what the resource uri holds; variables are those of its template. A
// [fault.NotFound] says that there is no such resource. Results are best small:
// they are held in memory.
type Read func(ctx context.Context, r *Request, uri string, variables map[string]string) ([]Contents, error)

// Cache says for how long and by whom an answer may be cached.
type Cache struct {
	// TTL is at most an hour, since a rolling update may mix two versions. The zero
	// value is an hour for what is public, and else nothing.
	TTL    time.Duration
	Public bool // everyone gets the same bytes; a ui:// resource is public unless Private says otherwise
	// Private keeps a ui:// resource of a server that not everyone may ask from being public.
	Private bool
}

// maxTTL bounds how long clients may cache anything.
const maxTTL = time.Hour

// resource is a resource, or a template, that is ready to be read.
type resource struct {
	ResourceTemplate
	size     int64
	template mcp.URITemplate // its Template is nil for a single resource
	form     *regexp.Regexp  // what fits the template
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

// parse reads the URI as a template, whose variables must be all that Complete
// knows.
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
