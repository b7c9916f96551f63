package interchange

import (
	"bytes"
	"path"
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

const unknownSentence = "this is none of the formats that can be read: schema.org JSON-LD (.json) or a saved HTML page, " +
	"Paprika (.paprikarecipes), a Mealie or Tandoor export (.zip or .json), Cooklang (.cook), JSON Lines (.jsonl)."

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
	if len(text) == 0 || bytes.IndexByte(text[:min(len(text), 4096)], 0) >= 0 {
		return "", &Error{Kind: KindUnknownFormat, File: name, Message: unknownSentence}
	}
	switch {
	case text[0] == '{' || text[0] == '[' && ext != ".cook":
		return detectJSON(ext, text), nil
	case ext == ".cook":
		return FormatCooklang, nil
	case text[0] == '<', ext == ".html", ext == ".htm", ext == ".xhtml":
		return FormatHTML, nil
	case ext == ".json":
		return FormatJSONLD, nil // broken; the reader says where
	case isLinesName(ext):
		return FormatJSONLines, nil
	case looksCooklang(text):
		return FormatCooklang, nil
	}
	return "", &Error{Kind: KindUnknownFormat, File: name, Message: unknownSentence}
}

// detectJSON tells JSON Lines, of which every line is a document, from one
// document, and looks into that.
func detectJSON(ext string, text []byte) Format {
	if isLinesName(ext) {
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

// sniff tells whose object this is by the members that only it has.
func sniff(o object) Format {
	_, directions := o["directions"].(string)
	_, ingredients := o["ingredients"].(string)
	switch {
	case o.has("@type"), o.has("@graph"), o.has("@context"):
		return FormatJSONLD
	case o.has("title"):
		return FormatJSONLines
	case directions && o.has("name"), ingredients && o.has("name"):
		return FormatPaprika
	case o.has("name") && (o.has("recipe_ingredient") || o.has("recipe_instructions")),
		o.has("name") && (o.has("recipeIngredient") || o.has("recipeInstructions")):
		return FormatMealie
	case o.has("name") && o.has("steps"):
		return FormatTandoor
	}
	return FormatJSONLD
}

// looksCooklang asks for a mark that prose does not have.
func looksCooklang(text []byte) bool {
	if !utf8.Valid(text) || bytes.HasPrefix(text, []byte("%PDF")) {
		return false
	}
	for line := range bytes.Lines(text[:min(len(text), 64<<10)]) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte(">>")) && bytes.Contains(line, []byte(":")) {
			return true
		}
		for _, mark := range []string{"@", "~", "#"} {
			_, after, found := bytes.Cut(line, []byte(mark))
			if open := bytes.IndexByte(after, '{'); found && open >= 0 && bytes.IndexByte(after[open:], '}') > 0 {
				return true
			}
		}
	}
	return false
}

// extension returns the lower-case extension of a path of any system.
func extension(name string) string {
	return strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/")))
}
