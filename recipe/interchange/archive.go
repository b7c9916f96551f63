package interchange

import (
	"archive/zip"
	"bytes"
	"path"
	"strings"
)

func isArchive(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}

func isGzip(data []byte) bool { return bytes.HasPrefix(data, []byte{0x1f, 0x8b}) }

// openArchive lists a zip. The list of members costs memory before a single
// one is read, so their headers are counted first.
func openArchive(data []byte) ([]*zip.File, *Error) {
	if n := bytes.Count(data, []byte("PK\x01\x02")); n > maxEntries {
		return nil, tooLarge("the archive has more than %d members; split the export.", maxEntries)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, malformed(err, "the archive is damaged or cut off; export or download it again.")
	}
	return z.File, nil
}

// detectArchive names the format by the first member that is a recipe's.
func detectArchive(name string, data []byte) (Format, error) {
	files, failure := openArchive(data)
	if failure != nil {
		return "", failure.at(name, "")
	}
	for _, f := range files {
		switch memberKind(f) {
		case ".paprikarecipe":
			return FormatPaprika, nil
		case ".zip":
			return FormatTandoor, nil
		case ".cook":
			return FormatCooklang, nil
		case ".html", ".htm":
			return FormatHTML, nil
		case ".json":
			rd := &reader{left: maxMember}
			if text, failure := rd.member(f); failure == nil {
				return detectJSON("", bytes.TrimSpace(decodeText(text))), nil
			}
			return FormatMealie, nil
		}
	}
	switch {
	case extension(name) == ".paprikarecipes":
		return FormatPaprika, nil
	case hasBackup(files):
		e := invalid("this is a backup of a whole Mealie server; export the recipes instead (Group data, Exports).")
		return "", e.at(name, "")
	}
	return "", &Error{Kind: KindUnknownFormat, File: name, Message: "the archive holds no recipes; " + unknownSentence}
}

// memberKind returns the extension of a member that may be a recipe, or "".
// Images, folders, system files and a server's own tables are not.
func memberKind(f *zip.File) string {
	name := strings.ReplaceAll(f.Name, `\`, "/")
	base := path.Base(name)
	if strings.HasSuffix(name, "/") || strings.HasPrefix(base, ".") || strings.HasPrefix(name, "__MACOSX/") || base == "database.json" {
		return ""
	}
	switch ext := extension(base); ext {
	case ".paprikarecipe", ".zip", ".json", ".cook", ".html", ".htm":
		return ext
	}
	return ""
}

func hasBackup(files []*zip.File) bool {
	for _, f := range files {
		if path.Base(f.Name) == "database.json" {
			return true
		}
	}
	return false
}

// readArchive yields the recipes of every member, each as what it is. Tandoor
// packs a zip for each recipe; archives further down are not opened.
func (rd *reader) readArchive(entry string, data []byte, nested bool) {
	files, failure := openArchive(data)
	if failure != nil {
		rd.fail(entry, failure)
		return
	}
	before := rd.count
	for _, f := range files {
		if rd.stopped || rd.left < 0 {
			return // the member that used the last bytes has failed and said so
		}
		kind := memberKind(f)
		if kind == "" {
			continue
		}
		where := joinNotes(entry, shown(f.Name))
		if kind == ".zip" && !nested {
			rd.fail(where, tooLarge("archives within archives within archives are not opened."))
			continue
		}
		text, failure := rd.member(f)
		if failure != nil {
			rd.fail(where, failure)
			continue
		}
		rd.readMember(kind, where, text)
	}
	if rd.count == before && !rd.stopped {
		rd.fail(entry, invalid("the archive holds no recipes."))
	}
}

func (rd *reader) readMember(kind, where string, data []byte) {
	switch kind {
	case ".paprikarecipe":
		rd.readGzip(where, data)
	case ".zip":
		if !isArchive(data) {
			rd.fail(where, malformed(nil, "this is not a zip archive."))
			return
		}
		rd.readArchive(where, data, false)
	case ".cook":
		rd.readCooklang(where, data)
	case ".html", ".htm":
		rd.readHTML(where, data)
	default:
		rd.readJSON(where, data)
	}
}

// member unpacks one member within the limits, whatever size it claims.
func (rd *reader) member(f *zip.File) ([]byte, *Error) {
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		return nil, malformed(nil, "it is encrypted; export without a password.")
	}
	r, err := f.Open()
	if err != nil {
		return nil, malformed(err, "its compressed data is damaged; export or download it again.")
	}
	data, failure := rd.unpack(r)
	_ = r.Close() // read only; the checksum was checked at the end of reading
	return data, failure
}
