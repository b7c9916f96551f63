package site

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
)

// tag returns what stands for the answer to a request in the header ETag, "" if it has none.
// While it is the same the answer is: it is made of all that the answer is, who asked, for
// what, where the site is, when addresses are signed anew, and the version of the store,
// which tells whether the one who asked may still do so. So a request that has it needs no
// further look. It must be made before anything is read.
func (s *Site) tag(r *http.Request, route *route) string {
	if route == nil || !route.tagged {
		return ""
	}
	who := Acting(r.Context())
	if sent := r.Header["Authorization"]; who == "" && len(sent) == 1 {
		who = "\x00" + sent[0]
	}
	version, err := s.store.Version(r.Context())
	if who == "" || version == "" || err != nil { // the answer will tell what is wrong
		return ""
	}
	h := sha256.New()
	for _, part := range []string{version, who, r.URL.EscapedPath(), s.opts.URL(), strconv.FormatInt(s.signedUntil(), 36)} {
		_, _ = h.Write(strconv.AppendQuote(nil, part)) // never fails
	}
	return `"` + base64.RawURLEncoding.EncodeToString(h.Sum(nil)) + `"`
}

// setTag lets a client keep an answer, and ask each time whether it is still right.
func setTag(w http.ResponseWriter, tag string) {
	if tag != "" {
		w.Header().Set("ETag", tag)
		w.Header().Set("Cache-Control", "private, no-cache")
	}
}
