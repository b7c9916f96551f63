package photo

import (
	"bytes"
	"encoding/binary"
	"image"
	"slices"

	"github.com/bep/imagemeta"
)

const orientationTag = 0x0112

// readOrientation reads from a block of EXIF how a picture is to be turned: 1 to 8, and
// 1 when it doesn't say so in a way that can be read.
func readOrientation(tiff []byte) int {
	orientation := 1
	wanted := func(t imagemeta.TagInfo) bool { return t.Tag == "Orientation" && t.Namespace == "IFD0" }
	_, err := imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(tiff), ImageFormat: imagemeta.TIFF, Sources: imagemeta.EXIF,
		ShouldHandleTag: wanted,
		HandleTag: func(t imagemeta.TagInfo) error {
			if v, ok := t.Value.(uint16); ok && wanted(t) && v >= 1 && v <= 8 {
				orientation = int(v)
			}
			return imagemeta.ErrStopWalking
		},
	})
	if err != nil {
		return 1
	}
	return orientation
}

// orientationBlock is a block of EXIF that says nothing else.
func orientationBlock(orientation int) []byte {
	const short = 3
	b := []byte("MM\x00*\x00\x00\x00\x08\x00\x01")                                          // its order of bytes, where its list begins, one entry
	for _, v := range []uint16{orientationTag, short, 0, 1, uint16(orientation), 0, 0, 0} { //nolint:gosec // 1 to 8
		b = binary.BigEndian.AppendUint16(b, v)
	}
	return b
}

// turn returns a picture as it is to be shown.
func turn(m *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return m
	}
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	size := image.Rect(0, 0, w, h)
	if orientation > 4 {
		size = image.Rect(0, 0, h, w)
	}
	shown := image.NewRGBA(size)
	for y := range h {
		for x := range w {
			to := [...]image.Point{
				2: {w - 1 - x, y}, 3: {w - 1 - x, h - 1 - y}, 4: {x, h - 1 - y},
				5: {y, x}, 6: {h - 1 - y, x}, 7: {h - 1 - y, w - 1 - x}, 8: {y, w - 1 - x},
			}[orientation]
			shown.SetRGBA(to.X, to.Y, m.RGBAAt(x, y))
		}
	}
	return shown
}

// insert returns a list with a part more, and leaves the old one alone.
func insert(parts [][]byte, at int, part []byte) [][]byte {
	return slices.Insert(slices.Clone(parts), at, part)
}
