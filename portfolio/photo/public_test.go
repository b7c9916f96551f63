package photo_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/bep/imagemeta"
	"golang.org/x/image/webp"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

// full are pictures with metadata in every place there is, and an orientation.
func full(t testing.TB, orientation int) map[string][]byte {
	t.Helper()
	m := gradient(64, 48)
	profile := segmentOf(0xe2, "ICC_PROFILE\x00\x01\x01profile")
	xmp := `<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>` + secret + `</exif:GPSLatitude></x:xmpmeta>`
	block := string(exif(orientation, []byte(secret)))
	picture := func(data []byte) []byte {
		return slices.Concat(withSegments(data,
			exifSegment(t, orientation),
			segmentOf(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+xmp),
			segmentOf(0xe1, "http://ns.adobe.com/xmp/extension/\x00"+xmp),
			profile, segmentOf(0xe2, "MPF\x00"+secret), segmentOf(0xe2, "FPXR\x00"+secret),
			segmentOf(0xe4, secret), segmentOf(0xeb, "JP"+secret), segmentOf(0xec, "Ducky"+secret),
			segmentOf(0xed, "Photoshop 3.0\x008BIM\x04\x04"+secret), segmentOf(0xee, secret), segmentOf(0xee, "Adobe\x00\x64\x00\x00\x00\x00\x01"+secret), segmentOf(0xef, secret),
			segmentOf(0xfe, secret),
		), jpegOf(t, m))
	}
	flat := losslessWebP(64, 48, color.RGBA{0, 200, 0, 255})
	meta := [][]byte{riffChunk("EXIF", block), riffChunk("XMP ", xmp), riffChunk("ABCD", secret)}
	return map[string][]byte{
		"JPEG": picture(jpegOf(t, m)),
		"JFIF": withSegments(picture(jpegOf(t, m)),
			segmentOf(0xe0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x01\x01"+secret), segmentOf(0xe0, "JFXX\x00\x10"+secret)),
		"progressive": picture(file(t, "progressive.jpg")),
		"RGB":         picture(file(t, "rgb.jpg")),
		"PNG": slices.Concat(withChunks(pngOf(t, m),
			chunk("gAMA", "\x00\x00\xb1\x8f"), chunk("tEXt", "Comment\x00"+secret), chunk("zTXt", "Raw profile type exif\x00\x00"+deflated(t, []byte(secret))),
			chunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00"+xmp), chunk("tIME", "\x07\xe9\x01\x01\x00\x00\x00"), chunk("eXIf", block),
			chunk("caBX", secret), chunk("prVt", secret))),
		"WebP":     extended(flat, 8|4|32, 64, 48, meta...),
		"lossy":    extended(file(t, "lossy.webp"), 8|4, 320, 200, meta...),
		"alpha":    slices.Concat(extended(flat, 8|4|16, 64, 48, meta...)),
		"in order": riffOf(extended(flat, 8|4, 64, 48)[12:30], meta[0], meta[2], flat[12:], meta[1]),
	}
}

// decode reads a picture without this package.
func decode(t testing.TB, data []byte) image.Image {
	t.Helper()
	for _, read := range []func(io.Reader) (image.Image, error){jpeg.Decode, png.Decode, webp.Decode} {
		if m, err := read(bytes.NewReader(data)); err == nil {
			return m
		}
	}
	t.Fatalf("%.12q... can't be decoded", data)
	return nil
}

// tags reads all metadata that a library knows of.
func tags(t testing.TB, kind photo.Kind, data []byte) map[string]any {
	t.Helper()
	formats := map[photo.Kind]imagemeta.ImageFormat{photo.JPEG: imagemeta.JPEG, photo.PNG: imagemeta.PNG, photo.WebP: imagemeta.WebP}
	found := map[string]any{}
	_, err := imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(data), ImageFormat: formats[kind], Sources: imagemeta.EXIF | imagemeta.XMP | imagemeta.IPTC,
		ShouldHandleTag: func(imagemeta.TagInfo) bool { return true },
		HandleTag: func(tag imagemeta.TagInfo) error {
			found[tag.Tag] = tag.Value
			return nil
		},
	})
	if err != nil {
		t.Error(err)
	}
	return found
}

// TestPublic copies pictures for the public: the same pixels, and nothing about the
// place, in any format and with any turn.
func TestPublic(t *testing.T) {
	t.Parallel()
	for orientation := 1; orientation <= 8; orientation++ {
		for name, data := range full(t, orientation) {
			p, err := photo.Check(data)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			public, err := p.Public()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, part := range []string{secret, "GPS", "39.7392", "\x27\x00\x00\x00\x01\x00\x00\x00\x2c", "xmp", "MPF", "Photoshop", "tIME", "zTXt", "XMP ", "Ducky"} {
				if bytes.Contains(public, []byte(part)) {
					t.Errorf("%s: %q is in the copy", name, part)
				}
			}
			want := map[string]any{}
			if orientation != 1 {
				want["Orientation"] = uint16(orientation)
			}
			if got := tags(t, p.Kind, public); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: the copy has %v, not %v", name, got, want)
			}
			if before, after := decode(t, data), decode(t, public); !samePixels(before, after) {
				t.Errorf("%s: the pixels differ", name)
			}
			again, err := photo.Check(public)
			if err != nil || again.Width != p.Width || again.Height != p.Height {
				t.Errorf("%s: the copy is %d x %d, not %d x %d: %v", name, again.Width, again.Height, p.Width, p.Height, err)
			}
			if twice, err := again.Public(); err != nil || !bytes.Equal(twice, public) {
				t.Errorf("%s: a copy of the copy differs: %v", name, err)
			}
			if profile := []byte("ICC_PROFILE\x00\x01\x01profile"); p.Kind == photo.JPEG && !bytes.Contains(public, profile) {
				t.Errorf("%s: the colour profile is gone", name)
			}
			if name == "JFIF" && string(public[2:20]) != "\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" {
				t.Errorf("the copy begins with %q", public[:20])
			}
			if flags := public[20]; p.Kind == photo.WebP && (flags&4 != 0 || (flags&8 != 0) != (orientation != 1)) {
				t.Errorf("%s, %d: the copy has flags %x", name, orientation, flags)
			}
			if p.Kind == photo.PNG && !bytes.Contains(public, []byte("gAMA")) {
				t.Errorf("%s: the gamma is gone", name)
			}
		}
	}
}

func samePixels(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// TestPublic_Plain leaves alone what has nothing to hide.
func TestPublic_Plain(t *testing.T) {
	t.Parallel()
	m := gradient(64, 48)
	for _, data := range [][]byte{jpegOf(t, m), pngOf(t, m), losslessWebP(64, 48, color.RGBA{A: 255}), file(t, "lossy.webp"), file(t, "alpha.webp")} {
		p, err := photo.Check(data)
		if err != nil {
			t.Fatal(err)
		}
		if public, err := p.Public(); err != nil || !bytes.Equal(public, data) {
			t.Errorf("%.12q...: changed, %v", data, err)
		}
	}
}

func TestPublic_HEIC(t *testing.T) {
	t.Parallel()
	p, err := photo.Check(heic())
	if err != nil {
		t.Fatal(err)
	}
	var f *fault.Error
	if data, err := p.Public(); data != nil || !errors.Is(err, photo.ErrHEIC) || !errors.As(err, &f) || !strings.Contains(f.Message, "as a JPEG") {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if _, err := photo.NewShrinker().Thumbnail(t.Context(), p); !errors.Is(err, photo.ErrHEIC) {
		t.Error(err)
	}
}
