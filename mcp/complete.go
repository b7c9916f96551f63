package mcp

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"mcp-adapters/mcp/schema"
)

// Complete returns suggestions for an argument that begins with value, the best
// first; others are the arguments that are known already. Clients get the first 100.
type Complete func(ctx context.Context, value string, others map[string]string) ([]string, error)

// maxSuggestions is MCP's own bound.
const maxSuggestions = 100

// completes reports whether there are suggestions for anything.
func (s *Server) completes() bool {
	for _, r := range s.templates {
		if len(r.Complete) > 0 {
			return true
		}
	}
	for _, p := range s.prompts {
		for _, a := range p.Arguments {
			if a.Complete != nil {
				return true
			}
		}
	}
	return false
}

// suggestions answers mcp-go's questions for them.
type suggestions struct{ *Server }

// CompletePromptArgument suggests values of a prompt's argument.
func (s suggestions) CompletePromptArgument(ctx context.Context, name string, argument mcp.CompleteArgument, others mcp.CompleteContext) (*mcp.Completion, error) {
	p, err := s.prompt(name)
	if err != nil {
		return nil, err
	}
	a := p.argument(argument.Name)
	if a == nil {
		return nil, unknownArgument(argument.Name, "the prompt "+p.Name)
	}
	return a.Complete.answer(ctx, argument.Value, others.Arguments)
}

// CompleteResourceArgument suggests values of a variable in a template.
func (s suggestions) CompleteResourceArgument(ctx context.Context, uri string, argument mcp.CompleteArgument, others mcp.CompleteContext) (*mcp.Completion, error) {
	for _, r := range s.templates {
		if r.URI != uri {
			continue
		}
		for _, name := range r.template.Varnames() {
			if name == argument.Name {
				return r.Complete[name].answer(ctx, argument.Value, others.Arguments)
			}
		}
		return nil, unknownArgument(argument.Name, r.URI)
	}
	if s.find(uri) != nil {
		return &mcp.Completion{}, nil // it has no variables
	}
	return nil, invalid("uri", fmt.Sprintf("There is no resource template %q", schema.Shorten(uri)))
}

func unknownArgument(name, of string) error {
	return invalid("argument", fmt.Sprintf("unknown argument %q of %s", schema.Shorten(name), of))
}

// answer asks c, which may be nil.
func (c Complete) answer(ctx context.Context, value string, others map[string]string) (*mcp.Completion, error) {
	if c == nil {
		return &mcp.Completion{}, nil
	}
	values, err := c(ctx, value, others)
	if err != nil {
		return nil, err
	}
	shown := values[:min(len(values), maxSuggestions)]
	return &mcp.Completion{Values: shown, Total: len(values), HasMore: len(shown) < len(values)}, nil
}
