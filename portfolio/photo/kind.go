package photo

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/image/webp"
)

// Kind is a format of photos. Its value is the content type.
type Kind string

// The formats.
const (
	JPEG Kind = "image/jpeg"
	PNG  Kind = "image/png"
	WebP Kind = "image/webp"
	HEIC Kind = "image/heic"
)

// format is what this package can do with a kind.
type format struct {
	name, extension string
	walk            func(data []byte) (layout, error)
	join            func(layout) []byte
	decodeConfig    func(io.Reader) (image.Config, error)
	decode          func(io.Reader) (image.Image, error)
}

func (f format) config(data []byte) (image.Config, error) {
	return f.decodeConfig(bytes.NewReader(data))
}

var formats = map[Kind]format{
	JPEG: {"JPEG", ".jpg", walkJPEG, joinJPEG, jpeg.DecodeConfig, jpeg.Decode},
	PNG:  {"PNG", ".png", walkPNG, joinPNG, png.DecodeConfig, png.Decode},
	WebP: {"WebP", ".webp", walkWebP, joinWebP, webp.DecodeConfig, webp.Decode},
	HEIC: {"HEIC", ".heic", walkHEIC, nil, nil, nil},
}

// Name returns what people call the format.
func (k Kind) Name() string { return formats[k].name }

// Extension returns the end of a file's name, with its dot.
func (k Kind) Extension() string { return formats[k].extension }

// sniff tells the kind of a file by how it begins.
func sniff(data []byte) (Kind, error) {
	switch {
	case len(data) == 0:
		return "", refuse(ErrBroken, "This file is empty; send the photo again.")
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return JPEG, nil
	case bytes.HasPrefix(data, []byte(pngSignature)):
		return PNG, nil
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return WebP, nil
	case slices.Contains(brands(data), "heic") || slices.Contains(brands(data), "heix"):
		return HEIC, nil
	}
	return "", refuse(ErrType, fmt.Sprintf("This file is %s; photos can be JPEG, PNG, WebP or HEIC.", whatElse(data)))
}

// whatElse names a file that is no photo, for its owner to recognize it.
func whatElse(data []byte) string {
	head := strings.ToLower(strings.TrimLeft(string(data[:min(len(data), 1024)]), "\ufeff \t\r\n"))
	isTIFF := strings.HasPrefix(head, "ii*\x00") || strings.HasPrefix(head, "mm\x00*")
	list := brands(data)
	switch contentType := http.DetectContentType(data); {
	case contentType == "image/gif":
		return "a GIF"
	case contentType == "image/bmp":
		return "a BMP"
	case isTIFF:
		return "a TIFF"
	case slices.Contains(list, "avif") || slices.Contains(list, "avis"):
		return "an AVIF"
	case len(list) > 0 || strings.HasPrefix(contentType, "video/"):
		return "a video"
	case contentType == "application/pdf":
		return "a PDF"
	case strings.HasPrefix(head, "<") && strings.Contains(head, "<svg"):
		return "an SVG"
	case strings.HasPrefix(contentType, "text/html"):
		return "a web page"
	}
	return "not a picture that can be shown"
}
