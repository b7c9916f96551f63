package site

import (
	"net/http"

	"mcp-adapters/portfolio/store"
)

// mediaPath is where public copies are.
const mediaPath = "/media"

// serveOriginal writes the file of an image, whoever asks may see it.
func (s *Site) serveOriginal(http.ResponseWriter, *call, store.Image) error { return noImage() }

func (s *Site) serveMedia(http.ResponseWriter, *call) error { return nothingThere() }

// mediaURL is the address of a public copy.
func (s *Site) mediaURL(path string) string { return s.opts.URL() + mediaPath + "/" + path }
