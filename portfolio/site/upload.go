package site

import (
	"net/http"
	"net/url"

	"mcp-adapters/portfolio/store"
)

// uploadPath is where the bytes of images are sent to; the address has the form that
// clients of Supabase know.
const uploadPath = "/storage/v1/object/upload/sign/project-images"

// uploadURL is where the bytes of an image are sent to.
func (s *Site) uploadURL(u store.Upload) string {
	return s.opts.URL() + uploadPath + "/" + u.Path + "?token=" + url.QueryEscape(u.Token)
}

func (s *Site) upload(http.ResponseWriter, *call) error { return nothingThere() }
