package interchange

import (
	"fmt"
	"io"
	"regexp"
	"strings"

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
	graphEnd  = "\n]}\n"
)

// Left counts the recipes with something that was left out when they were
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
	if extensions[format] == "" {
		return nil, unknownFormat("", fmt.Sprintf("%q can't be written; choose jsonl, jsonld or cooklang.", string(format)))
	}
	return &Writer{w: w, format: format}, nil
}

// Write adds one recipe, given as the API's JSON of it with ingredients and
// steps. What can't be created again (id, times of change, position) is left
// out, and its author but in JSON Lines. The error is an [*Error] for JSON that is not
// a recipe, or for a second recipe in a Cooklang file; otherwise it is that of the
// underlying writer.
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
	if w.format != FormatJSONLines && r.checkSize() != nil {
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
		(w.size+int64(len(graphEnd)) > maxHeld || w.values > maxValues || w.count > maxRecipes)
}

// TooLarge returns the titles of the recipes written so far that [File.Recipes] refuses
// because they are too large. JSON Lines has none.
func (w *Writer) TooLarge() []string { return w.large }

// Left returns what was left out so far.
func (w *Writer) Left() Left { return w.left }

func (w *Writer) encode(body []byte, r Recipe) ([]byte, error) {
	switch {
	case w.format == FormatJSONLines:
		return append(body, '\n'), nil
	case w.format == FormatJSONLD:
		out, err := marshal(linkedData(r))
		before := ",\n"
		if w.count == 0 {
			before = graphHead
		}
		out = append([]byte(before), out...)
		values, _ := countValues(out)
		w.size += int64(len(out))
		w.values += values
		return out, err
	case w.count > 0:
		return nil, invalid("a Cooklang file holds one recipe; write each recipe to a file of its own.")
	}
	return cooklang(r)
}

// Close writes what ends the file. Further calls do nothing.
func (w *Writer) Close() error {
	if w.closed || w.format != FormatJSONLD {
		return nil
	}
	w.closed = true
	end := graphEnd
	if w.count == 0 {
		end = graphHead + graphEnd
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

var (
	notInNames = regexp.MustCompile(`[^\pL\p{Nd}\pM]+`)
	deviceName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com\d|lpt\d)$`)
	extensions = map[Format]string{FormatJSONLines: ".jsonl", FormatJSONLD: ".json", FormatCooklang: ".cook"}
)

// FileName makes a file name of a title that every system accepts, with the
// extension of format: letters and digits stay, all else becomes a hyphen.
// Two titles may give the same name.
func FileName(title string, format Format) string {
	const most = 100
	name := strings.Trim(notInNames.ReplaceAllString(title, "-"), "-")
	if len(name) > most {
		name = strings.TrimRight(strings.ToValidUTF8(name[:most], ""), "-")
	}
	switch {
	case name == "":
		name = "recipe"
	case deviceName.MatchString(name): // on Windows, whatever the extension
		name += "-recipe"
	}
	return name + extensions[format]
}
