package portfolio

import (
	"context"
	"net/http"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// added is an answer to a new image: its row, and where its bytes go.
type added struct {
	Image  *image  `json:"image"`
	Upload *upload `json:"upload"`
}

// upload is where the bytes of an image go. It is a secret for a short while.
type upload struct {
	SignedURL string `json:"signed_url"`
	Token     string `json:"token"`
	Path      string `json:"path"`
}

func (a added) fits(*apiclient.Request) error {
	if a.Image == nil || a.Image.ID == "" || a.Upload == nil || a.Upload.SignedURL == "" {
		return apiclient.ErrShape
	}
	return nil
}

// addImage adds an image to a project, whose bytes are still to come.
func (c *Client) addImage(ctx context.Context, id string, fields fields) (added, error) {
	r := c.request(http.MethodPost, id, "images")
	if err := encodeBody(&r, fields); err != nil {
		return added{}, err
	}
	r.Look = unseen("Call get_project_status before trying again: the image may be there already.")
	a, err := do[added](ctx, c, r)
	if err == nil {
		a.Upload.SignedURL = c.absolute(a.Upload.SignedURL)
		c.issued.add(a.Image.ID)
	}
	return a, err
}

// reorder puts the images with those ids first.
func (c *Client) reorder(ctx context.Context, id string, ids []string) error {
	return c.changeImages(ctx, id, fields{"image_ids": ids}, func(list []image) bool { return ordered(list, ids) })
}

// label sets labels, each an object with an image_id.
func (c *Client) label(ctx context.Context, id string, labels []fields) error {
	return c.changeImages(ctx, id, fields{"labels": labels}, func(list []image) bool {
		return !slices.ContainsFunc(labels, func(l fields) bool {
			return !slices.ContainsFunc(list, func(i image) bool { return i.labelled(l) })
		})
	})
}

// labelled reports whether an image is as a label says.
func (i image) labelled(label fields) bool {
	id, _ := label["image_id"].(string)
	if !sameID(i.ID, id) {
		return false
	}
	for name, now := range map[string]*string{"image_type": i.ImageType, "alt_text": i.AltText} {
		if want, given := label[name]; given && !same(now, want) {
			return false
		}
	}
	return true
}

func (c *Client) changeImages(ctx context.Context, id string, change fields, done func([]image) bool) error {
	r := c.request(http.MethodPatch, id, "images")
	if err := encodeBody(&r, change); err != nil {
		return err
	}
	r.Look, r.Resend = c.lookForImages(id, done), true
	_, err := do[changed](ctx, c, r)
	return err
}

// deleteImage deletes an image with its bytes.
func (c *Client) deleteImage(ctx context.Context, id, imageID string) error {
	r := c.request(http.MethodDelete, id, "images")
	r.Noun, r.ID = "image", imageID
	if err := encodeBody(&r, fields{"image_id": imageID}); err != nil {
		return err
	}
	r.Look = c.lookForImages(id, func(list []image) bool {
		return !slices.ContainsFunc(list, func(i image) bool { return sameID(i.ID, imageID) })
	})
	r.Resend = true
	_, err := do[changed](ctx, c, r)
	return err
}

// imported is an answer to an import of images from addresses.
type imported struct {
	Images []image `json:"images"`
	Errors []struct {
		URL   string `json:"url"`
		Error string `json:"error"`
	} `json:"errors"`
}

func (i imported) fits(*apiclient.Request) error {
	if i.Images == nil && i.Errors == nil {
		return apiclient.ErrShape
	}
	return nil
}

// importImages lets the API fetch images from addresses.
func (c *Client) importImages(ctx context.Context, id string, images []any) (imported, error) {
	r := c.request(http.MethodPost, id, "images", "from-url")
	if err := encodeBody(&r, fields{"images": images}); err != nil {
		return imported{}, err
	}
	r.Look = unseen("Call get_project_status before trying again: images may be there already.")
	return do[imported](ctx, c, r)
}
