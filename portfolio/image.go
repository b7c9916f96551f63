package portfolio

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// image is a picture of a project.
type image struct {
	ID           string  `json:"id"`
	URL          string  `json:"url"` // absolute, "" if there is none that can be used
	ImageType    *string `json:"image_type"`
	AltText      *string `json:"alt_text"`
	DisplayOrder int     `json:"display_order"`
	// Uploaded says whether the bytes have arrived. The original doesn't send it.
	Uploaded *bool `json:"uploaded,omitempty"`
	// StoragePath ends as the kind of the file does; the original has .jpg for a HEIC.
	StoragePath string  `json:"storage_path,omitempty"`
	CreatedAt   *string `json:"created_at,omitzero"`
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
	if g.Images == nil || slices.ContainsFunc(g.Images, func(i image) bool { return i.ID == "" }) {
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
