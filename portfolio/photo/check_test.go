package photo_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

func TestKind(t *testing.T) {
	t.Parallel()
	for _, k := range []photo.Kind{photo.JPEG, photo.PNG, photo.WebP, photo.HEIC} {
		if k.Name() == "" || !strings.HasPrefix(k.Extension(), ".") {
			t.Errorf("%s: %q, %q", k, k.Name(), k.Extension())
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	m := gradient(64, 48)
	small := jpegOf(t, m)
	red := losslessWebP(64, 48, color.RGBA{200, 0, 0, 255})
	for name, c := range map[string]struct {
		data          []byte
		kind          photo.Kind
		width, height int
	}{
		"a JPEG":                  {small, photo.JPEG, 64, 48},
		"a gray JPEG":             {jpegOf(t, image.NewGray(image.Rect(0, 0, 7, 9))), photo.JPEG, 7, 9},
		"a progressive JPEG":      {file(t, "progressive.jpg"), photo.JPEG, 320, 200},
		"a JPEG in RGB":           {file(t, "rgb.jpg"), photo.JPEG, 320, 200},
		"a JPEG on its side":      {withSegments(small, exifSegment(t, 6)), photo.JPEG, 48, 64},
		"a JPEG upside down":      {withSegments(small, exifSegment(t, 3)), photo.JPEG, 64, 48},
		"with no such turn":       {withSegments(small, exifSegment(t, 9)), photo.JPEG, 64, 48},
		"with broken EXIF":        {withSegments(small, segmentOf(0xe1, "Exif\x00\x00II*\x00\xff\xff\xff\xff")), photo.JPEG, 64, 48},
		"with more than a marker": {withSegments(small, []byte("\xff\xff\xff"), segmentOf(0xfe, "x")), photo.JPEG, 64, 48},
		"a PNG":                   {pngOf(t, m), photo.PNG, 64, 48},
		"no ZIP":                  {withSegments(small, segmentOf(0xfe, "PK\x05\x06\x00\x00\x00\x00\x01\x00\x02\x00"+strings.Repeat("x", 10))), photo.JPEG, 64, 48},
		"a PNG with a palette":    {pngOf(t, image.NewPaletted(image.Rect(0, 0, 5, 6), palette.WebSafe)), photo.PNG, 5, 6},
		"a PNG on its side":       {withChunks(pngOf(t, m), chunk("eXIf", string(exif(8, nil)))), photo.PNG, 48, 64},
		"a lossless WebP":         {red, photo.WebP, 64, 48},
		"a WebP on its side":      {extended(red, 8, 64, 48, riffChunk("EXIF", string(exif(5, nil)))), photo.WebP, 48, 64},
		"with the JPEG's prefix":  {extended(red, 8, 64, 48, riffChunk("EXIF", "Exif\x00\x00"+string(exif(5, nil)))), photo.WebP, 48, 64},
		"a lossy WebP":            {file(t, "lossy.webp"), photo.WebP, 320, 200},
		"one with transparency":   {file(t, "alpha.webp"), photo.WebP, 320, 200},
		"a real lossless one":     {file(t, "lossless.webp"), photo.WebP, 320, 200},
		"a HEIC":                  {heic(), photo.HEIC, 0, 0},
	} {
		p, err := photo.Check(c.data)
		if err != nil || p.Kind != c.kind || p.Width != c.width || p.Height != c.height || !bytes.Equal(p.Data, c.data) {
			t.Errorf("%s: %s, %d x %d, %v", name, p.Kind, p.Width, p.Height, err)
		}
	}
}

// TestCheck_Appended has files to which a phone appended something, which is cut off.
func TestCheck_Appended(t *testing.T) {
	t.Parallel()
	small := jpegOf(t, gradient(64, 48))
	for name, rest := range map[string][]byte{
		"a second picture": small,
		"a film":           slices.Concat(box("ftyp", "isom\x00\x00\x00\x00isom"), box("moov", secret)),
		"Samsung's list":   []byte("\x00\x00\x01\x0a" + secret + "SEFT"),
		"zeros":            make([]byte, 100),
	} {
		p, err := photo.Check(slices.Concat(small, rest))
		if err != nil || !bytes.Equal(p.Data, small) || cap(p.Data) != len(small) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheck_Refused(t *testing.T) {
	t.Parallel()
	m := gradient(64, 48)
	small, drawing, flat := jpegOf(t, m), pngOf(t, m), losslessWebP(64, 48, color.RGBA{A: 255})
	var animation bytes.Buffer
	if err := gif.Encode(&animation, m, nil); err != nil {
		t.Fatal(err)
	}
	zip := "PK\x05\x06" + strings.Repeat("\x00", 18)
	page := "<!DOCTYPE html><script>alert(1)</script>"
	for name, c := range map[string]struct {
		data    []byte
		cause   error
		message string // a part of it
	}{
		"nothing":            {nil, photo.ErrBroken, "is empty"},
		"a GIF":              {animation.Bytes(), photo.ErrType, "This file is a GIF; photos can be JPEG, PNG, WebP or HEIC."},
		"an SVG":             {[]byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`), photo.ErrType, "an SVG"},
		"an SVG after a BOM": {[]byte("\ufeff <svg onload='alert(1)'/>"), photo.ErrType, "an SVG"},
		"a page":             {[]byte(page), photo.ErrType, "a web page"},
		"a PDF":              {[]byte("%PDF-1.7\n"), photo.ErrType, "a PDF"},
		"a BMP":              {[]byte("BM" + strings.Repeat("\x00", 60)), photo.ErrType, "a BMP"},
		"a TIFF":             {[]byte("II*\x00\x08\x00\x00\x00"), photo.ErrType, "a TIFF"},
		"an AVIF":            {box("ftyp", "avif\x00\x00\x00\x00mif1avif"), photo.ErrType, "an AVIF"},
		"a film":             {box("ftyp", "isom\x00\x00\x00\x00isomavc1"), photo.ErrType, "a video"},
		"text":               {[]byte("photo.jpg"), photo.ErrType, "not a picture"},
		"RIFF of sound":      {[]byte("RIFF\x04\x00\x00\x00WAVE"), photo.ErrType, "not a picture"},
		"too many bytes":     {slices.Concat(small, make([]byte, photo.MaxBytes)), photo.ErrTooLarge, "larger than 5 MiB"},

		"a PNG that moves":  {withChunks(drawing, chunk("acTL", "\x00\x00\x00\x01\x00\x00\x00\x00")), photo.ErrType, "moves"},
		"a WebP that moves": {extended(flat, 2, 64, 48, riffChunk("ANIM", "\x00\x00\x00\x00\x00\x00")), photo.ErrType, "moves"},
		"frames of a WebP":  {extended(flat, 0, 64, 48, riffChunk("ANMF", strings.Repeat("x", 24))), photo.ErrType, "moves"},
		"a HEIC that moves": {slices.Concat(heic(), box("moov", "")), photo.ErrType, "moves"},

		"a JPEG and a ZIP":         {append(slices.Clone(small), zip...), photo.ErrType, "another file inside"},
		"a JPEG and a page":        {append(slices.Clone(small), page...), photo.ErrType, "another file inside"},
		"a JPEG and a PNG":         {slices.Concat(small, drawing), photo.ErrType, "another file inside"},
		"a ZIP in a comment":       {withSegments(small, segmentOf(0xfe, zip)), photo.ErrType, "another file inside"},
		"a PDF in a comment":       {withSegments(small, segmentOf(0xfe, "\n%PDF-1.4")), photo.ErrType, "another file inside"},
		"a ZIP behind a preview":   {withSegments(small, segmentOf(0xfe, zip), segmentOf(0xe1, strings.Repeat("x", 60000))), photo.ErrType, "another file inside"},
		"a PNG and a ZIP":          {append(slices.Clone(drawing), zip...), photo.ErrType, "another file inside"},
		"a PNG and a JPEG":         {slices.Concat(drawing, small), photo.ErrType, "another file inside"},
		"a PDF in a PNG":           {withChunks(drawing, chunk("tEXt", "a\x00%PDF-1.4")), photo.ErrType, "another file inside"},
		"a WebP and a page":        {append(slices.Clone(flat), page...), photo.ErrType, "another file inside"},
		"a ZIP in a WebP":          {extended(flat, 0, 64, 48, riffChunk("junk", zip)), photo.ErrType, "another file inside"},
		"a HEIC and a ZIP":         {append(slices.Clone(heic()), zip...), photo.ErrType, "another file inside"},
		"a HEIC with one in a box": {slices.Concat(heic(), box("free", zip)), photo.ErrType, "another file inside"},

		"a wrong sum":             {bytes.Replace(drawing, []byte("IDAT"), []byte("IDAU"), 1), photo.ErrBroken, "damaged"},
		"a PNG without pixels":    {slices.Concat(drawing[:pngHead], chunk("IEND", "")), photo.ErrBroken, "damaged"},
		"a PNG with two headers":  {withChunks(drawing, drawing[8:pngHead]), photo.ErrBroken, "damaged"},
		"an unknown part":         {withChunks(drawing, chunk("ABCD", "")), photo.ErrBroken, "damaged"},
		"a JPEG without a frame":  {[]byte("\xff\xd8\xff\xda\x00\x02\xff\xd9"), photo.ErrBroken, "damaged"},
		"a JPEG without a scan":   {[]byte("\xff\xd8\xff\xd9"), photo.ErrBroken, "damaged"},
		"a picture in a JPEG":     {withSegments(small, []byte("\xff\xd8")), photo.ErrBroken, "damaged"},
		"bytes between segments":  {withSegments(small, segmentOf(0xfe, "x"), []byte("x")), photo.ErrBroken, "damaged"},
		"endless scans":           {slices.Concat(small[:len(small)-2], bytes.Repeat(segmentOf(0xda, "x"), 100), small[len(small)-2:]), photo.ErrBroken, "damaged"},
		"a WebP with two heads":   {extended(extended(flat, 0, 64, 48), 0, 64, 48), photo.ErrBroken, "damaged"},
		"a WebP without pixels":   {riffOf(riffChunk("ICCP", "x")), photo.ErrBroken, "damaged"},
		"a WebP with two":         {extended(flat, 0, 64, 48, flat[12:]), photo.ErrBroken, "damaged"},
		"a HEIC without contents": {box("ftyp", "heic\x00\x00\x00\x00mif1heic"), photo.ErrBroken, "damaged"},
	} {
		_, err := photo.Check(c.data)
		var f *fault.Error
		if !errors.Is(err, c.cause) || !errors.As(err, &f) || f.Kind != fault.InvalidParams || !strings.Contains(f.Message, c.message) {
			t.Errorf("%s: %v (%v)", name, err, errors.Unwrap(err))
		}
	}
}

// TestCheck_Short cuts pictures at every place.
func TestCheck_Short(t *testing.T) {
	t.Parallel()
	m := gradient(24, 16)
	for _, data := range [][]byte{jpegOf(t, m), pngOf(t, m), losslessWebP(24, 16, color.RGBA{A: 255}), file(t, "alpha.webp"), heic()} {
		for n := range data {
			if _, err := photo.Check(data[:n]); err == nil {
				t.Errorf("%q... with %d bytes of %d is good", data[:12], n, len(data))
			}
		}
		if _, err := photo.Check(data[:len(data)-1]); !strings.Contains(err.Error(), "end of this") {
			t.Errorf("%q...: %v", data[:12], err)
		}
	}
}

// TestCheck_Bomb has short files of pictures that would fill the memory.
func TestCheck_Bomb(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"a JPEG":                  bombJPEG(t, 65535, 65535),
		"a wide JPEG":             bombJPEG(t, 65535, 800),
		"a PNG":                   bombPNG(t, 1<<20, 1<<20, 8, 6, 0),
		"a high PNG":              bombPNG(t, 1, 65536, 8, 6, 0),
		"a PNG of many colours":   bombPNG(t, 7000, 7000, 16, 6, 0),
		"an interlaced PNG":       bombPNG(t, 6000, 6000, 8, 6, 1),
		"gray with transparency":  withChunks(bombPNG(t, 6000, 6000, 8, 0, 0), chunk("tRNS", "\x00\x00")),
		"a WebP":                  losslessWebP(16383, 16383, color.RGBA{A: 255}),
		"a WebP of fewer pixels":  losslessWebP(7000, 7000, color.RGBA{A: 255}),
		"what a WebP's head says": extended(losslessWebP(8, 8, color.RGBA{A: 255}), 0, 16383, 16383),
	} {
		if _, err := photo.Check(data); !errors.Is(err, photo.ErrTooLarge) || !strings.Contains(err.Error(), "send a") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := photo.Check(bombPNG(t, 1<<31-1, 1<<31-1, 8, 6, 0)); err == nil {
		t.Error("a PNG with more pixels than an int can count is good")
	}
	for name, data := range map[string][]byte{
		"a photo of 48 megapixels": bombJPEG(t, 8064, 6048),
		"a scan":                   bombPNG(t, 7000, 7000, 8, 0, 0),
	} {
		if _, err := photo.Check(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
