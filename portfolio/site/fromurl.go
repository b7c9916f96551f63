package site

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"path"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const (
	mostImports = 10
	// imports is how many photos from addresses are in memory at a time; more wait.
	imports = 4
	// importLimit is how long all those of a request may take to arrive: less than
	// [requestLimit], so that they can still be stored.
	importLimit = 22 * time.Second

	acceptPhotos = "image/jpeg, image/png, image/webp, image/heic"
)

// imported is a photo from an address: a file that has arrived, or why it has not.
type imported struct {
	address string
	image   store.NewImage
	file    *media.Received
	err     error
}

type importedRow struct {
	ID           string `json:"id"`
	URL          string `json:"url"`
	Type         text   `json:"image_type"`
	DisplayOrder int    `json:"display_order"`
}

type importError struct {
	URL   string `json:"url"`
	Error string `json:"error"`
}

// importImages adds photos from addresses. Each succeeds or fails alone; their order is
// that of the request.
func (s *Site) importImages(c *call) (any, error) {
	list, err := importsOf(c.body)
	if err != nil {
		return nil, s.unlessUnknown(c, err)
	}
	if _, err := s.store.Project(c.ctx, c.who.ID, c.project); err != nil {
		return nil, err
	}
	s.fetchAll(c.ctx, list)
	answer := struct {
		Uploaded int           `json:"uploaded"`
		Failed   int           `json:"failed"`
		Images   []importedRow `json:"images"`
		Errors   []importError `json:"errors,omitempty"`
	}{Images: []importedRow{}}
	for i := range list {
		one := &list[i]
		var id string
		if one.err == nil {
			id, one.err = s.addImported(c, one)
			one.file.Discard()
		}
		if one.err != nil {
			answer.Errors = append(answer.Errors, importError{one.address, s.importMessage(one.err)})
			continue
		}
		answer.Images = append(answer.Images, importedRow{ID: id})
	}
	answer.Uploaded, answer.Failed = len(answer.Images), len(answer.Errors)
	return answer, s.describe(c, answer.Images)
}

// describe says of images what they have become.
func (s *Site) describe(c *call, images []importedRow) error {
	p, err := s.store.Project(c.ctx, c.who.ID, c.project)
	if err != nil {
		return err
	}
	key, err := s.signingKey(c.ctx)
	for n := range images {
		for _, row := range s.imageRows(key, p.Images...) {
			if row.ID == images[n].ID {
				images[n] = importedRow{row.ID, row.URL, row.Type, row.DisplayOrder}
			}
		}
	}
	return err
}

func importsOf(body []byte) ([]imported, error) {
	f, err := parse(body)
	if err != nil {
		return nil, err
	}
	const longest = 4096
	var list []imported
	for n, one := range f.forms("images", mostImports) {
		i := imported{address: value(one.text("url", longest))}
		i.image = store.NewImage{
			Filename: value(one.text("filename", 255)),
			Type:     store.ImageType(value(one.choiceOrNull("image_type", imageTypes...))),
			AltText:  value(one.text("alt_text", maxAltText)),
		}
		if !one.has("url") {
			one.refuse("url", "must be given")
		}
		if i.image.Filename == "" {
			if u, err := url.Parse(i.address); err == nil {
				i.image.Filename = path.Base(u.Path)
			}
		}
		f.adopt("images", n, one)
		list = append(list, i)
	}
	if !f.has("images") {
		f.refuse("images", "must be given")
	}
	return list, f.err()
}

// fetchAll fetches photos side by side.
func (s *Site) fetchAll(ctx context.Context, list []imported) {
	ctx, cancel := context.WithTimeout(ctx, importLimit)
	defer cancel()
	var all sync.WaitGroup
	for i := range list {
		all.Go(func() { list[i].err = s.fetch(ctx, &list[i]) })
	}
	all.Wait()
}

// fetch has a photo arrive as a file, so that it takes memory for a short time only.
func (s *Site) fetch(ctx context.Context, one *imported) error {
	if s.opts.Fetch == nil {
		return &fault.Error{Kind: fault.Unavailable, Message: "Photos can't be imported from addresses here; upload them."}
	}
	select {
	case s.imports <- struct{}{}:
		defer func() { <-s.imports }()
	case <-ctx.Done():
		return ctx.Err()
	}
	res, err := s.opts.Fetch.Get(ctx, one.address, acceptPhotos)
	if err != nil {
		return err
	}
	p, err := photo.Check(res.Body)
	if err != nil {
		return err
	}
	one.image.ContentType, one.image.Width, one.image.Height = string(p.Kind), p.Width, p.Height
	file, err := s.media.Receive(ctx, bytes.NewReader(p.Data), photo.MaxBytes)
	if err != nil {
		return err
	}
	if err := file.Keep(ctx, nil); err != nil {
		file.Discard()
		return err
	}
	one.file = file
	return nil
}

// addImported adds the row of a photo and puts its file in place. If that fails, the
// row is gone again; should even that fail, it is swept away as an upload that never
// came.
func (s *Site) addImported(c *call, one *imported) (id string, err error) {
	i, u, err := s.store.AddImage(c.ctx, c.who.ID, c.project, one.image)
	if err != nil {
		return "", err
	}
	err = s.finish(c.ctx, u, store.Received{
		Bytes: one.file.Bytes(), SHA256: one.file.SHA256(), Width: one.image.Width, Height: one.image.Height,
	}, one.file)
	if err != nil {
		_, undo := s.store.DeleteImage(context.WithoutCancel(c.ctx), c.who.ID, c.project, i.ID)
		err = errors.Join(err, undo)
	}
	return i.ID, err
}

// importMessage says why a photo was not imported. The log has what isn't the client's
// to see; no cause holds an address.
func (s *Site) importMessage(err error) string {
	err = uploadFailure(err)
	if e, ok := errors.AsType[*fault.Error](err); ok {
		if _, own := errors.AsType[*failure](err); !own {
			return e.Message
		}
	}
	f := failureOf(err)
	if f.status() >= 500 && f.code != timedOut {
		s.log.Error().Err(err).Msg("a photo could not be imported")
	}
	if f.details != nil {
		for field, texts := range f.details.Errors {
			for _, text := range texts {
				return field + " " + text
			}
		}
	}
	return f.message
}
