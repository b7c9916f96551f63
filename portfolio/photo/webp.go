package photo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"golang.org/x/image/riff"
)

// The flags of an extended WebP.
const (
	flagMoves = 1 << 1
	flagXMP   = 1 << 2
	flagEXIF  = 1 << 3
	flagAlpha = 1 << 4
)

// walkWebP goes from chunk to chunk (RFC 9649).
func walkWebP(data []byte) (layout, error) {
	l := layout{orientation: 1}
	size := uint64(binary.LittleEndian.Uint32(data[4:])) + 8
	if size > uint64(len(data)) {
		return l, errShort
	}
	l.end = int(size) //nolint:gosec // at most the length of data
	_, chunks, err := riff.NewReader(bytes.NewReader(data[:l.end]))
	if err != nil {
		return l, ErrBroken
	}
	l.parts = append(l.parts, data[:12])
	var flags byte
	pixels := false
	for at := 12; ; {
		id, length, _, err := chunks.Next()
		switch {
		case errors.Is(err, io.EOF) && pixels:
			return l, nil
		case err != nil:
			return l, ErrBroken
		}
		end := at + 8 + int(length) + int(length&1)
		if end > l.end {
			return l, ErrBroken
		}
		whole, payload := data[at:end], data[at+8:at+8+int(length)]
		at = end
		switch name := string(id[:]); name {
		case "VP8X":
			if length != 10 || len(l.parts) != 1 {
				return l, ErrBroken
			}
			if flags = payload[0]; flags&flagMoves != 0 {
				return l, errMoves
			}
			whole = bytes.Clone(whole)
			whole[8] &^= flagEXIF | flagXMP
			l.parts = append(l.parts, whole)
		case "ANIM", "ANMF":
			return l, errMoves
		case "VP8 ", "VP8L":
			if pixels {
				return l, ErrBroken
			}
			pixels = true
			l.parts = append(l.parts, whole)
			l.addWebP(name == "VP8L", flags&flagAlpha != 0, len(data))
		case "ICCP", "ALPH":
			l.parts = append(l.parts, whole)
		case "EXIF":
			if flags&flagEXIF != 0 { // else no one reads it
				l.orientation = readOrientation(bytes.TrimPrefix(payload, []byte("Exif\x00\x00")))
			}
		}
	}
}

// addWebP estimates the memory: transparency is compressed as a lossless picture is.
func (l *layout) addWebP(lossless, alpha bool, size int) {
	const lossy, more, tables = 16 * 2, 16 * 12, 16
	l.perPixel = lossy
	if lossless || alpha {
		l.perPixel += more
		l.memory += tables * int64(size)
	}
}

func joinWebP(l layout) []byte {
	if l.orientation != 1 { // there is a VP8X, else it would not be known
		block := orientationBlock(l.orientation)
		chunk := append([]byte("EXIF"), binary.LittleEndian.AppendUint32(nil, uint32(len(block)))...) //nolint:gosec // it is short
		l.parts = insert(l.parts, len(l.parts), append(chunk, block...))
		l.parts[1] = bytes.Clone(l.parts[1])
		l.parts[1][8] |= flagEXIF
	}
	whole := bytes.Join(l.parts, nil)
	binary.LittleEndian.PutUint32(whole[4:], uint32(len(whole)-8)) //nolint:gosec // it is shorter than the file was, or by little longer
	return whole
}
