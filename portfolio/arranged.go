package portfolio

import (
	"context"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// moveUp puts the images that were not named after those that were. The original leaves
// them where they are, in places that are taken now; this project's own API does it itself.
func (t tools) moveUp(ctx context.Context, p *row, ids []string) {
	named := func(i image) bool {
		return slices.ContainsFunc(ids, func(id string) bool { return sameID(id, i.ID) })
	}
	all, taken := slices.Clone(ids), false
	for _, i := range p.Images {
		if !named(i) {
			all = append(all, i.ID)
			taken = taken || i.DisplayOrder < len(ids)
		}
	}
	if !taken || t.api.reorder(ctx, p.ID, all) != nil {
		return // as it is then: those that were named are in their order
	}
	for i := range p.Images {
		p.Images[i].DisplayOrder = slices.IndexFunc(all, func(id string) bool { return sameID(id, p.Images[i].ID) })
	}
	inOrder(p.Images)
}

// arranged returns the result of a change of images that is done; settle, if not nil, has
// the last word on the project that was read back. If nothing has changed, there may be no
// such project.
func (t tools) arranged(ctx context.Context, id, sentence string, changed bool, settle func(*row)) (mcp.Result, error) {
	structured := struct {
		ID     string `json:"project_id"`
		Status string `json:"status"`
	}{id, "ok"}
	p, err := t.api.get(ctx, id)
	if !changed && kindOf(err) == fault.NotFound {
		return mcp.Result{}, err
	}
	if err != nil {
		return result(structured, struct {
			View string `json:"widgetTemplate"`
		}{mediaView}, sentence+unread)
	}
	_ = t.api.illustrate(ctx, p) // without their addresses the images are as they were set
	if settle != nil {
		settle(p)
	}
	return result(structured, struct {
		View   string    `json:"widgetTemplate"`
		Data   mediaData `json:"widgetData"`
		Images []image   `json:"images"`
	}{mediaView, mediaData{full{project: p.project}, p.shown()}, p.shown()}, sentence+p.withheld())
}

// unread is the end of a sentence about a write that is done.
const unread = " The project could not be read back; look at it with get_project_status."
