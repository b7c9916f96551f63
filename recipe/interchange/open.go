package interchange

import (
	"fmt"
	"io"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of one file, and of what is unpacked from it.
const (
	maxHeld     = 64 << 20
	maxRecipes  = 100_000
	maxMember   = 16 << 20
	maxUnpacked = 256 << 20
	maxEntries  = 50_000
)

// bounds are those of one file. Tests have smaller ones.
type bounds struct {
	held     int64 // bytes of a file that is read as a whole
	streamed int64 // bytes of one that is read line by line
	recipes  int   // of a file
	packed   int   // of an archive
}

// usual bounds let an export of 100,000 recipes come back, and keep what others
// send small.
var usual = bounds{held: maxHeld, streamed: 1 << 30, recipes: maxRecipes, packed: 10_000}

// File is an opened file whose format is known. It holds the whole content, or
// where that is long the beginning of it and the reader of the rest; nothing
// has to be closed here.
type File struct {
	name   string
	format Format
	data   []byte
	long   bool      // data is only the beginning
	rest   io.Reader // of a long file, until it is read
	bounds bounds
}

// Open reads r, at most 64 MiB, and finds its format. name is the file's name
// for errors; its extension helps where the content does not say. JSON Lines may
// have 1 GiB: the rest is read from r while [File.Recipes] runs. The error is an
// [*Error], or that of r.
func Open(name string, r io.Reader) (*File, error) { return openWithin(usual, name, r) }

func openWithin(b bounds, name string, r io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, b.held+1))
	if err != nil {
		return nil, fmt.Errorf("%s: read: %w", shown(name), err)
	}
	f := &File{name: name, data: data, bounds: b}
	f.format, err = Detect(name, data)
	if int64(len(data)) > b.held {
		if err != nil || f.format != FormatJSONLines {
			return nil, tooLarge("the file is larger than %d MiB; use JSON Lines, or split the export.", b.held>>20).at(name, "")
		}
		f.long, f.rest = true, r
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Format returns what [Detect] found. A member of an archive may be of
// another format; it is read as what it is.
func (f *File) Format() Format { return f.format }

// Repeatable reports whether [File.Recipes] may run again. It is false for a
// file that is too long to be held.
func (f *File) Repeatable() bool { return !f.long }

// Recipes yields every recipe of the file, or the [*Error] of the one that
// failed; the loop may go on after an error. It may be run again if the file is
// Repeatable.
func (f *File) Recipes() iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		rd := &reader{file: f.name, left: maxUnpacked, most: f.bounds.recipes, yield: yield}
		switch {
		case isArchive(f.data):
			rd.most = f.bounds.packed
			rd.read("", ".zip", f.data)
		case isGzip(f.data):
			rd.read("", ".paprikarecipe", f.data)
		case f.format == FormatHTML:
			rd.read("", ".html", f.data)
		case f.format == FormatCooklang:
			rd.read("", ".cook", f.data)
		case f.format == FormatJSONLines && !f.isDocument():
			rd.readLines(f)
		default:
			rd.read("", ".json", f.data)
		}
	}
}

// isDocument distinguishes one pretty-printed object or array of ours from lines.
func (f *File) isDocument() bool {
	return !f.long && !isLinesName(f.name) &&
		jsontext.Value(decodeText(f.data)).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
