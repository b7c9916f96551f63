package site

import (
	"errors"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// mediaPath is where public copies are.
const mediaPath = "/media"

// mediaURL is the address of a public copy.
func (s *Site) mediaURL(path string) string { return s.opts.URL() + mediaPath + "/" + path }

// serveOriginal writes the file of an image, whoever asks may see it.
func (s *Site) serveOriginal(w http.ResponseWriter, c *call, i store.Image) error {
	return s.servePhoto(w, c, media.Draft, i.StoragePath, i)
}

// serveMedia writes a public copy, as long as it is public: the database says so, whatever
// is left in the folder.
func (s *Site) serveMedia(w http.ResponseWriter, c *call) error {
	project, _, _ := strings.Cut(c.PathValue("path"), "/")
	i, err := s.store.PublicImage(c.ctx, project, c.PathValue("path"))
	if errors.Is(err, store.ErrNotFound) {
		return nothingThere()
	}
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "public, max-age=300")
	return s.servePhoto(w, c, media.Public, i.PublicPath, i)
}

// servePhoto writes a file, which never changes under its name.
func (s *Site) servePhoto(w http.ResponseWriter, c *call, side media.Side, name string, i store.Image) error {
	file, err := s.media.Open(c.ctx, side, name)
	if errors.Is(err, fs.ErrNotExist) {
		s.log.Error().Str("image", i.ID).Str("side", string(side)).Msg("the file of a photo is missing")
		w.Header().Del("Cache-Control")
		return noImage()
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	h := w.Header()
	h.Set("Content-Type", i.ContentType)
	h.Set("Content-Disposition", "inline")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("ETag", `"`+string(side)+`-`+i.SHA256+`"`)
	http.ServeContent(w, c.Request, "", time.Time{}, file)
	return nil
}
