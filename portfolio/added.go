package portfolio

import (
	"context"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// outcome is what the model gets of a call that added photos.
type outcome struct {
	ID      string        `json:"project_id"`
	Title   *string       `json:"title,omitzero"`
	Count   *int          `json:"media_count,omitempty"`
	Missing []string      `json:"missing_fields,omitzero"`
	Status  string        `json:"upload_status"`
	Errors  []uploadError `json:"upload_errors,omitempty"`
	Images  []seen        `json:"images,omitzero"`
}

// shownMedia is what the widget gets of it.
type shownMedia struct {
	View    string     `json:"widgetTemplate"`
	Data    *mediaData `json:"widgetData,omitempty"`
	Images  []image    `json:"images,omitzero"`
	Uploads []prepared `json:"uploads"`
}

// result reads the project and returns the result of a call that added photos.
func (a *addition) result(ctx context.Context) (mcp.Result, error) {
	said := outcome{ID: a.project, Status: a.status(), Errors: a.errors}
	shown := shownMedia{View: mediaView, Uploads: append([]prepared{}, a.uploads...)}
	notes := append([]string{said.Status + "."}, a.notes...)
	if a.again > 0 {
		notes = append(notes, "An earlier call has added "+counted(a.again, "photo")+" of these, which was not done again.")
	}
	if len(a.uploads) > 0 {
		notes = append(notes, "The bytes of prepared uploads are still to come: the widget sends them.")
	}
	p, err := a.api.get(ctx, a.project)
	if err != nil {
		notes = append(notes, strings.TrimSpace(unread))
		return result(said, shown, strings.Join(notes, " "))
	}
	_ = a.api.illustrate(ctx, p) // the photos are added, whether they can be shown or not
	a.api.show(ctx, p)
	count := len(p.Images)
	said.Title, said.Count, said.Missing, said.Images = p.Title, &count, p.missing(), p.seen()
	shown.Data, shown.Images = &mediaData{full{project: p.project}, p.shown()}, p.shown()
	return result(said, shown, strings.Join(notes, " ")+lacking(p))
}
