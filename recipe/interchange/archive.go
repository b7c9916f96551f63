package interchange

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"slices"
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
		switch ext := memberExtension(f); ext {
		case "":
		case ".json":
			rd := &reader{left: maxMember}
			if text, failure := rd.member(f); failure == nil {
				return detectJSON("", bytes.TrimSpace(decodeText(text))), nil
			}
			return FormatMealie, nil
		default:
			return memberFormats[ext], nil
		}
	}
	switch {
	case extension(name) == ".paprikarecipes":
		return FormatPaprika, nil
	case slices.ContainsFunc(files, isServerData):
		return "", invalid("this is a backup of a whole Mealie server; export the recipes instead (Group data, Exports).").at(name, "")
	}
	return "", unknownFormat(name, "the archive holds no recipes; "+unknownSentence)
}

// memberFormats are the formats of members that may be recipes, by extension. Tandoor
// packs a zip for each recipe.
var memberFormats = map[string]Format{
	".paprikarecipe": FormatPaprika,
	".zip":           FormatTandoor,
	".json":          FormatMealie,
	".cook":          FormatCooklang,
	".html":          FormatHTML,
	".htm":           FormatHTML,
}

// memberExtension returns the extension of a member that may be a recipe, or "".
// Images, folders, system files and a server's own tables are not.
func memberExtension(f *zip.File) string {
	ext := extension(f.Name)
	if memberFormats[ext] == "" || f.Mode().IsDir() || strings.HasPrefix(base(f.Name), ".") ||
		strings.HasPrefix(f.Name, "__MACOSX/") || isServerData(f) {
		return ""
	}
	return ext
}

func isServerData(f *zip.File) bool { return base(f.Name) == "database.json" }

// readArchive yields the recipes of every member, each as what it is. Archives
// further down than those of Tandoor are not opened.
func (rd *reader) readArchive(entry string, data []byte) *Error {
	if !isArchive(data) {
		return malformed(nil, "this is not a zip archive.")
	}
	if rd.depth == 2 {
		return tooLarge("archives within archives within archives are not opened.")
	}
	files, failure := openArchive(data)
	if failure != nil {
		return failure
	}
	rd.depth++
	defer func() { rd.depth-- }()
	before := rd.count
	for _, f := range files {
		if rd.stopped || rd.left < 0 {
			return nil // the member that used the last bytes has failed and said so
		}
		ext := memberExtension(f)
		if ext == "" {
			continue
		}
		where := joinNotes(entry, shown(f.Name))
		text, failure := rd.member(f)
		if failure != nil {
			rd.fail(where, failure)
			continue
		}
		rd.read(where, ext, text)
	}
	if rd.count == before && !rd.stopped {
		return invalid("the archive holds no recipes.")
	}
	return nil
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

// readGzip reads one .paprikarecipe: a JSON object under gzip.
func (rd *reader) readGzip(entry string, data []byte) *Error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return malformed(err, "this is not the gzip data a Paprika recipe consists of; export it again.")
	}
	plain, failure := rd.unpack(z)
	if failure != nil {
		return failure
	}
	return rd.readJSON(entry, plain)
}

// unpack reads r to its end within the limits for one member and for all.
func (rd *reader) unpack(r io.Reader) ([]byte, *Error) {
	most := min(int64(maxMember), rd.left)
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	rd.left -= int64(len(data))
	switch {
	case int64(len(data)) > most && rd.left < 0:
		return nil, tooLarge("the archive unpacks to more than %d MiB; split the export.", maxUnpacked>>20)
	case int64(len(data)) > most:
		return nil, tooLarge("it unpacks to more than %d MiB; leave out photos.", maxMember>>20)
	case err != nil:
		return nil, malformed(err, "its compressed data is damaged; export or download it again.")
	}
	return data, nil
}
