package photo_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

func checked(t testing.TB, data []byte) photo.Photo {
	t.Helper()
	p, err := photo.Check(data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func thumbnail(t testing.TB, s *photo.Shrinker, p photo.Photo) image.Image {
	t.Helper()
	data, err := s.Thumbnail(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > photo.ThumbnailBytes || max(m.Bounds().Dx(), m.Bounds().Dy()) > photo.ThumbnailSide {
		t.Errorf("%d bytes, %v", len(data), m.Bounds())
	}
	return m
}

func TestThumbnail(t *testing.T) {
	t.Parallel()
	s := photo.NewShrinker()
	noise := image.NewRGBA(image.Rect(0, 0, 700, 700))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = byte(r.Uint32())
	}
	for name, c := range map[string]struct {
		data          []byte
		width, height int
	}{
		"a large JPEG":      {jpegOf(t, gradient(3000, 1500)), 640, 320},
		"a high one":        {jpegOf(t, gradient(701, 1403)), 319, 640},
		"one that is small": {jpegOf(t, gradient(60, 40)), 60, 40},
		"a line":            {pngOf(t, gradient(4000, 1)), 640, 1},
		"a progressive one": {file(t, "progressive.jpg"), 320, 200},
		"one in RGB":        {file(t, "rgb.jpg"), 320, 200},
		"a lossy WebP":      {file(t, "lossy.webp"), 320, 200},
		"a lossless one":    {losslessWebP(2000, 1000, color.RGBA{G: 255, A: 255}), 640, 320},
		"a PNG":             {pngOf(t, gradient(1300, 1300)), 640, 640},
		"noise":             {jpegOf(t, noise), 0, 0},
	} {
		m := thumbnail(t, s, checked(t, c.data))
		if got := m.Bounds().Size(); c.width > 0 && got != image.Pt(c.width, c.height) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestThumbnail_Turned looks at the corners of pictures with every orientation.
func TestThumbnail_Turned(t *testing.T) {
	t.Parallel()
	s := photo.NewShrinker()
	corners := map[int]string{ // top left, top right, bottom left, bottom right, each named as in the picture as stored
		1: "ABCD", 2: "BADC", 3: "DCBA", 4: "CDAB", 5: "ACBD", 6: "CADB", 7: "DBCA", 8: "BDAC",
	}
	for orientation, want := range corners {
		for name, data := range map[string][]byte{
			"JPEG": withSegments(jpegOf(t, gradient(900, 600)), exifSegment(t, orientation)),
			"PNG":  withChunks(pngOf(t, gradient(90, 60)), chunk("eXIf", string(exif(orientation, nil)))),
		} {
			p := checked(t, data)
			m := thumbnail(t, s, p)
			w, h := m.Bounds().Dx(), m.Bounds().Dy()
			if (w > h) != (p.Width > p.Height) {
				t.Errorf("%s, %d: the thumbnail is %d x %d and the photo %d x %d", name, orientation, w, h, p.Width, p.Height)
			}
			var got strings.Builder
			for _, at := range []image.Point{{2, 2}, {w - 3, 2}, {2, h - 3}, {w - 3, h - 3}} {
				red, green, _, _ := m.At(at.X, at.Y).RGBA()
				corner := 'A'
				if red > 0x8000 {
					corner++
				}
				if green > 0x8000 {
					corner += 2
				}
				got.WriteRune(corner)
			}
			if got.String() != want {
				t.Errorf("%s, %d: %s, not %s", name, orientation, got.String(), want)
			}
		}
	}
}

func TestThumbnail_Transparent(t *testing.T) {
	t.Parallel()
	s := photo.NewShrinker()
	for name, data := range map[string][]byte{
		"PNG":  pngOf(t, image.NewNRGBA(image.Rect(0, 0, 2000, 100))),
		"WebP": file(t, "alpha.webp"),
	} {
		if r, g, b, _ := thumbnail(t, s, checked(t, data)).At(0, 1).RGBA(); min(r, g, b) < 0xf000 {
			t.Errorf("%s: %x %x %x, not white", name, r, g, b)
		}
	}
}

// TestThumbnail_Damaged has files whose parts are in order and whose pixels are not.
func TestThumbnail_Damaged(t *testing.T) {
	t.Parallel()
	s := photo.NewShrinker()
	data := bombJPEG(t, 640, 480)
	if _, err := s.Thumbnail(t.Context(), checked(t, data)); !errors.Is(err, photo.ErrBroken) || !strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
	if _, err := s.Thumbnail(t.Context(), checked(t, extended(losslessWebP(8, 8, color.RGBA{A: 255}), 0, 1000, 1000))); !errors.Is(err, photo.ErrBroken) {
		t.Error(err)
	}
	thumbnail(t, s, checked(t, file(t, "lossy.webp"))) // what a failure held is free
}

// TestThumbnail_Memory measures that no picture takes more than was set aside for it:
// all that is allocated, whether it is still in use or not.
//
//nolint:paralleltest // it counts what the process allocates
func TestThumbnail_Memory(t *testing.T) {
	s := photo.NewShrinker()
	for name, data := range map[string][]byte{
		"a JPEG":            jpegOf(t, gradient(2000, 1500)),
		"a gray JPEG":       jpegOf(t, image.NewGray(image.Rect(0, 0, 2000, 1500))),
		"a progressive one": bombScans(t, "progressive.jpg", 4000, 3000),
		"one in RGB":        bombScans(t, "rgb.jpg", 2000, 1500),
		"a PNG":             pngOf(t, gradient(2000, 1500)),
		"a deep PNG":        pngOf(t, image.NewNRGBA64(image.Rect(0, 0, 2000, 1500))),
		"a gray PNG":        pngOf(t, image.NewGray(image.Rect(0, 0, 2000, 1500))),
		"a lossless WebP":   losslessWebP(2000, 1500, color.RGBA{A: 255}),
		"a lossy WebP":      file(t, "lossy.webp"),
		"one with alpha":    file(t, "alpha.webp"),
	} {
		p := checked(t, data)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := s.Thumbnail(t.Context(), p)
		runtime.ReadMemStats(&after)
		took := int64(after.TotalAlloc - before.TotalAlloc)
		if t.Logf("%s: %d KiB of %d", name, took>>10, photo.MemoryOf(p)>>10); took > photo.MemoryOf(p) {
			t.Errorf("%s took %d bytes, and %d were set aside (%v)", name, took, photo.MemoryOf(p), err)
		}
	}
}

// bombScans is a picture with other numbers in its frame, whose scans end too early.
func bombScans(t testing.TB, name string, w, h int) []byte {
	t.Helper()
	data := bytes.Clone(file(t, name))
	for _, marker := range []string{"\xff\xc0\x00\x11", "\xff\xc2\x00\x11"} {
		if at := bytes.Index(data, []byte(marker)); at >= 0 {
			copy(data[at+5:], []byte{byte(h >> 8), byte(h), byte(w >> 8), byte(w)})
			return data
		}
	}
	t.Fatal("no frame")
	return nil
}

// TestThumbnail_Parallel has 64 photos opened at a time, which take turns.
func TestThumbnail_Parallel(t *testing.T) {
	t.Parallel()
	s := photo.NewShrinker()
	p := checked(t, jpegOf(t, gradient(1000, 750)))
	var group sync.WaitGroup
	for range 64 {
		group.Go(func() {
			if _, err := s.Thumbnail(t.Context(), p); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	release := photo.Fill(s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var f *fault.Error
	if _, err := s.Thumbnail(ctx, p); !errors.Is(err, photo.ErrBusy) || !errors.As(err, &f) || f.Kind != fault.Unavailable {
		t.Errorf("without memory: %v", err)
	}
	release()
	thumbnail(t, s, p)
}
