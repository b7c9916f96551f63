package photo_test

import (
	"bytes"
	"errors"
	"image/color"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

// FuzzCheck holds whatever passes to what is promised of it.
func FuzzCheck(f *testing.F) {
	for _, data := range full(f, 6) {
		f.Add(data)
	}
	for _, name := range []string{"progressive.jpg", "lossy.webp", "alpha.webp", "lossless.webp"} {
		f.Add(file(f, name))
	}
	f.Add(heic())
	f.Add(losslessWebP(3, 2, color.RGBA{A: 255}))
	f.Add(bombPNG(f, 100, 100, 16, 6, 1))
	s := photo.NewShrinker()
	f.Fuzz(func(t *testing.T, data []byte) {
		given := bytes.Clone(data)
		p, err := photo.Check(data)
		var failed *fault.Error
		switch {
		case err != nil && (!errors.As(err, &failed) || failed.Message == ""):
			t.Fatalf("%v is no fault with a sentence", err)
		case err != nil || p.Kind == photo.HEIC:
			return
		}
		public, err := p.Public()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, given) {
			t.Fatal("the file was changed")
		}
		again, err := photo.Check(public)
		if err != nil || again.Width != p.Width || again.Height != p.Height {
			t.Fatalf("the copy is not the same picture: %v", err)
		}
		for tag := range tags(t, p.Kind, public) {
			if tag != "Orientation" {
				t.Fatalf("the copy has %s", tag)
			}
		}
		if p.Width*p.Height < 1<<16 {
			thumb, err := s.Thumbnail(t.Context(), p)
			if err == nil && len(thumb) > photo.ThumbnailBytes || err != nil && !errors.Is(err, photo.ErrBroken) {
				t.Fatalf("%d bytes, %v", len(thumb), err)
			}
		}
	})
}
