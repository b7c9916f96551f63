package site

import (
	"errors"
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// mostImages is how many a project may have, and so how many a request may name.
const mostImages = 200

var imageTypes = []string{string(store.Before), string(store.After), string(store.Progress), string(store.Detail)}

func (s *Site) listImages(c *call) (any, error) {
	p, err := s.store.Project(c.ctx, c.who.ID, c.project)
	return struct {
		Images []imageRow `json:"images"`
	}{s.imageRows(c.key, p.Images...)}, err
}

func (s *Site) addImage(c *call) (any, error) {
	n, err := newImageOf(c.body)
	if err != nil {
		return nil, s.unlessUnknown(c, err)
	}
	i, u, err := s.store.AddImage(c.ctx, c.who.ID, c.project, n)
	if err != nil {
		return nil, err
	}
	type upload struct {
		SignedURL string `json:"signed_url"`
		Token     string `json:"token"`
		Path      string `json:"path"`
	}
	return struct {
		Image  imageRow `json:"image"`
		Upload upload   `json:"upload"`
	}{s.imageRows(c.key, i)[0], upload{s.uploadURL(u), u.Token, u.Path}}, nil
}

func newImageOf(body []byte) (n store.NewImage, err error) {
	f, err := parse(body)
	if err != nil {
		return n, err
	}
	n = store.NewImage{
		Filename:    value(f.text("filename", 255)),
		ContentType: value(f.choice("content_type", "image/jpeg", "image/png", "image/webp", "image/heic")),
		Type:        store.ImageType(value(f.choice("image_type", imageTypes...))),

		DisplayOrder: f.whole("display_order", 0),
		Width:        value(f.whole("width", 1)), Height: value(f.whole("height", 1)),
	}
	if n.Filename == "" && f.errors["filename"] == nil {
		f.refuse("filename", "must have between 1 and 255 characters")
	}
	if !f.has("content_type") {
		f.refuse("content_type", "must be given")
	}
	return n, f.err()
}

// maxAltText is how long what is said of an image may be, which the contract leaves open.
const maxAltText = 500

func (s *Site) arrangeImages(c *call) (any, error) {
	order, labels, err := arrangementOf(c.body)
	if err != nil {
		return nil, s.unlessUnknown(c, err)
	}
	if _, err := s.store.ArrangeImages(c.ctx, c.who.ID, c.project, order, labels); err != nil {
		return nil, err
	}
	return struct {
		Reordered          bool `json:"reordered"`
		ReorderedCount     int  `json:"reorderedCount"`
		LabelsUpdated      bool `json:"labelsUpdated"`
		LabelsUpdatedCount int  `json:"labelsUpdatedCount"`
	}{len(order) > 0, len(order), len(labels) > 0, len(labels)}, nil
}

func arrangementOf(body []byte) (order []string, labels []store.Label, err error) {
	f, err := parse(body)
	if err != nil {
		return nil, nil, err
	}
	if !f.has("image_ids") && !f.has("labels") {
		return nil, nil, invalid("image_ids", "must be given, or labels")
	}
	if v := member[[]string](f, "image_ids", "a list of UUIDs"); v != nil {
		if n := len(*v); n < 1 || n > mostImages {
			f.refuse("image_ids", "must have between 1 and %d entries; it has %d", mostImages, n)
		}
		for n, text := range *v {
			u := id(text)
			if u == "" {
				f.refuse("image_ids", "must be UUIDs; entry %d is not one", n+1)
				break
			}
			order = append(order, u)
		}
	}
	for n, l := range f.forms("labels", mostImages) {
		label := store.Label{ImageID: value(l.id("image_id")), Type: (*store.ImageType)(l.choiceOrNull("image_type", imageTypes...))}
		if label.AltText = new(string); !l.isNull("alt_text") {
			label.AltText = l.text("alt_text", maxAltText)
		}
		if !l.has("image_id") {
			l.refuse("image_id", "must be given")
		}
		f.adopt("labels", n, l)
		labels = append(labels, label)
	}
	return order, labels, f.err()
}

func (s *Site) deleteImage(c *call) (any, error) {
	f, err := parse(c.body)
	if err != nil {
		return nil, s.unlessUnknown(c, err)
	}
	image := f.id("image_id")
	if !f.has("image_id") {
		f.refuse("image_id", "must be given")
	}
	if err := f.err(); err != nil {
		return nil, s.unlessUnknown(c, err)
	}
	if _, err := s.store.DeleteImage(c.ctx, c.who.ID, c.project, *image); err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return nil, s.unlessUnknown(c, noImage())
		}
		return nil, err
	}
	s.removeFiles(c.ctx)
	return deleted{true}, nil
}

