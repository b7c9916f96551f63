package mcp

import (
	"encoding/json"
	"maps"

	"github.com/mark3labs/mcp-go/mcp"
)

// securitySchemes is the member of a tool that says how a client signs in for it. It is
// OpenAI's, who read it in _meta as well.
const securitySchemes = "securitySchemes"

// securityScheme is one way to sign in.
type securityScheme struct {
	Type   string   `json:"type"`
	Scopes []string `json:"scopes"`
}

// schemes returns how a client signs in for the tool; nil: the tool doesn't say.
func (t *Tool) schemes() []securityScheme {
	if t.Scopes == nil {
		return nil
	}
	return []securityScheme{{"oauth2", t.Scopes}}
}

// meta returns _meta of the tool, complete.
func (t *Tool) meta() map[string]any {
	if t.Scopes == nil {
		return t.Meta
	}
	all := map[string]any{securitySchemes: t.schemes()}
	maps.Copy(all, t.Meta)
	return all
}

// securedTool is a tool with the member that mcp-go doesn't know.
type securedTool struct {
	mcp.Tool

	schemes []securityScheme
}

// MarshalJSON adds the member at the end.
func (t securedTool) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(t.Tool)
	if err != nil || t.schemes == nil {
		return text, err
	}
	schemes, err := json.Marshal(t.schemes)
	end := len(text) - 1
	text = append(append(text[:end], `,"`+securitySchemes+`":`...), schemes...)
	return append(text, '}'), err
}
