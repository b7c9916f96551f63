package site

import (
	"net/http"
	"strings"
)

// Admits reports whether a request shows that it may be made: by a token that is a
// contractor's, or to an address that was signed for an upload. It decides whose connection
// stays when there are too many; the request itself is judged again.
func (s *Site) Admits(r *http.Request) bool {
	if path, ok := strings.CutPrefix(r.URL.Path, uploadPath+"/"); ok {
		if token := r.URL.Query().Get("token"); r.Method == http.MethodPut && token != "" {
			_, err := s.store.BeginUpload(r.Context(), token, path)
			return err == nil
		}
		return false
	}
	if r.Header.Get("Authorization") == "" || !strings.HasPrefix(r.URL.Path, "/api/") {
		return false
	}
	_, err := s.authenticate(r)
	return err == nil
}
