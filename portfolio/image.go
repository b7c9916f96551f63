package portfolio

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"mcp-adapters/apiclient"
)

// image is a picture of a project.
type image struct {
	ID           string  `json:"id"`
	URL          string  `json:"url"` // absolute, "" if there is none that can be used
	ImageType    *string `json:"image_type"`
	AltText      *string `json:"alt_text"`
	DisplayOrder int     `json:"display_order"`
	// Uploaded says whether the bytes have arrived. The original doesn't send it.
	Uploaded  *bool   `json:"uploaded,omitempty"`
	CreatedAt *string `json:"created_at,omitzero"`
}

func (i image) arrived() bool { return i.Uploaded == nil || *i.Uploaded }

// inOrder sorts images as they are shown. Where the original leaves two in one place, the
// older comes first.
func inOrder(list []image) []image {
	slices.SortStableFunc(list, func(a, b image) int {
		return cmp.Or(a.DisplayOrder-b.DisplayOrder, strings.Compare(text(a.CreatedAt), text(b.CreatedAt)), strings.Compare(a.ID, b.ID))
	})
	return list
}

// gallery is an answer that is a list of images.
type gallery struct {
	Images []image `json:"images"`
}

func (g gallery) fits(*apiclient.Request) error {
	if slices.ContainsFunc(g.Images, func(i image) bool { return i.ID == "" }) {
		return apiclient.ErrShape
	}
	return nil
}

// images returns the images of a project, in order, with their addresses.
func (c *Client) images(ctx context.Context, id string) ([]image, error) {
	g, err := do[gallery](ctx, c, c.request(http.MethodGet, id, "images"))
	return inOrder(c.addressed(g.Images)), err
}

// addressed makes the addresses of images absolute.
func (c *Client) addressed(list []image) []image {
	for i := range list {
		list[i].URL = c.absolute(list[i].URL)
	}
	return list
}

// absolute returns an address that the API gave, which may be a path on its host, as one
// that can be followed from anywhere, or "".
func (c *Client) absolute(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || address == "":
		return ""
	case u.Host != "":
		if u.Scheme == "" {
			u.Scheme = c.base.Scheme
		}
		if u.Scheme != "http" && u.Scheme != "https" {
			return ""
		}
		return u.String()
	case u.Scheme != "" || !strings.HasPrefix(u.Path, "/"):
		return ""
	}
	if c.base.Path != "" && !strings.HasPrefix(u.Path, c.base.Path+"/") {
		address = c.base.EscapedPath() + address
	}
	return c.base.Scheme + "://" + c.base.Host + address
}

// illustrate gives a project the images that it shows: its own, if the answer has them
// with their addresses, else those that the API lists.
func (c *Client) illustrate(ctx context.Context, p *row) error {
	p.Images = inOrder(c.addressed(p.Images))
	var err error
	if p.Images == nil || slices.ContainsFunc(p.Images, func(i image) bool { return i.URL == "" }) {
		var list []image
		if list, err = c.images(ctx, p.ID); err == nil {
			p.Images = list
		}
	}
	p.showHero()
	return err
}

// showHero sets the address of the hero image.
func (p *row) showHero() {
	p.HeroImageURL = nil
	for _, i := range p.Images {
		if p.HeroImageID != nil && sameID(i.ID, *p.HeroImageID) && i.URL != "" {
			p.HeroImageURL = &i.URL
		}
	}
}

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
	_, err := do[anything](ctx, c, r)
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
	_, err := do[anything](ctx, c, r)
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

func (imported) fits(*apiclient.Request) error { return nil }

// importImages lets the API fetch images from addresses.
func (c *Client) importImages(ctx context.Context, id string, images []any) (imported, error) {
	r := c.request(http.MethodPost, id, "images", "from-url")
	if err := encodeBody(&r, fields{"images": images}); err != nil {
		return imported{}, err
	}
	r.Look = unseen("Call get_project_status before trying again: images may be there already.")
	return do[imported](ctx, c, r)
}
