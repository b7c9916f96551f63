package interchange

import (
	"bytes"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Format names a file format. Its value is fit for a command-line flag.
type Format string

// The formats that are read. JSON Lines, JSON-LD and Cooklang are written too.
const (
	FormatJSONLines Format = "jsonl"
	FormatJSONLD    Format = "jsonld"
	FormatHTML      Format = "html"
	FormatPaprika   Format = "paprika"
	FormatMealie    Format = "mealie"
	FormatTandoor   Format = "tandoor"
	FormatCooklang  Format = "cooklang"
)

const unknownSentence = "unknown format; supported are schema.org JSON-LD (.json) or a saved HTML page, " +
	"Paprika (.paprikarecipes), a Mealie or Tandoor export (.zip or .json), Cooklang (.cook), JSON Lines (.jsonl)."

func unknownFormat(file, sentence string) *Error {
	return &Error{Kind: KindUnknownFormat, File: file, Message: sentence}
}

// Detect names the format of a file by its content, and by the name's
// extension where the content leaves it open. The error is an [*Error] of
// kind KindUnknownFormat that lists the formats.
func Detect(name string, data []byte) (Format, error) {
	ext := extension(name)
	switch {
	case isArchive(data):
		return detectArchive(name, data)
	case isGzip(data):
		return FormatPaprika, nil
	}
	text := bytes.TrimSpace(decodeText(data))
	switch {
	case len(text) == 0 || bytes.IndexByte(text[:min(len(text), 4096)], 0) >= 0:
	case text[0] == '{' || text[0] == '[' && ext != ".cook":
		return detectJSON(name, text), nil
	case ext == ".cook":
		return FormatCooklang, nil
	case text[0] == '<', ext == ".html", ext == ".htm", ext == ".xhtml":
		return FormatHTML, nil
	case ext == ".json":
		return FormatJSONLD, nil // broken; the reader says where
	case isLinesName(name):
		return FormatJSONLines, nil
	case utf8.Valid(text) && !bytes.HasPrefix(text, []byte("%PDF")) && cooklangMark.Match(text[:min(len(text), 64<<10)]):
		return FormatCooklang, nil
	}
	return "", unknownFormat(name, unknownSentence)
}

// cooklangMark is what prose does not have.
var cooklangMark = regexp.MustCompile(`(?m)^\s*>>.*:|[@~#][^\n{]*\{[^\n}]*\}`)

// detectJSON distinguishes JSON Lines, of which every line is a document, from one
// document, and looks into that.
func detectJSON(name string, text []byte) Format {
	if isLinesName(name) {
		return FormatJSONLines
	}
	if bytes.HasPrefix(text, []byte(graphHead)) { // no need to decode it twice
		return FormatJSONLD
	}
	first, rest, more := bytes.Cut(text, []byte("\n"))
	if more && len(bytes.TrimSpace(rest)) > 0 && len(first) <= maxLine {
		if _, err := decodeJSON(first); err == nil {
			return FormatJSONLines
		}
	}
	v, err := decodeJSON(text)
	if err != nil {
		return FormatJSONLD
	}
	if list, ok := v.([]any); ok && len(list) > 0 {
		v = list[0]
	}
	if o, ok := v.(map[string]any); ok {
		return sniff(o)
	}
	return FormatJSONLD
}

// sniff finds whose object this is by the members that only it has.
func sniff(o object) Format {
	_, directions := o["directions"].(string)
	_, ingredients := o["ingredients"].(string)
	switch {
	case o.get("@type", "@graph", "@context") != nil:
		return FormatJSONLD
	case o["title"] != nil:
		return FormatJSONLines
	case o["name"] == nil:
		return FormatJSONLD
	case directions, ingredients:
		return FormatPaprika
	case o.get("recipe_ingredient", "recipe_instructions", "recipeIngredient", "recipeInstructions") != nil:
		return FormatMealie
	case o["steps"] != nil:
		return FormatTandoor
	}
	return FormatJSONLD
}

// base returns the last part of a path of any system.
func base(name string) string { return path.Base(strings.ReplaceAll(name, `\`, "/")) }

func extension(name string) string { return strings.ToLower(path.Ext(base(name))) }
