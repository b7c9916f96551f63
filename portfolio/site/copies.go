package site

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// copyLimit is how long a public copy that was planned may take until it is used.
const copyLimit = 10 * time.Minute

// makeCopies writes public copies of a project's images and returns their paths, by the
// images' ids. A copy that fails is logged and left to the sweeper; the error is for a full
// disk, and for pictures that can't be made public, which it names.
func (s *Site) makeCopies(ctx context.Context, p store.Project) (map[string]string, error) {
	var private []string
	for n, i := range p.Images {
		if i.Uploaded && i.ContentType == string(photo.HEIC) {
			private = append(private, photoName(n, i))
		}
	}
	if private != nil {
		return nil, notPublic(private)
	}
	paths := make(map[string]string, len(p.Images))
	for _, i := range p.Images {
		if !i.Uploaded || i.PublicPath != "" {
			continue
		}
		switch to, err := s.writeCopy(ctx, i); {
		case errors.Is(err, media.ErrFull):
			return nil, uploadFailure(err)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			s.log.Error().Str("image", i.ID).Err(err).Msg("a photo could not be copied for the public")
		default:
			paths[i.ID] = to
		}
	}
	return paths, nil
}

// photoName is how a person may know a photo.
func photoName(n int, i store.Image) string {
	name := fmt.Sprintf("photo %d", n+1)
	base := path.Base(i.StoragePath)
	if cut := strings.LastIndexByte(base, '-'); cut > 0 {
		name += " (" + base[:cut] + path.Ext(base) + ")"
	}
	if i.AltText != "" {
		name += ", “" + i.AltText + "”"
	}
	return name
}

// notPublic says which photos can't be shown to everyone.
func notPublic(names []string) *failure {
	text := "The project can't be published with " + strings.Join(names, "; ") +
		": a HEIC may say where it was taken, and that can't be removed. Delete it and send it as a JPEG. Nothing was changed."
	return &failure{
		code: validationError, message: text,
		details: &details{Warnings: []string{text}, Missing: []string{}, Photos: names},
	}
}

// makeCopy gives an image of a published project its public copy, and reports whether it
// has one now. A HEIC gets none.
func (s *Site) makeCopy(ctx context.Context, p store.Project, i store.Image) (bool, error) {
	if i.ContentType == string(photo.HEIC) {
		return false, nil
	}
	to, err := s.writeCopy(ctx, i)
	if err != nil {
		return false, uploadFailure(err)
	}
	done, err := s.store.SetPublicFile(ctx, p.ContractorID, p.ID, i.ID, to)
	if errors.Is(err, store.ErrNotFound) {
		err = nil // it was deleted meanwhile; the copy is swept away
	}
	return done, err
}

// writeCopy writes a copy without metadata, whose path it returns. Nothing has it yet.
func (s *Site) writeCopy(ctx context.Context, i store.Image) (to string, err error) {
	to = i.ProjectID + "/" + strings.ToLower(rand.Text()) + photo.Kind(i.ContentType).Extension()
	if err := s.store.PlanPublicFile(ctx, to, copyLimit); err != nil {
		return "", err
	}
	return to, s.media.Load(ctx, media.Draft, i.StoragePath, func(data []byte) error {
		p, err := photo.Check(data)
		if err != nil {
			return err
		}
		clean, err := p.Public()
		if err != nil {
			return err
		}
		return s.media.Write(ctx, media.Public, to, bytes.NewReader(clean))
	})
}
