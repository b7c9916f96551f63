package site

import (
	"context"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
)

// Meta is what everyone may know of a site.
type Meta struct {
	Generator struct {
		Mode  string `json:"mode"` // "rules" or "llm"
		Model string `json:"model,omitzero"`
		Label string `json:"label"` // for people
	} `json:"generator"`
	Layouts []string       `json:"layouts"`
	Limits  map[string]int `json:"limits"`
	Auth    Auth           `json:"auth"`
	Version string         `json:"version"`
}

// Meta returns what everyone may know of the site.
func (s *Site) Meta() Meta {
	m := Meta{Layouts: layout.Names, Auth: s.opts.Auth, Version: s.opts.Version, Limits: map[string]int{
		"prompt": appbuilder.MaxPrompt, "message": appbuilder.MaxMessage, "name": appbuilder.MaxName, "description": appbuilder.MaxDescription,
		"toolName": appbuilder.MaxToolName, "toolDescription": appbuilder.MaxDescription, "slug": appbuilder.MaxSlug,
		"dataBytes": layout.MaxBytes, "columns": layout.MaxColumns, "rows": layout.MaxRows, "posts": layout.MaxPosts, "items": layout.MaxPosts,
	}}
	m.Generator.Mode, m.Generator.Label = "rules", "Built-in rules, no AI model is configured"
	if model, ok := strings.CutPrefix(s.opts.Generator.Name(), "llm:"); ok {
		m.Generator.Mode, m.Generator.Model, m.Generator.Label = "llm", model, model
	}
	return m
}

func (s *Site) getMeta(context.Context, *call) (any, error) { return s.Meta(), nil }
