package interchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
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

// usualBounds let an export of 100,000 recipes come back, and keep what others
// send small.
func usualBounds() bounds {
	return bounds{held: maxHeld, streamed: 1 << 30, recipes: maxRecipes, packed: 10_000}
}

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
func Open(name string, r io.Reader) (*File, error) { return openWithin(usualBounds(), name, r) }

func openWithin(b bounds, name string, r io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, b.held+1))
	if err != nil {
		return nil, fmt.Errorf("%s: read: %w", shown(name), err)
	}
	if int64(len(data)) > b.held {
		if !isLines(name, data) {
			return nil, tooLarge("the file is larger than %d MiB; use JSON Lines, or split the export.", b.held>>20).at(name, "")
		}
		return &File{name: name, format: FormatJSONLines, data: data, long: true, rest: r, bounds: b}, nil
	}
	format, err := Detect(name, data)
	if err != nil {
		return nil, err
	}
	return &File{name: name, format: format, data: data, bounds: b}, nil
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
		case f.long:
			rd.readLong(f)
		case isArchive(f.data):
			rd.most = f.bounds.packed
			rd.readArchive("", f.data, true)
		case f.format == FormatPaprika && isGzip(f.data):
			rd.readGzip("", f.data)
		case f.format == FormatHTML:
			rd.readHTML("", f.data)
		case f.format == FormatCooklang:
			rd.readCooklang("", f.data)
		case f.format == FormatJSONLines && !singleDocument(f.name, f.data):
			rd.readLines(bytes.NewReader(decodeText(f.data)))
		default:
			rd.readJSON("", f.data)
		}
	}
}

// singleDocument reports whether JSON that is ours is one pretty-printed
// object or array rather than lines.
func singleDocument(name string, data []byte) bool {
	ext := extension(name)
	if ext == ".jsonl" || ext == ".ndjson" {
		return false
	}
	_, err := decodeJSON(decodeText(data))
	return err == nil
}

// reader is one pass over a file. Its methods hand every recipe to emit and
// every failure to fail, and look at stopped between them.
type reader struct {
	file    string
	left    int64 // bytes that may still be unpacked
	most    int   // recipes and failures that are handed over
	count   int   // recipes and failures handed over
	stopped bool
	halves  bool       // the JSON at hand has halves of characters
	refs    references // of the JSON-LD document at hand
	yield   func(Item, error) bool
}

// emit hands over r, once it fits. warnings tell what of it was not read.
func (rd *reader) emit(entry string, r Recipe, warnings ...string) {
	if rd.stopped {
		return
	}
	fitted, err := r.Fit()
	rd.handOver(Item{Recipe: r, Entry: entry, Warnings: append(warnings, fitted...)}, err)
}

// emitOwn is emit for what one of our own files says: what a vault may have
// held stays as it is, so that a backup comes back exactly.
func (rd *reader) emitOwn(entry string, own ownRecipe, left leftovers) {
	if rd.stopped {
		return
	}
	item := Item{Recipe: own.recipe(), Entry: entry, Warnings: left.warnings(), Own: true, Author: valueOf(own.CreatedBy)}
	var err error
	if own.holdable() {
		item.Kept, err = own.body()
	} else {
		var changes []string
		if changes, err = item.Recipe.Fit(); changes == nil {
			changes = []string{"White space or control characters were taken out to make it fit."}
		}
		item.Warnings = append(item.Warnings, changes...)
	}
	rd.handOver(item, err)
}

func (rd *reader) handOver(item Item, err error) {
	if err != nil {
		var e *Error
		if !errors.As(err, &e) {
			e = invalid("the recipe can't be created.")
			e.Err = err
		}
		rd.fail(item.Entry, e)
		return
	}
	if rd.halves && item.Recipe.hasReplacement() {
		item.Warnings = append(item.Warnings, "Half a character (a lone surrogate) in the text could not be kept; U+FFFD stands in its place.")
	}
	if rd.mayGoOn() && !rd.yield(item, nil) {
		rd.stopped = true
	}
}

func (rd *reader) fail(entry string, e *Error) {
	if !rd.stopped && rd.mayGoOn() && !rd.yield(Item{Entry: entry}, e.at(rd.file, entry)) {
		rd.stopped = true
	}
}

// mayGoOn counts what is handed over and ends the pass at the bound.
func (rd *reader) mayGoOn() bool {
	rd.count++
	if rd.count <= rd.most {
		return true
	}
	rd.stopped = true
	rd.yield(Item{}, tooLarge("the file has more than %d recipes; the rest was not read. Split the export.", rd.most).at(rd.file, ""))
	return false
}

// readJSON reads one JSON document: a recipe of any program, or a list.
func (rd *reader) readJSON(entry string, data []byte) {
	data = decodeText(data)
	v, failure := decodeJSON(data)
	if failure != nil {
		rd.fail(entry, failure)
		return
	}
	rd.halves = hasHalves(data)
	if o, ok := v.(map[string]any); ok && sniff(o) == FormatJSONLines {
		own, left, failure := decodeOwn(data) // strict, and knows the place
		if failure != nil {
			rd.fail(entry, failure)
			return
		}
		rd.emitOwn(entry, own, left)
		return
	}
	before := rd.count
	rd.refs = make(references)
	rd.refs.collect(v)
	rd.readValue(entry, v)
	if rd.count == before && !rd.stopped {
		rd.fail(entry, invalid("the JSON holds no recipe in a form that is known here."))
	}
}

func (rd *reader) readValue(entry string, v any) {
	switch v := v.(type) {
	case []any:
		for i, w := range v {
			if rd.stopped {
				return
			}
			rd.readValue(joinNotes(entry, fmt.Sprintf("recipe %d", i+1)), w)
		}
	case map[string]any:
		rd.readObject(entry, v)
	}
}

func (rd *reader) readObject(entry string, o object) {
	switch sniff(o) {
	case FormatPaprika:
		r, warnings := paprikaRecipe(o)
		rd.emit(entry, r, warnings...)
	case FormatMealie:
		r, warnings := mealieRecipe(o)
		rd.emit(entry, r, warnings...)
	case FormatTandoor:
		r, warnings := tandoorRecipe(o)
		rd.emit(entry, r, warnings...)
	case FormatJSONLines:
		rd.readOwnObject(entry, o)
	default:
		for i, node := range findRecipes(map[string]any(o), rd.refs, nil) {
			where := entry
			if i > 0 || !isType(o, "Recipe") {
				where = joinNotes(entry, fmt.Sprintf("recipe %d", i+1))
			}
			r, warnings := schemaRecipe(node, rd.refs)
			rd.emit(where, r, warnings...)
		}
	}
}
