package portfolio

import (
	"context"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func (t tools) publishProject() mcp.Tool {
	return mcp.Tool{
		Name:  "publish_project",
		Title: "Publish a project",
		Description: "Publish a project, so that everyone can read it, and return the address of its page. " +
			"Use it only when the contractor has said so. If something is missing, nothing changes and missing_fields names it. It needs project_id.",
		Hints:  mcp.Hints{Destructive: true, Idempotent: true, OpenWorld: true},
		Input:  schema.Closed([]string{"project_id"}, one()),
		Output: schema.Open([]string{"project_id", "status", "url"}, outID(), outStatus(), outURL()),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			id := args.Text("project_id")
			p, err := t.api.publish(ctx, id)
			if kindOf(err) == fault.Conflict {
				p, err = t.settled(ctx, id, published, err)
			}
			if err != nil {
				return mcp.Result{}, t.notReady(ctx, id, err)
			}
			_ = t.api.illustrate(ctx, p) // it is published, whether its pictures can be shown or not
			data := t.statusData(p, p.missing())
			data.Missing = []string{}
			return result(struct {
				ID     string `json:"project_id"`
				Status string `json:"status"`
				URL    string `json:"url"`
			}{p.ID, p.Status, data.PublicURL}, statusMeta(data), strings.TrimSpace(p.name()+" is published: "+data.PublicURL+" "+t.PageNote))
		},
	}
}

func (t tools) unpublishProject() mcp.Tool {
	return mcp.Tool{
		Name:  "unpublish_project",
		Title: "Take a project back to draft",
		Description: "Unpublish a project: it becomes a draft again, and its public page is removed. Nothing is lost. " +
			"Use it only when the contractor has said so. It needs project_id.",
		Hints:  mcp.Hints{Destructive: true, Idempotent: true, OpenWorld: true},
		Input:  schema.Closed([]string{"project_id"}, one()),
		Output: schema.Open([]string{"project_id", "status"}, outID(), outStatus()),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			id := args.Text("project_id")
			p, err := t.api.unpublish(ctx, id)
			done := " is a draft now; its public page is gone."
			if kindOf(err) == fault.Conflict {
				p, err = t.settled(ctx, id, draft, err)
				done = " is a draft, and has no public page."
			}
			if err != nil {
				return mcp.Result{}, err
			}
			_ = t.api.illustrate(ctx, p) // it is a draft, whether its pictures can be shown or not
			return result(struct {
				ID     string `json:"project_id"`
				Status string `json:"status"`
			}{p.ID, p.Status}, statusMeta(t.statusData(p, p.missing())), p.name()+done+lacking(p))
		},
	}
}

// settled returns the project that a conflict is about if it has the wanted status
// already: hosts repeat calls.
func (t tools) settled(ctx context.Context, id, status string, refused error) (*row, error) {
	p, err := t.api.get(ctx, id)
	switch {
	case err != nil:
		return nil, refused
	case p.Status != status:
		return nil, conflict(p)
	}
	return p, nil
}

// shownStatus is the _meta of a result about a project's status.
type shownStatus struct {
	View    string     `json:"widgetTemplate"`
	Data    statusData `json:"widgetData"`
	Project full       `json:"project"`
}

func statusMeta(data statusData) shownStatus { return shownStatus{statusView, data, data.Project} }
