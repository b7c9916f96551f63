package photo

import (
	"bytes"
	"encoding/binary"
)

const maxScans = 64 // a progressive JPEG has some ten; each takes time, however short it is

// walkJPEG goes from marker to marker (ITU T.81, annex B).
func walkJPEG(data []byte) (layout, error) {
	l := layout{orientation: 1}
	l.parts = append(l.parts, data[:2])
	scans := 0
	for at := 2; ; {
		begin := at
		for at < len(data) && data[at] == 0xff { // a marker may have more than one
			at++
		}
		if at >= len(data) {
			return l, errShort
		}
		marker := data[at]
		at++
		if at-begin < 2 || marker == 0 {
			return l, ErrBroken
		}
		begin = at - 2
		if marker == 0xd9 { // the end
			l.end = at
			l.parts = append(l.parts, data[begin:at])
			if scans == 0 || l.perPixel == 0 {
				return l, ErrBroken
			}
			if l.copied {
				l.perPixel += 16 * 4
			}
			return l, nil
		}
		if marker < 0xc0 || marker >= 0xd0 && marker < 0xd9 || marker >= 0xf0 && marker < 0xfe { // none of these has a place here
			return l, ErrBroken
		}
		if len(data)-at < 2 {
			return l, errShort
		}
		length := int(binary.BigEndian.Uint16(data[at:]))
		if length < 2 {
			return l, ErrBroken
		}
		if length > len(data)-at {
			return l, errShort
		}
		payload := data[at+2 : at+length]
		at += length
		if marker == 0xda {
			if scans++; scans > maxScans {
				return l, ErrBroken
			}
			if at = endOfScan(data, at); at >= len(data) {
				return l, errShort
			}
		}
		if err := l.addSegment(marker, payload, data[begin:at]); err != nil {
			return l, err
		}
	}
}

// endOfScan returns where the marker after the compressed data at at begins.
func endOfScan(data []byte, at int) int {
	for {
		n := bytes.IndexByte(data[at:], 0xff)
		if n < 0 || at+n+1 >= len(data) {
			return len(data)
		}
		at += n
		switch next := data[at+1]; {
		case next == 0 || next >= 0xd0 && next <= 0xd7: // a byte of data, a restart
			at += 2
		case next == 0xff:
			at++
		default:
			return at
		}
	}
}

// addSegment keeps what shows the picture: tables, frames and scans, the colour
// profile, and the two segments that say how colours are stored.
func (l *layout) addSegment(marker byte, payload, whole []byte) error {
	switch {
	case marker == 0xe0: // the header of JFIF, without its preview
		if bytes.HasPrefix(payload, []byte("JFIF\x00")) && len(payload) >= 14 && len(l.parts) == 1 {
			header := segment(0xe0, payload[:14])
			header[len(header)-2], header[len(header)-1] = 0, 0
			l.parts = append(l.parts, header)
		}
	case marker == 0xe1:
		if tiff, found := bytes.CutPrefix(payload, []byte("Exif\x00\x00")); found && l.orientation == 1 {
			l.orientation = readOrientation(tiff)
		}
	case marker == 0xe2:
		if bytes.HasPrefix(payload, []byte("ICC_PROFILE\x00")) {
			l.parts = append(l.parts, whole)
		}
	case marker == 0xee:
		if bytes.HasPrefix(payload, []byte("Adobe")) && len(payload) >= 12 {
			l.parts, l.copied = append(l.parts, segment(0xee, payload[:12])), true
		}
	case marker > 0xe0 && marker <= 0xef, marker == 0xfe: // applications' own, comments
	case marker == 0xc0 || marker == 0xc1 || marker == 0xc2:
		l.parts = append(l.parts, whole)
		return l.addFrame(payload, marker == 0xc2)
	case marker > 0xc2 && marker <= 0xcf && marker != 0xc4: // frames that no browser shows
		return ErrBroken
	default:
		l.parts = append(l.parts, whole)
	}
	return nil
}

// addFrame estimates the memory for a frame's components: as wide as the widest, for a
// block isn't cut in two, and each coefficient in 4 bytes if the frame is progressive.
func (l *layout) addFrame(payload []byte, progressive bool) error {
	if l.perPixel != 0 || len(payload) < 6 {
		return ErrBroken
	}
	components := int(payload[5])
	if components == 0 || components > 4 || len(payload) != 6+3*components {
		return ErrBroken
	}
	var sum, most int64
	for i := range components {
		sampling := payload[7+3*i]
		h, v := int64(sampling>>4), int64(sampling&15)
		if h == 0 || v == 0 || h > 4 || v > 4 {
			return ErrBroken
		}
		sum, most = sum+h*v, max(most, h*v)
	}
	l.perPixel = 16 * sum / most
	if progressive {
		l.perPixel *= 5
	}
	l.copied = l.copied || components == 4 || components == 3 && payload[6] == 'R'
	return nil
}

func segment(marker byte, payload []byte) []byte {
	s := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(payload)+2)) //nolint:gosec // a payload came from a segment
	return append(s, payload...)
}

func joinJPEG(l layout) []byte {
	if l.orientation != 1 {
		exif := segment(0xe1, append([]byte("Exif\x00\x00"), orientationBlock(l.orientation)...))
		at := 1 // after the header of JFIF, which comes first if there is one
		if bytes.HasPrefix(l.parts[1], []byte("\xff\xe0")) {
			at = 2
		}
		l.parts = insert(l.parts, at, exif)
	}
	return bytes.Join(l.parts, nil)
}
