package photo

import "bytes"

// checkEnd judges what follows a picture, and whether the whole is another file too.
// Only what phones append to a JPEG is let through, and then cut off.
func checkEnd(kind Kind, data []byte, end int) error {
	rest := data[end:]
	switch {
	case len(bytes.Trim(rest, "\x00")) == 0:
	case kind == JPEG && bytes.HasPrefix(rest, []byte("\xff\xd8\xff")): // a preview, or what makes an HDR photo
	case kind == JPEG && len(rest) > 8 && string(rest[4:8]) == "ftyp": // the film of a motion photo
	case kind == JPEG && bytes.HasSuffix(rest, []byte("SEFT")): // Samsung's list of extras
	default:
		return errMore
	}
	// Readers of these two look for them in other places than at the start.
	if data = data[:end]; bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")) || hasZIP(data) {
		return errMore
	}
	return nil
}

// hasZIP reports whether programs for ZIP archives would open data: their directory's
// end, of one disk and with as many entries here as in all, is near the end of the file.
func hasZIP(data []byte) bool {
	const length, maxComment = 22, 1<<16 - 1
	tail := data[max(0, len(data)-length-maxComment):]
	for {
		i := bytes.Index(tail, []byte("PK\x05\x06\x00\x00\x00\x00"))
		if i < 0 || len(tail)-i < length {
			return false
		}
		if here, all := tail[i+8:i+10], tail[i+10:i+12]; bytes.Equal(here, all) {
			return true
		}
		tail = tail[i+4:]
	}
}
