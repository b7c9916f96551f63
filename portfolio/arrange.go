package portfolio

import (
	"context"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func (t tools) reorderMedia() mcp.Tool {
	return arranging(mcp.Tool{
		Name:  "reorder_project_media",
		Title: "Put the photos in order",
		Description: "Put a project's photos in the given order; those not named follow in their old order. " +
			"It needs project_id and image_ids, from get_project_status.",
		Input: schema.Closed([]string{"project_id", "image_ids"}, one(),
			few(schema.List("image_ids", "The photos in their new order.", imageID().Schema), 1, 0)),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			id := args.Text("project_id")
			var ids []string
			for _, value := range args["image_ids"].([]any) {
				one := strings.ToLower(value.(string))
				if slices.Contains(ids, one) {
					return mcp.Result{}, invalid("image_ids", "image_ids names %s twice; name each photo once", one)
				}
				ids = append(ids, one)
			}
			if err := t.api.reorder(ctx, id, ids); err != nil {
				return mcp.Result{}, err
			}
			return t.arranged(ctx, id, "The photos are in the new order.", true, func(p *row) { t.moveUp(ctx, p, ids) })
		},
	})
}

func (t tools) setHero() mcp.Tool {
	return arranging(mcp.Tool{
		Name:  "set_project_hero_media",
		Title: "Choose the hero image",
		Description: "Choose the photo that stands for the project. " +
			"It needs project_id and hero_image_id, a photo of the project, from get_project_status.",
		Input: schema.Closed([]string{"project_id", "hero_image_id"}, one(),
			schema.From(schema.UUID("hero_image_id", "A photo of the project, from get_project_status."), "get_project_status")),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			id, hero := args.Text("project_id"), args.Text("hero_image_id")
			// The original takes the image of any project.
			p, err := t.api.get(ctx, id)
			if err != nil {
				return mcp.Result{}, err
			}
			if !slices.ContainsFunc(p.Images, func(i image) bool { return sameID(i.ID, hero) }) {
				return mcp.Result{}, &fault.Error{
					Kind: fault.NotFound, Field: "hero_image_id",
					Message: "The project has no image with id " + hero + ", so the hero image is unchanged; take an id from get_project_status.",
				}
			}
			if _, err := t.api.update(ctx, id, fields{"hero_image_id": hero}); err != nil {
				return mcp.Result{}, err
			}
			return t.arranged(ctx, id, "The hero image is set.", true, nil)
		},
	})
}

func (t tools) setLabels() mcp.Tool {
	label := schema.Closed([]string{"image_id"},
		imageID(), nullable(kind()), nullable(altText()),
		kept(schema.Typed("remove", "boolean"), "true deletes the photo for good; nothing else may be given with it."))
	tool := arranging(mcp.Tool{
		Name:  "set_project_media_labels",
		Title: "Label or remove photos",
		Description: "Say which photos show the job before, after or in progress, or a detail, and what they show; or delete photos for good. Only what is given changes. " +
			"It needs project_id and labels, each with an image_id from get_project_status.",
		Input: schema.Closed([]string{"project_id", "labels"}, one(), few(schema.List("labels", "One for each photo to change.", label), 1, 0)),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			id := args.Text("project_id")
			labels, removed, err := labelsOf(args["labels"].([]any))
			if err != nil {
				return mcp.Result{}, err
			}
			done, changed, err := t.relabel(ctx, id, labels, removed)
			if err != nil {
				return mcp.Result{}, err
			}
			return t.arranged(ctx, id, done, changed, nil)
		},
	})
	tool.Hints.Destructive = true // it can delete
	return tool
}

// labelsOf returns the labels to set, and the ids of the images to delete.
func labelsOf(list []any) (labels []fields, removed []string, err error) {
	for i, value := range list {
		label := value.(map[string]any)
		id := label["image_id"].(string)
		remove, _ := label["remove"].(bool)
		delete(label, "remove")
		switch {
		case !remove:
			labels = append(labels, label)
		case len(label) > 1:
			return nil, nil, invalid("labels", "labels[%d] both labels and removes the photo %s; do one of them", i, id)
		case !slices.ContainsFunc(removed, func(other string) bool { return sameID(id, other) }):
			removed = append(removed, id)
		}
	}
	for _, l := range labels {
		id := l["image_id"].(string)
		if slices.ContainsFunc(removed, func(other string) bool { return sameID(id, other) }) {
			return nil, nil, invalid("labels", "labels both labels and removes the photo %s; do one of them", id)
		}
	}
	return labels, removed, nil
}

// relabel sets the labels and then deletes. An image that is gone already is no failure:
// hosts repeat calls. If all were gone, nothing has changed.
func (t tools) relabel(ctx context.Context, id string, labels []fields, removed []string) (done string, changed bool, err error) {
	var said []string
	if len(labels) > 0 {
		if err := t.api.label(ctx, id, labels); err != nil {
			return "", false, err
		}
		said = append(said, "The labels are saved.")
	}
	gone := 0
	for i, image := range removed {
		switch err := t.api.deleteImage(ctx, id, image); {
		case kindOf(err) == fault.NotFound:
			gone++
		case err != nil:
			return "", false, afterSome(err, said, i-gone)
		}
	}
	if n := len(removed) - gone; n > 0 {
		said = append(said, "Removed "+counted(n, "photo")+".")
	}
	changed = len(said) > 0
	if gone > 0 {
		said = append(said, counted(gone, "photo")+" to be removed was not there any more.")
	}
	return strings.Join(said, " "), changed, nil
}

// afterSome adds to a failure what was done before it.
func afterSome(err error, said []string, removed int) error {
	if removed > 0 {
		said = append(said, "Removed "+counted(removed, "photo")+" before.")
	}
	e := *asFault(err)
	if len(said) > 0 {
		e.Message += " " + strings.Join(said, " ")
	}
	return &e
}

// arranging completes a tool that changes images.
func arranging(t mcp.Tool) mcp.Tool {
	t.Hints = mcp.Hints{Idempotent: true}
	t.Output = schema.Open([]string{"project_id", "status"}, outID(), outStatus())
	return t
}

func imageID() schema.Property {
	return schema.From(schema.UUID("image_id", "From get_project_status."), "get_project_status")
}
