package photo

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"

	"golang.org/x/image/draw"
	"golang.org/x/sync/semaphore"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Memory is what the pictures that one [Shrinker] decodes at a time may take together.
// A single one that would take more doesn't pass [Check].
const Memory = 256 << 20

// The bounds of a thumbnail.
const (
	ThumbnailSide  = 640     // pixels of the longer side
	ThumbnailBytes = 100_000 // of the JPEG
)

// Shrinker makes thumbnails within a bound of memory. It is safe for concurrent use.
type Shrinker struct {
	memory *semaphore.Weighted
}

// NewShrinker returns a shrinker, of which a process needs one.
func NewShrinker() *Shrinker { return &Shrinker{semaphore.NewWeighted(Memory)} }

// scaling is what the last step takes beside the pictures: a row of numbers for each
// pixel of the thumbnail's width and the height of what is scaled, and the result.
const scaling = 2*ThumbnailSide*ThumbnailSide*32 + 4*ThumbnailSide*ThumbnailSide*4

// cost estimates what it takes to decode and to shrink a picture: blocks of 64 pixels
// at the edges are whole, and the first half takes a byte per pixel, the next a quarter.
func cost(width, height int, perPixel int64) int64 {
	const block = 64
	w, h := int64(width+block), int64(height+block)
	return w*h*perPixel/16 + w*h*3/2 + scaling
}

// Thumbnail returns a JPEG of the photo as it is shown, at most [ThumbnailSide] pixels
// wide and high and at most [ThumbnailBytes] long, on white where the photo is
// transparent. It waits for memory as long as ctx allows.
func (s *Shrinker) Thumbnail(ctx context.Context, p Photo) ([]byte, error) {
	if p.Kind == HEIC {
		return nil, refuse(ErrHEIC, "This photo is a HEIC, which can't be shown here; send it as a JPEG to see it.")
	}
	if err := s.memory.Acquire(ctx, p.memory); err != nil {
		return nil, &fault.Error{Kind: fault.Unavailable, Message: "Too many photos are being opened at the moment; try again shortly.",
			Err: fmt.Errorf("%w: %w", ErrBusy, err)}
	}
	defer s.memory.Release(p.memory)
	m, err := formats[p.Kind].decode(bytes.NewReader(p.Data))
	if err != nil {
		return nil, explain(p.Kind, fmt.Errorf("%w: %w", ErrBroken, err))
	}
	small := turn(shrink(m), p.layout.orientation)
	for quality := 85; ; quality -= 15 {
		var out bytes.Buffer
		if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: quality}); err != nil {
			return nil, &fault.Error{Kind: fault.Internal, Message: "The preview of this photo could not be made.", Err: err}
		}
		if out.Len() <= ThumbnailBytes {
			return out.Bytes(), nil
		}
		if quality < 30 { // noise, which no quality makes short
			small = scale(small, small.Bounds().Dx()/2, small.Bounds().Dy()/2)
			quality = 85
		}
	}
}

// shrink halves a picture until it is less than twice as large as a thumbnail, which
// is fast and takes little memory, and does the rest well.
func shrink(m image.Image) *image.RGBA {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	for max(w, h) >= 2*ThumbnailSide {
		w, h = max(1, w/2), max(1, h/2)
		half := image.NewRGBA(image.Rect(0, 0, w, h))
		draw.ApproxBiLinear.Scale(half, half.Bounds(), m, m.Bounds(), draw.Src, nil)
		m = half
	}
	if longer := max(w, h); longer > ThumbnailSide {
		w, h = w*ThumbnailSide/longer, h*ThumbnailSide/longer
	}
	return scale(m, w, h)
}

func scale(m image.Image, width, height int) *image.RGBA {
	small := image.NewRGBA(image.Rect(0, 0, max(1, width), max(1, height)))
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(small, small.Bounds(), m, m.Bounds(), draw.Over, nil)
	return small
}
