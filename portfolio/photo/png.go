package photo

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngShown are the chunks that show the picture.
const pngShown = "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD cICP mDCV cLLI"

// walkPNG goes from chunk to chunk (W3C PNG, section 5).
func walkPNG(data []byte) (layout, error) {
	l := layout{orientation: 1}
	l.parts = append(l.parts, data[:len(pngSignature)])
	var pixels bool
	for at := len(pngSignature); ; {
		if len(data)-at < 12 {
			return l, errShort
		}
		length := binary.BigEndian.Uint32(data[at:])
		if int64(length) > int64(len(data)-at-12) {
			return l, errShort
		}
		name, end := string(data[at+4:at+8]), at+12+int(length)
		payload := data[at+8 : end-4]
		if crc32.ChecksumIEEE(data[at+4:end-4]) != binary.BigEndian.Uint32(data[end-4:]) || (len(l.parts) == 1) != (name == "IHDR") {
			return l, ErrBroken
		}
		switch name {
		case "IHDR":
			if err := l.addHeader(payload); err != nil {
				return l, err
			}
		case "IDAT":
			pixels = true
		case "acTL":
			return l, errMoves
		case "tRNS": // grays become colours with transparency
			l.perPixel = max(l.perPixel, 16*8)
		case "eXIf":
			l.orientation = readOrientation(payload)
		}
		if len(name) == 4 && !strings.Contains(name, " ") && strings.Contains(pngShown, name) {
			l.add(data[at:end])
		} else if name[0] >= 'A' && name[0] <= 'Z' { // a picture can't be shown without such a chunk
			return l, ErrBroken
		}
		if at = end; name == "IEND" {
			if l.end = end; !pixels {
				return l, ErrBroken
			}
			return l, nil
		}
	}
}

// addHeader estimates the memory by the type of colours.
func (l *layout) addHeader(payload []byte) error {
	if len(payload) != 13 {
		return ErrBroken
	}
	depth, colours, interlaced := payload[8], payload[9], payload[12] != 0
	const gray, paletted = 0, 3
	switch {
	case depth == 16:
		l.perPixel = 16 * 8
	case colours == paletted || colours == gray:
		l.perPixel = 16
	default:
		l.perPixel = 16 * 4
	}
	if interlaced { // each pass is a picture of its own
		l.perPixel *= 2
	}
	return nil
}

// add adds a part, or makes the last one longer: a PNG may have thousands of chunks.
func (l *layout) add(part []byte) {
	last := l.parts[len(l.parts)-1]
	if whole := last[:min(len(last)+len(part), cap(last))]; len(l.parts) > 2 && len(whole) == len(last)+len(part) && &whole[len(last)] == &part[0] {
		l.parts[len(l.parts)-1] = whole
		return
	}
	l.parts = append(l.parts, part)
}

func joinPNG(l layout) []byte {
	if l.orientation != 1 {
		block := orientationBlock(l.orientation)
		chunk := binary.BigEndian.AppendUint32(nil, uint32(len(block))) //nolint:gosec // it is short
		chunk = append(append(chunk, "eXIf"...), block...)
		chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
		l.parts = insert(l.parts, 2, chunk) // after the header
	}
	return bytes.Join(l.parts, nil)
}
