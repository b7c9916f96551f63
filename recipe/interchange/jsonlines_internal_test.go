package interchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"
)

// Long files are tested from inside, with small bounds: the real ones are a
// gibibyte.
var errBroken = errors.New("the disk is gone")

func smallBounds() bounds {
	return bounds{held: 2000, streamed: 1 << 20, recipes: 1000, packed: 10}
}

// exported is an export of n recipes.
func exported(t *testing.T, format Format, n int) string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		err = errors.Join(err, w.Write([]byte(fmt.Sprintf(`{"title":"Crème %d","ingredients":[{"name":"milk","quantity":%d,"unit":"l"}],"steps":[{"instruction":"Stir, [\n]} and wait."}]}`, i, i+1))))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// collect runs through the recipes once.
func collect(f *File) (titles []string, failures []string) {
	for item, err := range f.Recipes() {
		if err != nil {
			failures = append(failures, err.Error())
			continue
		}
		titles = append(titles, item.Recipe.Title)
	}
	return titles, failures
}

// TestLong reads JSON Lines that are longer than what is held, once.
func TestLong(t *testing.T) {
	t.Parallel()
	const n = 300
	text := exported(t, FormatJSONLines, n)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ file, text string }{
		"lines":                    {"a.jsonl", text},
		"lines under another name": {"standard input", text},
		"with a byte order mark":   {"a.jsonl", byteOrderMark + text},
		"of a Windows shell":       {"a.jsonl", wide},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := openWithin(smallBounds(), tc.file, strings.NewReader(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			if f.Format() != FormatJSONLines || f.Repeatable() || len(f.data) > 2001 {
				t.Errorf("%s, repeatable %t, holds %d bytes", f.Format(), f.Repeatable(), len(f.data))
			}
			titles, failures := collect(f)
			if len(titles) != n || len(failures) != 0 || titles[0] != "Crème 0" || titles[n-1] != fmt.Sprintf("Crème %d", n-1) {
				t.Errorf("%d recipes, %q", len(titles), failures)
			}
			if titles, failures := collect(f); len(titles) != 0 || len(failures) != 1 || !strings.Contains(failures[0], "is read only once") {
				t.Errorf("second pass: %d recipes, %q", len(titles), failures)
			}
		})
	}
}

// TestWriter_TooLong: the writer of JSON-LD counts as the reader does, so that it
// knows what can be read back.
func TestWriter_TooLong(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w, err := NewWriter(&b, FormatJSONLD)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if err := w.Write([]byte(fmt.Sprintf(`{"title":"{Soup, %d","ingredients":[{"name":"leek, big","quantity":2}],"steps":[{"instruction":"Stir: \"[\"."}]}`, i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	const end = int64(len(graphEnd))
	if values, _ := countValues(b.Bytes()); w.values != values || w.size+end != int64(b.Len()) || w.TooLong() {
		t.Errorf("%d values of %d, %d bytes of %d, too long: %t", w.values, values, w.size+end, b.Len(), w.TooLong())
	}
	for name, set := range map[string]func(more int){
		"bytes":   func(more int) { w.size = maxHeld - end + int64(more) },
		"values":  func(more int) { w.values = maxValues + more },
		"recipes": func(more int) { w.count = maxRecipes + more },
	} {
		for more := range 2 {
			if set(more); w.TooLong() != (more == 1) {
				t.Errorf("%d %s over the bound: too long is %t", more, name, w.TooLong())
			}
			w.size, w.values, w.count = 0, 0, 0
		}
	}
}

func TestLong_broken(t *testing.T) {
	t.Parallel()
	lines := exported(t, FormatJSONLines, 100)
	huge := `{"title":"` + strings.Repeat("x", maxLine) + `"}` + "\n"
	for name, tc := range map[string]struct {
		file    string
		in      io.Reader
		recipes int
		want    string
	}{
		"too many bytes":    {"a.jsonl", strings.NewReader(lines + strings.Repeat("\n", 1<<20)), 100, "the file is larger than 1 MiB; the rest was not read. Split the export."},
		"too many recipes":  {"a.jsonl", strings.NewReader(strings.Repeat("{\"title\":\"x\"}\n", 1001)), 1000, "more than 1000 recipes"},
		"reader that fails": {"a.jsonl", io.MultiReader(strings.NewReader(lines), failing{}), 100, "a.jsonl, line 101: from here on the file can't be read: the disk is gone."},
		"broken line":       {"a.jsonl", strings.NewReader(lines + "{\"title\":\n" + lines), 200, "a.jsonl, line 101, column 10: the JSON ends too early"},
		"other letters":     {"a.jsonl", strings.NewReader(lines + "{\"title\":\"Cr\xe8me\"}\n"), 101, ""},
		"long line":         {"a.jsonl", strings.NewReader(lines + huge + lines), 200, "a.jsonl, line 101: the line has 33554445 bytes; at most 33554432 are read."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := smallBounds()
			if name == "long line" {
				b.streamed = 1 << 30
			}
			f, err := openWithin(b, tc.file, tc.in)
			if err != nil {
				t.Fatal(err)
			}
			titles, failures := collect(f)
			if len(titles) != tc.recipes || !strings.Contains(strings.Join(failures, "\n"), tc.want) || (tc.want == "") != (len(failures) == 0) {
				t.Errorf("%d recipes, %q", len(titles), failures)
			}
		})
	}
}

// TestLong_refused is too long and can't be read by lines.
func TestLong_refused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a.json": `{"@context":"https://schema.org","@graph":[` + strings.Repeat(" ", 3000), "b.json": "[" + strings.Repeat(" ", 3000), "a.zip": "PK\x03\x04" + exported(t, FormatJSONLines, 50),
		"a.txt": "{\"name\":1}\n" + strings.Repeat(" ", 3000), "a.jsonl": strings.Repeat(" ", 3000), "c.json": exported(t, FormatJSONLD, 50),
	} {
		_, err := openWithin(smallBounds(), name, strings.NewReader(text))
		var e *Error
		if !errors.As(err, &e) || e.Kind != KindTooLarge || !strings.HasSuffix(e.Message, "use JSON Lines, or split the export.") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errBroken }
