package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// Prompt is a template of messages that a person picks in the client.
type Prompt struct {
	Name        string // no two prompts have the same
	Title       string
	Description string
	Arguments   []PromptArgument
	Meta        map[string]any
	// Get returns the messages. Required arguments are present, and unknown arguments are not.
	Get func(ctx context.Context, r *Request, arguments map[string]string) (Messages, error)
}

// PromptArgument is text that a person fills in.
type PromptArgument struct {
	Name        string
	Title       string
	Description string
	Required    bool
	Complete    Complete // nil: there are no suggestions
}

// Messages are the result of a prompt.
type Messages struct {
	Description string
	Messages    []Message
}

// Message is a message from one of the roles "user" and "assistant".
type Message struct {
	Role    string  `json:"role"`
	Content Content `json:"content"`
}

// addPrompts checks and keeps the definitions.
func (s *Server) addPrompts(prompts []Prompt) error {
	s.prompts = map[string]*Prompt{}
	for _, p := range prompts {
		var err error
		switch {
		case p.Name == "":
			err = errors.New("it has no name")
		case p.Get == nil:
			err = errors.New("it has no messages")
		case s.prompts[p.Name] != nil:
			err = errors.New("there are two of this name")
		}
		for i, a := range p.Arguments {
			if a.Name == "" || slices.IndexFunc(p.Arguments, func(b PromptArgument) bool { return b.Name == a.Name }) < i {
				err = errors.New("an argument has no name, or the name of another argument")
			}
		}
		if err != nil {
			return fmt.Errorf("prompt %q: %w", p.Name, err)
		}
		s.prompts[p.Name] = &p
		s.promptNames = append(s.promptNames, p.Name)
	}
	return nil
}

// prompt returns the prompt of that name.
func (s *Server) prompt(name string) (*Prompt, error) {
	if p := s.prompts[name]; p != nil {
		return p, nil
	}
	return nil, invalid("name", fmt.Sprintf("There is no prompt %q; the prompts are %s", schema.Shorten(name), strings.Join(s.promptNames, ", ")))
}

// argument returns the argument of that name; nil when the prompt has none.
func (p *Prompt) argument(name string) *PromptArgument {
	i := slices.IndexFunc(p.Arguments, func(a PromptArgument) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &p.Arguments[i]
}

// accept checks the arguments of a prompts/get.
func (p *Prompt) accept(raw json.RawMessage) (map[string]string, error) {
	given := map[string]string{}
	if raw != nil && string(raw) != "null" {
		err := eachMember(raw, func(name []byte, value json.RawMessage) error {
			if p.argument(string(name)) == nil {
				return invalid(string(name), fmt.Sprintf("unknown argument %q of the prompt %s", schema.Shorten(string(name)), p.Name))
			}
			argument, err := text(value)
			if err != nil || value[0] != '"' {
				return invalid(string(name), string(name)+" must be text")
			}
			given[string(name)] = argument
			return nil
		})
		if errors.Is(err, errNotObject) {
			err = invalid("arguments", "arguments must be an object")
		}
		if err != nil {
			return nil, err
		}
	}
	for _, a := range p.Arguments {
		if _, ok := given[a.Name]; a.Required && !ok {
			return nil, invalid(a.Name, a.Name+" is required")
		}
	}
	return given, nil
}

// get answers a prompts/get.
func (s *Session) get(ctx context.Context, r *Request) (jsonrpc.Result, error) {
	name, err := text(r.name)
	if name == "" || err != nil {
		return nil, invalid("name", "params.name must be the name of a prompt")
	}
	p, err := s.prompt(name)
	if err != nil {
		return nil, err
	}
	arguments, err := p.accept(r.arguments)
	if err != nil {
		return nil, err
	}
	messages, err := p.Get(ctx, r, arguments)
	if err != nil {
		return nil, err
	}
	if messages.Messages == nil {
		messages.Messages = []Message{}
	}
	b, err := encode(struct {
		Description string    `json:"description,omitempty"`
		Messages    []Message `json:"messages"`
	}{messages.Description, messages.Messages})
	if err != nil {
		return nil, fmt.Errorf("encode a prompt: %w", err)
	}
	return jsonrpc.Raw(slices.Concat(b[:len(b)-1], s.tail(nil, r.modern), []byte("}"))), nil
}
