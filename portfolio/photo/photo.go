// Package photo judges, cleans and shrinks pictures that strangers send: it reads JPEG,
// PNG, WebP and HEIC, and nothing else. It keeps no state besides the bound of a
// [Shrinker]'s memory, and knows no store and no network.
//
// [Check] believes the bytes alone, never a name or an announced type. It walks the file
// from its first byte to its last without decoding a pixel, so that the sizes in the
// headers are known before any memory is spent on them, and refuses what is cut short, what is
// two formats at once, what moves, and what would take too much memory to decode.
//
// [Photo.Public] leaves out everything that a browser doesn't need to show the picture:
// only listed parts are copied, so that metadata that no one has heard of is gone too. The
// compressed picture itself is copied as it is, so that nothing is lost by a second compression.
// A HEIC keeps its metadata in places that can't be cut out like this; it is refused
// with [ErrHEIC].
package photo

import (
	"errors"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// The bounds of a photo.
const (
	MaxBytes  = 5 << 20    // of the file
	MaxPixels = 50_000_000 // width times height
	maxSide   = 65535      // as in a JPEG
)

// Causes that [errors.Is] finds in the errors of this package.
var (
	ErrType     = errors.New("the type of the file is not one of a photo")
	ErrTooLarge = errors.New("the photo is too large")
	ErrBroken   = errors.New("the file is broken")
	ErrHEIC     = errors.New("a HEIC can be neither rewritten nor decoded")
	ErrBusy     = errors.New("there was no memory left to decode the photo")
)

// Photo is a picture that [Check] found good.
type Photo struct {
	Kind          Kind
	Width, Height int // as shown, with the orientation applied; 0 for a HEIC
	// Data is what to store. It is the start of what was checked, without what phones
	// append to a JPEG: the film of a motion photo, the second picture of a HDR photo.
	Data []byte

	layout layout
	memory int64 // that decoding and shrinking take
}

// layout is what a walk through a file found.
type layout struct {
	end         int      // of the picture in the file
	parts       [][]byte // what a copy for the public is made of, in order
	orientation int      // as in EXIF: 1 to 8
	memory      int64    // that decoding takes, apart from what comes with pixels
	perPixel    int64    // bytes of memory that decoding takes per pixel, in sixteenths
	copied      bool     // a JPEG whose colours may be others than most, and then are converted
}

// Check judges a file by its bytes. Its errors are [fault.Error]s for the person who
// took the photo.
func Check(data []byte) (Photo, error) {
	if len(data) > MaxBytes {
		return Photo{}, refuse(ErrTooLarge, fmt.Sprintf("This photo is larger than %d MiB; send a smaller copy of it.", MaxBytes>>20))
	}
	kind, err := sniff(data)
	if err != nil {
		return Photo{}, err
	}
	l, err := formats[kind].walk(data)
	if err == nil {
		err = checkEnd(kind, data, l.end)
	}
	if err != nil {
		return Photo{}, explain(kind, err)
	}
	p := Photo{Kind: kind, Data: data[:l.end:l.end], layout: l}
	if kind == HEIC {
		return p, nil
	}
	return p, p.measure()
}

// measure reads the size in the headers and holds it to the bounds.
func (p *Photo) measure() error {
	c, err := formats[p.Kind].config(p.Data)
	switch {
	case err != nil || c.Width <= 0 || c.Height <= 0:
		return explain(p.Kind, ErrBroken)
	case c.Width > maxSide || c.Height > maxSide || c.Width > MaxPixels/c.Height:
		return refuse(ErrTooLarge, fmt.Sprintf("This photo has %d x %d pixels; send a copy with at most %d megapixels.",
			c.Width, c.Height, MaxPixels/1_000_000))
	}
	p.memory = p.layout.memory + cost(c.Width, c.Height, p.layout.perPixel)
	if p.memory > Memory {
		return refuse(ErrTooLarge, fmt.Sprintf("This photo of %d x %d pixels takes too much memory to open; send a smaller copy of it.", c.Width, c.Height))
	}
	p.Width, p.Height = c.Width, c.Height
	if p.layout.orientation > 4 { // on its side
		p.Width, p.Height = c.Height, c.Width
	}
	return nil
}

// Public returns a copy for everyone to see: the same picture, without the place, the
// time, the camera, texts, previews and all else that isn't shown. How it is to be
// turned, and its colours, stay.
func (p Photo) Public() ([]byte, error) {
	if p.Kind == HEIC {
		return nil, refuse(ErrHEIC,
			"This photo is a HEIC, which may say where it was taken, and that can't be removed; send it as a JPEG to have it published.")
	}
	return formats[p.Kind].join(p.layout), nil
}

func refuse(cause error, message string) *fault.Error {
	return &fault.Error{Kind: fault.InvalidParams, Message: message, Err: cause}
}

// explain makes a sentence of a cause that a walk found.
func explain(kind Kind, err error) error {
	name := kind.Name()
	switch {
	case errors.Is(err, errShort):
		return refuse(err, fmt.Sprintf("The end of this %s is missing; send the photo again.", name))
	case errors.Is(err, errMoves):
		return refuse(err, "This file moves; photos can be still pictures in JPEG, PNG, WebP or HEIC.")
	case errors.Is(err, errMore):
		return refuse(err, fmt.Sprintf("This %s has another file inside; save the photo anew and send that copy.", name))
	}
	return refuse(err, fmt.Sprintf("This %s is damaged; send the photo again, or another copy of it.", name))
}

// What a walk finds.
var (
	errShort = fmt.Errorf("%w: it ends too early", ErrBroken)
	errMoves = fmt.Errorf("%w: it has more than one frame", ErrType)
	errMore  = fmt.Errorf("%w: it is two files in one", ErrType)
)
