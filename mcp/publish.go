package mcp

import (
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
)

// newProtocol returns the part of the server that mcp-go is.
func (s *Server) newProtocol(o Options) *mcpserver.MCPServer {
	hooks := &mcpserver.Hooks{}
	hooks.AddOnError(keepError)
	offer := s.offer()
	options := []mcpserver.ServerOption{
		mcpserver.WithTitle(o.Title),
		mcpserver.WithInstructions(o.Instructions),
		mcpserver.WithHooks(hooks),
		mcpserver.WithToolCapabilities(offer.Tools),
		// How long a client may cache: the lists are the same all day.
		mcpserver.WithCacheHints(maxTTL.Milliseconds(), mcp.CacheScopePrivate),
	}
	if o.PageSize > 0 {
		options = append(options, mcpserver.WithPaginationLimit(o.PageSize))
	}
	if s.hasResources() {
		options = append(options, mcpserver.WithResourceCapabilities(offer.Contents, offer.Resources))
	}
	if s.hasPrompts() {
		options = append(options, mcpserver.WithPromptCapabilities(offer.Prompts))
	}
	if s.completes() {
		options = append(options, mcpserver.WithCompletions(),
			mcpserver.WithPromptCompletionProvider(suggestions{s}), mcpserver.WithResourceCompletionProvider(suggestions{s}))
	}
	if len(o.Extensions) > 0 {
		options = append(options, mcpserver.WithExtensions(o.Extensions))
	}
	if o.Logging {
		options = append(options, mcpserver.WithLogging())
	}
	return mcpserver.NewMCPServer(o.Name, o.Version, options...)
}

// offer says what may change.
func (s *Server) offer() Offer {
	if s.changes == nil {
		return Offer{}
	}
	return s.changes.Offers()
}

// hasResources reports whether there are resources, or may be.
func (s *Server) hasResources() bool {
	return len(s.resources)+len(s.templates) > 0 || s.listing != nil || s.offer().Resources
}

func (s *Server) hasPrompts() bool { return len(s.prompts) > 0 || s.offer().Prompts }

// publishAll makes the definitions known to mcp-go, which lists them and never
// calls, reads or gets one.
func (s *Server) publishAll() error {
	for _, name := range s.names {
		published, err := s.tools[name].published()
		if err != nil {
			return fmt.Errorf("tool %q: %w", name, err)
		}
		s.protocol.AddTool(published, nil)
	}
	for _, r := range s.resources {
		s.protocol.AddResource(r.single(), nil)
	}
	for _, r := range s.templates {
		s.protocol.AddResourceTemplate(r.family(), nil)
	}
	for _, p := range s.prompts {
		s.protocol.AddPrompt(p.published(), nil)
	}
	return nil
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
