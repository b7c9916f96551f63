package portfolio

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

// imageURI is the form of a photo's URI.
const imageURI = "portfolio://projects/{project_id}/images/{image_id}"

// Templates returns the resources that each photo is: a small copy of it, for hosts that
// don't let a widget load pictures from the web. It is read with the caller's credentials.
func Templates(api *Client, shrink *photo.Shrinker) []mcp.ResourceTemplate {
	return []mcp.ResourceTemplate{{
		URI: imageURI, Name: "project-image", Title: "Photo of a project",
		Description: "A photo of a project as a JPEG of at most 640 pixels, upright.",
		MIME:        "image/jpeg",
		Read: func(ctx context.Context, _ *mcp.Request, _ string, variables map[string]string) ([]mcp.Contents, error) {
			small, err := api.thumbnail(ctx, shrink, variables["project_id"], variables["image_id"])
			return []mcp.Contents{{Blob: small}}, err
		},
	}}
}

// thumbnail returns a small copy of an image as a JPEG.
func (c *Client) thumbnail(ctx context.Context, shrink *photo.Shrinker, id, imageID string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	ctx, release := apiclient.Hold(ctx)
	defer release()
	for _, one := range []string{id, imageID} {
		if _, err := uuid.Parse(one); err != nil { // no photo has an id that is not one
			return nil, &fault.Error{Kind: fault.NotFound, Message: "There is no such photo; take the ids from get_project_status."}
		}
	}
	r := c.request(http.MethodGet, id, "images", imageID, "file")
	r.Noun, r.ID, r.Raw = "image", imageID, true
	got, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	p, err := photo.Check(got.Body)
	if err != nil {
		return nil, err
	}
	return shrink.Thumbnail(ctx, p)
}
