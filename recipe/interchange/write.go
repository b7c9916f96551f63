package interchange

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// Writer writes recipes to one file. It is not safe for concurrent use.
type Writer struct {
	w      io.Writer
	format Format
	count  int
	size   int64 // bytes of JSON-LD
	values int   // of JSON-LD, as [countValues] counts them
	left   Left
	large  []string
	closed bool
}

// graphHead and graphEnd are before and after the recipes of our JSON-LD.
const (
	graphHead = "{\"@context\":\"https://schema.org\",\"@graph\":[\n"
	graphEnd  = "]}"
)

// Left counts the recipes with something that stayed behind when they were
// written.
type Left struct {
	Pictures int // a picture, which no format here holds
	Unknown  int // members that are not known here, such as those of later servers
}

// NewWriter returns a Writer of [FormatJSONLines], [FormatJSONLD] or
// [FormatCooklang]; for any other format the error is an [*Error] of kind
// KindUnknownFormat. A Cooklang file holds one recipe. Close ends the file; it
// does not close w.
func NewWriter(w io.Writer, format Format) (*Writer, error) {
	switch format {
	case FormatJSONLines, FormatJSONLD, FormatCooklang:
		return &Writer{w: w, format: format}, nil
	}
	return nil, &Error{Kind: KindUnknownFormat, Message: fmt.Sprintf("%q can't be written; choose jsonl, jsonld or cooklang.", string(format))}
}

// Write adds one recipe, given as the API's JSON of it with ingredients and
// steps. What can't be created again (id, times of change, position) is left
// out, and its author but in JSON Lines. The error is an [*Error] for JSON that is not a recipe, or for a second
// recipe in a Cooklang file; otherwise it is that of the underlying writer.
func (w *Writer) Write(details []byte) error {
	own, unknown, failure := decodeOwn(details)
	if failure != nil {
		return failure
	}
	if strings.TrimSpace(own.Title) == "" {
		return invalid("the recipe has no title and can't be written.")
	}
	body, r, err := own.encode()
	if err != nil {
		return err
	}
	out, err := w.encode(body, r)
	if err != nil {
		return err
	}
	w.count++
	if w.format != FormatJSONLines && r.tooLarge() != nil {
		w.large = append(w.large, r.Title)
	}
	if own.pictured {
		w.left.Pictures++
	}
	if len(unknown) > 0 {
		w.left.Unknown++
	}
	if _, err := w.w.Write(out); err != nil {
		return fmt.Errorf("write recipe %d: %w", w.count, err)
	}
	return nil
}

// TooLong reports whether what was written so far is more JSON-LD than [Open] and
// [File.Recipes] read.
func (w *Writer) TooLong() bool {
	return w.format == FormatJSONLD &&
		(w.size+int64(len("\n"+graphEnd+"\n")) > maxHeld || w.values > maxValues || w.count > maxRecipes)
}

// TooLarge returns the titles of the recipes written so far that [File.Recipes] refuses
// because they are too large. JSON Lines has none.
func (w *Writer) TooLarge() []string { return w.large }

// Left returns what stayed behind so far.
func (w *Writer) Left() Left { return w.left }

func (w *Writer) encode(body []byte, r Recipe) ([]byte, error) {
	switch {
	case w.format == FormatJSONLines:
		return append(body, '\n'), nil
	case w.format == FormatJSONLD:
		out, err := marshal(linkedData(r))
		out = append([]byte(w.separator()), out...)
		values, _ := countValues(out)
		w.size += int64(len(out))
		w.values += values
		return out, err
	case w.count > 0:
		return nil, invalid("a Cooklang file holds one recipe; write each recipe to a file of its own.")
	}
	return cooklang(r)
}

// separator opens the JSON-LD document before its first recipe.
func (w *Writer) separator() string {
	if w.count == 0 {
		return graphHead
	}
	return ",\n"
}

// Close writes what ends the file. Further calls do nothing.
func (w *Writer) Close() error {
	if w.closed || w.format != FormatJSONLD {
		return nil
	}
	w.closed = true
	end := "\n" + graphEnd + "\n"
	if w.count == 0 {
		end = w.separator() + graphEnd + "\n"
	}
	if _, err := io.WriteString(w.w, end); err != nil {
		return fmt.Errorf("end the file: %w", err)
	}
	return nil
}

func marshal(v any) ([]byte, error) {
	out, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return nil, malformed(err, "the recipe can't be written as JSON.")
	}
	return out, nil
}

// FileName makes a file name of a title that every system accepts, with the
// extension of format: letters and digits stay, all else becomes a hyphen.
// Two titles may give the same name.
func FileName(title string, format Format) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.TrimSpace(title) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) || r == utf8.RuneError {
			gap = b.Len() > 0
			continue
		}
		if b.Len()+utf8.RuneLen(r) > 100 {
			break
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteRune(r)
	}
	name := b.String()
	switch lower := strings.ToLower(name); {
	case name == "":
		name = "recipe"
	case reserved(lower): // device names on Windows, whatever the extension
		name += "-recipe"
	}
	return name + map[Format]string{FormatJSONLines: ".jsonl", FormatJSONLD: ".json", FormatCooklang: ".cook"}[format]
}

func reserved(name string) bool {
	switch name {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (strings.HasPrefix(name, "com") || strings.HasPrefix(name, "lpt")) && name[3] >= '0' && name[3] <= '9'
}
