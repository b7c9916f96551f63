package portfolio

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func (t tools) createDraft() mcp.Tool {
	return mcp.Tool{
		Name:  "create_project_draft",
		Title: "Create a draft",
		Description: "Create a draft case study of a finished job and return its project_id and what publishing still needs. " +
			"Use it when a contractor describes a job that list_projects does not have. Nothing is required; give what is known. " +
			"Each call creates another draft: if one failed, look with list_projects first.",
		Meta:  map[string]any{"openai/widgetAccessible": false},
		Input: schema.Closed([]string{}, slices.Concat(heading(), narrative())...),
		Output: schema.Open([]string{"project_id", "missing_fields"},
			outID(), outMissing(), kept(schema.Typed("not_saved", "array"), "Fields that could not be saved; send them again with update_project_sections.")),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			p, err := t.api.create(ctx, fields(args))
			if err != nil {
				return mcp.Result{}, err
			}
			p, unsaved := t.complete(ctx, p, args)
			p.Images = t.api.addressed(p.Images)
			p.showHero()
			data := p.draftData()
			sentence := "The draft is saved." + lacking(p)
			if unsaved != nil {
				sentence += " These were not saved: " + strings.Join(unsaved, ", ") + "; send them again with update_project_sections, and don't create another draft."
			}
			return result(struct {
				ID      string   `json:"project_id"`
				Missing []string `json:"missing_fields"`
				Unsaved []string `json:"not_saved,omitempty"`
			}{p.ID, data.Missing, unsaved}, struct {
				View    string    `json:"widgetTemplate"`
				Data    draftData `json:"widgetData"`
				Project full      `json:"project"`
			}{draftView, data, data.Project}, sentence)
		},
	}
}

// complete saves those parts of the story that a new draft lacks: an API may take them
// only with a change. It returns the names of what could not be saved; the draft is there
// all the same.
func (t tools) complete(ctx context.Context, p *row, args schema.Arguments) (_ *row, unsaved []string) {
	left := fields{}
	for _, name := range narrated {
		if want, given := args[name]; given && !p.holds(fields{name: want}) {
			left[name] = want
		}
	}
	if len(left) == 0 {
		return p, nil
	}
	whole, err := t.api.update(ctx, p.ID, left)
	if err != nil {
		return p, slices.DeleteFunc(slices.Clone(narrated), func(name string) bool { return left[name] == nil })
	}
	return whole, nil
}

func (t tools) updateSections() mcp.Tool {
	return t.update(mcp.Tool{
		Name:  "update_project_sections",
		Title: "Save the story",
		Description: "Save the story of a project: summary, challenge, solution, results, outcome_highlights. Only the fields that are given change; an empty text clears one. " +
			"Use it when you have written or changed text. It needs project_id and at least one field.",
		Input: schema.Change([]string{"project_id"}, slices.Concat([]schema.Property{one()}, narrative())...),
	})
}

func (t tools) updateMeta() mcp.Tool {
	return t.update(mcp.Tool{
		Name:  "update_project_meta",
		Title: "Save the details",
		Description: "Save the details of a project: title, project type, city, state, duration, tags, materials, techniques, and the title and description for search engines. " +
			"Only the fields that are given change; an empty text or list clears one. It needs project_id and at least one field.",
		Input: schema.Change([]string{"project_id"}, slices.Concat([]schema.Property{one()}, heading(), []schema.Property{
			line("duration", "Such as 3 days.", 50),
			lines("tags", ""), lines("materials", ""), lines("techniques", ""),
			line("seo_title", "For search engines.", 70),
			line("seo_description", "For search engines.", 160),
		})...),
	})
}

// update makes a tool that changes fields of a project.
func (t tools) update(tool mcp.Tool) mcp.Tool {
	tool.Hints = mcp.Hints{Idempotent: true}
	tool.Output = schema.Open([]string{"project_id", "missing_fields", "can_publish"}, outID(), outMissing(), outCan())
	tool.Call = func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
		changed := fields(maps.Clone(args))
		delete(changed, "project_id")
		p, err := t.api.update(ctx, args.Text("project_id"), changed)
		if err != nil {
			return mcp.Result{}, err
		}
		p.Images = inOrder(t.api.addressed(p.Images))
		p.showHero()
		data := p.draftData()
		return result(struct {
			ID         string   `json:"project_id"`
			Missing    []string `json:"missing_fields"`
			CanPublish bool     `json:"can_publish"`
		}{p.ID, data.Missing, data.CanPublish}, struct {
			View    string    `json:"widgetTemplate"`
			Data    draftData `json:"widgetData"`
			Project full      `json:"project"`
		}{draftView, data, data.Project}, p.name()+" is saved."+lacking(p))
	}
	return tool
}

// same reports whether a value of a row is one that was sent: empty is absent, and white
// space around a text doesn't count.
func same(now, want any) bool { return normal(now) == normal(want) }

// normal returns a text or a list of texts in one form, "" for nothing.
func normal(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case *string:
		return strings.TrimSpace(text(v))
	case []any:
		var parts []string
		for _, part := range v {
			parts = append(parts, normal(part))
		}
		return strings.Join(parts, "\x00")
	}
	return ""
}