// validateImages says which images have no bytes, or none yet.
func (s *Site) validateImages(c *call) (any, error) {
	p, err := s.store.Project(c.ctx, c.who.ID, c.project)
	if err != nil {
		return nil, err
	}
	valid, orphaned := []string{}, []string{}
	for _, i := range p.Images {
		if i.Uploaded {
			valid = append(valid, i.ID)
		} else {
			orphaned = append(orphaned, i.ID)
		}
	}
	return struct {
		Total    int      `json:"total"`
		Valid    []string `json:"valid"`
		Orphaned []string `json:"orphaned"`
	}{len(p.Images), valid, orphaned}, nil
}

// dropUnsent deletes the images that have no bytes.
func (s *Site) dropUnsent(c *call) (any, error) {
	ids, err := s.store.DeleteUnsent(c.ctx, c.who.ID, c.project)
	if err != nil {
		return nil, err
	}
	s.removeFiles(c.ctx)
	return struct {
		Deleted    int      `json:"deleted"`
		DeletedIDs []string `json:"deletedIds,omitempty"`
	}{len(ids), ids}, nil
}

// findImage returns an image of a project of the caller's.
func (s *Site) findImage(c *call) (store.Project, store.Image, error) {
	p, err := s.store.Project(c.ctx, c.who.ID, c.project)
	if err != nil {
		return p, store.Image{}, err
	}
	for _, i := range p.Images {
		if i.ID == c.image {
			return p, i, nil
		}
	}
	return p, store.Image{}, noImage()
}

// syncImage gives an image its public copy, if the project is public.
func (s *Site) syncImage(c *call) (any, error) {
	p, i, err := s.findImage(c)
	if err != nil {
		return nil, err
	}
	synced := i.PublicPath != ""
	if p.Status == store.Published && i.Uploaded && !synced {
		if synced, err = s.makeCopy(c.ctx, p, i); err != nil {
			return nil, err
		}
	}
	return struct {
		Synced bool `json:"synced"`
	}{synced}, nil
}

// serveFile serves the file of an image to who has its signed address, or the
// contractor's token.
func (s *Site) serveFile(w http.ResponseWriter, c *call) error {
	i, err := s.imageForReader(c)
	if err != nil {
		return err
	}
	if !i.Uploaded {
		return fail(notFound, "The bytes of this image have not arrived.")
	}
	w.Header().Set("Cache-Control", "private, max-age=300")
	return s.serveOriginal(w, c, i)
}

func (s *Site) imageForReader(c *call) (i store.Image, err error) {
	query := c.URL.Query()
	if query.Has("sig") {
		key, err := s.signingKey(c.ctx)
		if err != nil {
			return i, err
		}
		if s.checkSignature(key, c.project, c.image, query) {
			i, err = s.store.SignedImage(c.ctx, c.project, c.image)
			if errors.Is(err, store.ErrNotFound) {
				err = noImage()
			}
			return i, err
		}
		if Acting(c.ctx) == "" && c.Header.Get("Authorization") == "" {
			return i, fail(unauthorized, "This address of a picture works no longer; get the project again for a new one.")
		}
	}
	if c.who, err = s.authenticate(c.Request); err != nil {
		return i, err
	}
	_, i, err = s.findImage(c)
	return i, err
}
