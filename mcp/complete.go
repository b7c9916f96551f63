package mcp

import (
	"context"
	"fmt"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// Complete returns suggestions for an argument that begins with value, the best first, and whether
// there are more. others are the arguments that are known already. Clients get the first 100.
type Complete func(ctx context.Context, value string, others map[string]string) (suggestions []string, more bool, err error)

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

// complete answers a completion/complete.
func (s *Session) complete(ctx context.Context, r *Request) (jsonrpc.Result, error) {
	var params mcp.CompleteParams
	if err := r.read(&params); err != nil {
		return nil, err
	}
	var suggest Complete
	var err error
	switch ref := params.Ref.(type) {
	case mcp.PromptReference:
		suggest, err = s.forPrompt(ref.Name, params.Argument.Name)
	case mcp.ResourceReference:
		suggest, err = s.forResource(ref.URI, params.Argument.Name)
	default:
		err = invalid("", shapeMessage(r.method))
	}
	if err != nil {
		return nil, err
	}
	found, err := suggest.answer(ctx, params.Argument.Value, params.Context.Arguments)
	if err != nil {
		return nil, err
	}
	return s.result(r, map[string]any{"completion": found}, nil)
}

// forPrompt returns the suggestions of a prompt's argument, nil when it has none.
func (s *Session) forPrompt(name, argument string) (Complete, error) {
	p, err := s.prompt(name)
	if err != nil {
		return nil, err
	}
	a := p.argument(argument)
	if a == nil {
		return nil, unknownArgument(argument, "the prompt "+p.Name)
	}
	return a.Complete, nil
}

// forResource returns the suggestions of a template's variable, nil when it has none.
func (s *Session) forResource(uri, argument string) (Complete, error) {
	for _, r := range s.templates {
		if r.URI != uri {
			continue
		}
		if !slices.Contains(r.template.Varnames(), argument) {
			return nil, unknownArgument(argument, r.URI)
		}
		return r.Complete[argument], nil
	}
	if s.find(uri) != nil {
		return nil, nil // it has no variables
	}
	return nil, invalid("uri", fmt.Sprintf("There is no resource template %q", schema.Shorten(uri)))
}

func unknownArgument(name, of string) error {
	return invalid("argument", fmt.Sprintf("unknown argument %q of %s", schema.Shorten(name), of))
}

// answer calls c, which may be nil.
func (c Complete) answer(ctx context.Context, value string, others map[string]string) (*mcp.Completion, error) {
	if c == nil {
		return &mcp.Completion{Values: []string{}}, nil
	}
	values, more, err := c(ctx, value, others)
	if err != nil {
		return nil, err
	}
	shown := append([]string{}, values[:min(len(values), maxSuggestions)]...)
	found := &mcp.Completion{Values: shown, HasMore: more || len(shown) < len(values)}
	if !more {
		found.Total = len(values)
	}
	return found, nil
}
