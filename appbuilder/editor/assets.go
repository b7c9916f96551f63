package editor

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed editor.js
var scriptText string

//go:embed editor.css
var styleText string

// iconText is the picture of the program, for the tab of a browser.
const iconText = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b6e5f" d="M4 10a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6z"/><path stroke="#fff" stroke-width="2.500" stroke-linecap="round" d="M10 11h12M10 16h12M10 21h7"/></svg>`

// file is what browsers keep for good: its name changes with it.
type file struct {
	path, kind, text string
	packed           func() []byte
}

func newFile(name, kind, text string) file {
	sum := sha256.Sum256([]byte(text))
	end := path.Ext(name)
	return file{
		path: "/assets/" + strings.TrimSuffix(name, end) + "-" + hex.EncodeToString(sum[:6]) + end, kind: kind, text: text,
		packed: sync.OnceValue(func() []byte {
			var b bytes.Buffer
			w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is one
			_, _ = w.Write([]byte(text))                          // memory takes it
			_ = w.Close()
			return b.Bytes()
		}),
	}
}

var (
	script = newFile("editor.js", "text/javascript; charset=utf-8", scriptText)
	style  = newFile("editor.css", "text/css; charset=utf-8", styleText)
	icon   = newFile("icon.svg", "image/svg+xml", iconText)
)

// asset sends one of the files.
func asset(w http.ResponseWriter, r *http.Request) {
	for _, f := range []file{script, style, icon} {
		if f.path != r.URL.Path {
			continue
		}
		h := w.Header()
		h.Set("Content-Type", f.kind)
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			_, _ = w.Write(f.packed()) // a browser that went away takes no file
			return
		}
		_, _ = w.Write([]byte(f.text)) // as above
		return
	}
	http.NotFound(w, r)
}
