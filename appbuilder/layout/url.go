package layout

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/idna"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

const (
	maxURL     = 2000
	maxImage   = 32 << 10 // of an image within the data
	maxOrigins = 5        // of other images
)

const notAddress = "Write a whole address that begins with https:// and a name, such as https://example.com/a."

// link reads an address on the web: https, with a host and without a password.
func (r reader) link(path string, v jsontext.Value) string {
	s := address(r.text(path, v, rule.Text{Max: maxURL}))
	if s != "" && origin(s) == "" {
		r.faults.Add(path, "format", notAddress)
	}
	return s
}

// image reads a link, or a small picture as a data: URL.
func (r reader) image(path string, v jsontext.Value) string {
	s := address(r.text(path, v, rule.Text{Max: 2 * maxImage}))
	data, isData := strings.CutPrefix(s, "data:")
	switch {
	case s == "":
	case !isData:
		if len(s) > maxURL || origin(s) == "" {
			r.faults.Add(path, "format", notAddress)
		}
	default:
		kind, text, _ := strings.Cut(data, ";base64,")
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil || len(decoded) == 0 || kind != "image/png" && kind != "image/jpeg" && kind != "image/webp" {
			r.faults.Add(path, "format", "A picture in the data must be PNG, JPEG or WebP, in base64.")
		} else if len(decoded) > maxImage {
			r.faults.Add(path, "size", "This picture has %d KiB; the limit is %d KiB.", kib(len(decoded)), maxImage>>10)
		}
	}
	return s
}

// kib is a size in KiB, rounded up: what is too large is never said to be as large as it may be.
func kib(n int) int { return (n + 1<<10 - 1) >> 10 }

// address is s with the scheme that https addresses are stored with, which people may write in
// capitals.
func address(s string) string {
	const scheme = "https://"
	if len(s) >= len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
		return scheme + s[len(scheme):]
	}
	return s
}

// origin returns scheme and host of an address, in the form that a policy for a page takes, or
// "" if s is anything but an [address] on the web.
func origin(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" || u.User != nil || strings.ContainsAny(s, " \t\n\"'<>\\`{}|^;,") {
		return ""
	}
	host, port := asciiHost(u.Hostname()), u.Port()
	if n, err := strconv.Atoi(port); host == "" || port != "" && (err != nil || n < 1 || n > 65535) {
		return ""
	}
	if port != "" && port != "443" {
		host += ":" + port
	}
	return "https://" + host
}

// asciiHost returns the name of a host in lower case and in ASCII, or "" if it is none that a
// policy can name: labels of letters, digits, "-" and "_", as there are in practice. "*" would be
// a wildcard, and for an address of IPv6 policies have no form.
func asciiHost(name string) string {
	name = strings.ToLower(name)
	if strings.IndexFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
		ascii, err := idna.Lookup.ToASCII(name)
		if err != nil {
			return ""
		}
		name = ascii
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return ""
		}
	}
	if len(name) > 253 {
		return ""
	}
	return name
}
