package interchange

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// reader is one pass over a file. Its methods hand every recipe to emit and
// return or hand to fail what could not be read. After the loop over the recipes has
// ended both do nothing; long loops look at stopped.
type reader struct {
	file    string
	left    int64 // bytes that may still be unpacked
	most    int   // recipes and failures that are handed over
	count   int   // recipes and failures handed over
	depth   int   // of archives within archives
	stopped bool
	halves  bool       // the JSON at hand has halves of characters
	refs    references // of the JSON-LD document at hand
	yield   func(Item, error) bool
}

// read reads a file, or the member of an archive that entry names, as its
// extension says.
func (rd *reader) read(entry, extension string, data []byte) {
	var failure *Error
	switch extension {
	case ".zip":
		failure = rd.readArchive(entry, data)
	case ".paprikarecipe":
		failure = rd.readGzip(entry, data)
	case ".html", ".htm":
		failure = rd.readHTML(entry, data)
	case ".cook":
		failure = rd.readCooklang(entry, data)
	default:
		failure = rd.readJSON(entry, data)
	}
	if failure != nil {
		rd.fail(entry, failure)
	}
}

// emit hands over r, once it fits. warnings say what of it was not read.
func (rd *reader) emit(entry string, r Recipe, warnings []string) {
	if rd.stopped {
		return
	}
	fitted, err := r.Fit()
	rd.handOver(Item{Recipe: r, Entry: entry, Warnings: append(warnings, fitted...)}, err)
}

// readOwn reads what one of our own files says: what a vault may have
// held stays as it is, so that a backup comes back exactly.
func (rd *reader) readOwn(entry string, data []byte) *Error {
	own, left, failure := decodeOwn(data)
	if failure != nil || rd.stopped {
		return failure
	}
	item := Item{Entry: entry, Warnings: left.warnings(), Own: true}
	if own.CreatedBy != nil {
		item.Author = *own.CreatedBy
	}
	body, r, err := own.encode()
	item.Recipe = r
	switch {
	case err != nil:
	case own.holdable(r):
		item.Kept = body
	default:
		var changes []string
		if changes, err = item.Recipe.Fit(); changes == nil {
			changes = []string{"White space or control characters were removed to make it fit."}
		}
		item.Warnings = append(item.Warnings, changes...)
	}
	rd.handOver(item, err)
	return nil
}

func (rd *reader) handOver(item Item, err error) {
	var e *Error
	if errors.As(err, &e) {
		rd.fail(item.Entry, e)
		return
	}
	replaced := func(s string) bool { return strings.ContainsRune(s, utf8.RuneError) }
	if rd.halves && slices.ContainsFunc(item.Recipe.texts(), replaced) {
		item.Warnings = append(item.Warnings, "A lone surrogate was replaced with U+FFFD.")
	}
	rd.pass(item, nil)
}

func (rd *reader) fail(entry string, e *Error) {
	rd.pass(Item{Entry: entry}, e.at(rd.file, entry))
}

// pass counts what is handed over and ends the pass at the bound.
func (rd *reader) pass(item Item, err error) {
	if rd.stopped {
		return
	}
	if rd.count++; rd.count > rd.most {
		item, err = Item{}, tooLarge("the file has more than %d recipes; the rest was not read. Split the export.", rd.most).at(rd.file, "")
	}
	rd.stopped = !rd.yield(item, err) || rd.count > rd.most
}

// readJSON reads one JSON document: a recipe of any program, or a list.
func (rd *reader) readJSON(entry string, data []byte) *Error {
	data = decodeText(data)
	v, failure := decodeJSON(data)
	if failure != nil {
		return failure
	}
	rd.halves = hasHalves(data)
	if o, ok := v.(map[string]any); ok && sniff(o) == FormatJSONLines {
		return rd.readOwn(entry, data) // strict, and knows the place
	}
	before := rd.count
	rd.refs = make(references)
	rd.refs.collect(v)
	rd.readValue(entry, v)
	if rd.count == before && !rd.stopped {
		return invalid("the JSON holds no recipe in a form that is known here.")
	}
	return nil
}

func (rd *reader) readValue(entry string, v any) {
	list, _ := v.([]any)
	for i, w := range list {
		if rd.stopped {
			return
		}
		rd.readValue(joinNotes(entry, fmt.Sprintf("recipe %d", i+1)), w)
	}
	m, _ := v.(map[string]any)
	o := object(m)
	switch format := sniff(o); {
	case o == nil:
	case programs[format] != nil:
		r, left := programs[format](o)
		rd.emit(entry, r, left.warnings())
	case format == FormatJSONLines:
		data, _ := json.Marshal(o) // what was decoded can be encoded
		if failure := rd.readOwn(entry, data); failure != nil {
			failure.Line, failure.Column = 0, 0 // of the list's entry no more is known
			rd.fail(entry, failure)
		}
	default:
		rd.emitNodes(entry, "", findRecipes(m, rd.refs))
	}
}

// programs read the objects of those that have a form of their own.
var programs = map[Format]func(object) (Recipe, leftovers){
	FormatPaprika: paprikaRecipe,
	FormatMealie:  mealieRecipe,
	FormatTandoor: tandoorRecipe,
}

// emitNodes hands over schema.org recipes. part names where in entry they are.
func (rd *reader) emitNodes(entry, part string, nodes []object) {
	for i, node := range nodes {
		where := entry
		if len(nodes) > 1 {
			where = joinNotes(entry, joinNotes(part, fmt.Sprintf("recipe %d", i+1)))
		}
		r, warnings := schemaRecipe(node, rd.refs)
		rd.emit(where, r, warnings)
	}
}
