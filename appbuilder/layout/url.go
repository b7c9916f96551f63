package layout

import (
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mcp-adapters/appbuilder/rule"
)

const (
	maxURL     = 2000
	maxImage   = 32 << 10 // of an image within the data
	maxOrigins = 5        // of other images
)

// link reads an address on the web: https, with a host and without a password.
func (r reader) link(path string, v jsontext.Value) string {
	s := r.text(path, v, rule.Text{Max: maxURL})
	if s != "" && origin(s) == "" {
		r.faults.Add(path, "format", "Write a whole address that begins with https://.")
	}
	return s
}

// image reads a link, or a small picture as a data: URL.
func (r reader) image(path string, v jsontext.Value) string {
	s := r.text(path, v, rule.Text{Max: 2 * maxImage})
	data, isData := strings.CutPrefix(s, "data:")
	switch {
	case s == "":
	case !isData:
		if len(s) > maxURL || origin(s) == "" {
			r.faults.Add(path, "format", "Write a whole address that begins with https://.")
		}
	default:
		kind, text, _ := strings.Cut(data, ";base64,")
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil || len(decoded) == 0 || kind != "image/png" && kind != "image/jpeg" && kind != "image/webp" {
			r.faults.Add(path, "format", "A picture in the data is PNG, JPEG or WebP, in base64.")
		} else if len(decoded) > maxImage {
			r.faults.Add(path, "size", "This picture has %d KiB; one in the data may have %d.", len(decoded)>>10, maxImage>>10)
		}
	}
	return s
}

// origin returns scheme and host of an https address, or "" if s is anything else.
func origin(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.ContainsAny(s, " \t\n\"'<>\\`{}|^;,") {
		return ""
	}
	return "https://" + strings.ToLower(u.Host)
}
