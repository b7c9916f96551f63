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
	return bounds{held: 2000, streamed: 1 << 20, document: 1000, recipes: 1000, packed: 10}
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

// pipe hides that a reader can seek.
func pipe(text string) io.Reader { return io.MultiReader(strings.NewReader(text)) }

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

// TestLong reads exports that are longer than what is held, as often as their
// reader allows.
func TestLong(t *testing.T) {
	t.Parallel()
	const n = 300
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(exported(t, FormatJSONLines, n))
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		file, text string
		format     Format
	}{
		"lines":                    {"a.jsonl", exported(t, FormatJSONLines, n), FormatJSONLines},
		"lines under another name": {"standard input", exported(t, FormatJSONLines, n), FormatJSONLines},
		"with a byte order mark":   {"a.jsonl", byteOrderMark + exported(t, FormatJSONLines, n), FormatJSONLines},
		"of a Windows shell":       {"a.jsonl", wide, FormatJSONLines},
		"JSON-LD":                  {"a.json", exported(t, FormatJSONLD, n), FormatJSONLD},
	} {
		for _, from := range []string{"file", "pipe"} {
			t.Run(name+", "+from, func(t *testing.T) {
				t.Parallel()
				var r io.Reader = strings.NewReader("xx" + tc.text)
				if from == "pipe" {
					r = pipe("xx" + tc.text)
				}
				if _, err := io.ReadFull(r, make([]byte, 2)); err != nil { // it need not stand at the beginning
					t.Fatal(err)
				}
				f, err := openWithin(smallBounds(), tc.file, r)
				if err != nil {
					t.Fatal(err)
				}
				if f.Format() != tc.format || f.Repeatable() != (from == "file") || len(f.data) > 2001 {
					t.Errorf("%s, repeatable %t, holds %d bytes", f.Format(), f.Repeatable(), len(f.data))
				}
				for pass := range 2 {
					titles, failures := collect(f)
					if pass == 1 && from == "pipe" {
						if len(titles) != 0 || len(failures) != 1 || !strings.Contains(failures[0], "can't be read a second time") {
							t.Errorf("second pass: %d recipes, %q", len(titles), failures)
						}
						continue
					}
					if len(titles) != n || len(failures) != 0 || titles[0] != "Crème 0" || titles[n-1] != fmt.Sprintf("Crème %d", n-1) {
						t.Errorf("pass %d: %d recipes, %q", pass, len(titles), failures)
					}
				}
			})
		}
	}
}

// TestLong_held is JSON-LD of ours that fits into memory, but whose values
// would not.
func TestLong_held(t *testing.T) {
	t.Parallel()
	text := exported(t, FormatJSONLD, 6)
	b := smallBounds()
	b.held = int64(len(text))
	f, err := openWithin(b, "a.json", pipe(text))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if titles, failures := collect(f); len(titles) != 6 || len(failures) != 0 {
			t.Errorf("%d recipes, %q", len(titles), failures)
		}
	}
}

func TestLong_broken(t *testing.T) {
	t.Parallel()
	lines, graph := exported(t, FormatJSONLines, 100), exported(t, FormatJSONLD, 100)
	huge := `{"title":"` + strings.Repeat("x", maxLine) + `"}` + "\n"
	for name, tc := range map[string]struct {
		file    string
		in      io.Reader
		recipes int
		want    string
	}{
		"too many bytes":         {"a.jsonl", strings.NewReader(lines + strings.Repeat("\n", 1<<20)), 100, "the file is larger than 1 MiB; the rest was not read. Split the export."},
		"too many recipes":       {"a.jsonl", strings.NewReader(strings.Repeat("{\"title\":\"x\"}\n", 1001)), 1000, "more than 1000 recipes"},
		"reader that fails":      {"a.jsonl", io.MultiReader(strings.NewReader(lines), failing{}), 100, "a.jsonl, line 101: from here on the file can't be read: the disk is gone."},
		"broken line":            {"a.jsonl", strings.NewReader(lines + "{\"title\":\n" + lines), 200, "a.jsonl, line 101, column 10: the JSON ends too early"},
		"other letters":          {"a.jsonl", strings.NewReader(lines + "{\"title\":\"Cr\xe8me\"}\n"), 101, ""},
		"graph cut off":          {"a.json", strings.NewReader(graph[:len(graph)-len("\n]}\n")]), 100, "a.json, line 101: the JSON ends too early"},
		"graph with a gap":       {"a.json", strings.NewReader(strings.Replace(graph, "\n{\"@type\":\"Recipe\",\"encodingFormat\":\"text/plain\",\"name\":\"Crème 50\"", "\n{\"name\":\"x\"},\n{\"@type\":\"Recipe\",\"name\":\"Crème 50\"", 1)), 100, "a.json, recipe 51, line 52: the line holds no recipe."},
		"graph with a line torn": {"a.json", strings.NewReader(strings.Replace(graph, "\"name\":\"Crème 50\"", "\"name\":\n\"Crème 50\"", 1)), 99, "a.json, recipe 51, line 52, column 56: the JSON ends too early"},
		"long line":              {"a.jsonl", strings.NewReader(lines + huge + lines), 200, "a.jsonl, line 101: the line has 33554445 bytes; at most 33554432 are read."},
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

// TestLong_refused is too long and nothing that can be read by lines.
func TestLong_refused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a.json": `{"@context":"https://schema.org","@graph":[` + strings.Repeat(" ", 3000), "b.json": "[" + strings.Repeat(" ", 3000), "a.zip": "PK\x03\x04" + exported(t, FormatJSONLines, 50),
		"a.txt": "{\"name\":1}\n" + strings.Repeat(" ", 3000), "a.jsonl": strings.Repeat(" ", 3000), "c.json": strings.Replace(exported(t, FormatJSONLD, 50), "text/plain", "text/html", 1),
	} {
		_, err := openWithin(smallBounds(), name, strings.NewReader(text))
		var e *Error
		if !errors.As(err, &e) || e.Kind != KindTooLarge {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errBroken }
