package photo

import "encoding/binary"

// brands lists what the first box of a file says it is, in the container that HEIC
// shares with AVIF and films (ISO/IEC 14496-12). nil: it has no such box.
func brands(data []byte) []string {
	if len(data) < 16 || string(data[4:8]) != "ftyp" {
		return nil
	}
	length := binary.BigEndian.Uint32(data)
	if length < 16 || uint64(length) > uint64(len(data)) || length%4 != 0 || length > 256 {
		return nil
	}
	list := []string{string(data[8:12])}
	for at := 16; at < int(length); at += 4 {
		list = append(list, string(data[at:at+4]))
	}
	return list
}

// walkHEIC goes from box to box. They fill the file, so that nothing follows them.
func walkHEIC(data []byte) (layout, error) {
	var described, filled bool
	for at := 0; at < len(data); {
		rest := data[at:]
		if len(rest) < 8 {
			return layout{}, errShort
		}
		header, length := uint64(8), uint64(binary.BigEndian.Uint32(rest))
		switch length {
		case 0: // to the end
			length = uint64(len(rest))
		case 1:
			if len(rest) < 16 {
				return layout{}, errShort
			}
			header, length = 16, binary.BigEndian.Uint64(rest[8:])
		}
		switch name := string(rest[4:8]); {
		case !isBoxName(name):
			return layout{}, errMore
		case length < header:
			return layout{}, ErrBroken
		case length > uint64(len(rest)):
			return layout{}, errShort
		case name == "moov":
			return layout{}, errMoves
		case name == "meta":
			described = true
		case name == "mdat":
			filled = true
		}
		at += int(length) //nolint:gosec // at most what is left
	}
	if !described || !filled {
		return layout{}, ErrBroken
	}
	return layout{end: len(data)}, nil
}

func isBoxName(name string) bool {
	for _, c := range []byte(name) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}
