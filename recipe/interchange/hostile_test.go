package interchange_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// zeros is a reader of n zero bytes.
func zeros(n int64) io.Reader { return io.LimitReader(zeroReader{}, n) }

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// bomb packs one large member under many names.
func bomb(t testing.TB, name string, members int, size int64) []byte {
	t.Helper()
	var packed bytes.Buffer
	deflate, err := flate.NewWriter(&packed, flate.BestSpeed)
	sum := crc32.NewIEEE()
	if err == nil {
		_, err = io.Copy(io.MultiWriter(deflate, sum), zeros(size))
	}
	if err = errors.Join(err, deflate.Close()); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range members {
		w, err := z.CreateRaw(&zip.FileHeader{
			Name: fmt.Sprintf(name, i), Method: zip.Deflate, CRC32: sum.Sum32(),
			CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(size),
		})
		if err == nil {
			_, err = w.Write(packed.Bytes())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHostile(t *testing.T) {
	t.Parallel()
	corrupt := zipped(t, member{"a.json", []byte(strings.Repeat(soupNode, 20))})
	corrupt[60] ^= 0xFF // inside the member's compressed data
	encrypted := zipped(t, member{"a.json", []byte(soupNode)})
	for i := range encrypted { // the flag in the member's header of the central directory
		if bytes.HasPrefix(encrypted[i:], []byte("PK\x01\x02")) {
			encrypted[i+8] |= 1
		}
	}
	for name, tc := range map[string]struct {
		file string
		data []byte
		kind interchange.Kind
		want string
	}{
		"zip bomb":              {"a.zip", bomb(t, "r%d.json", 1, 40<<20), interchange.KindTooLarge, "a.zip, r0.json: it unpacks to more than 16 MiB"},
		"gzip bomb":             {"a.paprikarecipe", gzipped(t, make([]byte, 20<<20)), interchange.KindTooLarge, "a.paprikarecipe: it unpacks to more than 16 MiB"},
		"bomb in zip in zip":    {"a.zip", zipped(t, member{"b.zip", bomb(t, "r%d.json", 1, 20<<20)}), interchange.KindTooLarge, "a.zip, b.zip, r0.json: it unpacks to more than 16 MiB"},
		"deep lists":            {"a.json", []byte(strings.Repeat("[", 1_000_000)), interchange.KindTooLarge, "line 1, column 65: the JSON is nested deeper than 64"},
		"deep objects":          {"a.json", []byte(strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)), interchange.KindTooLarge, "the JSON is nested deeper than 64"},
		"deep in a line":        {"a.jsonl", []byte(`{"title":` + strings.Repeat("[", 100_000)), interchange.KindTooLarge, "line 1, column 73: the JSON is nested deeper than 64"},
		"deep in a page":        {"a.html", []byte("<script type=application/ld+json>" + strings.Repeat("[", 100_000) + `"Recipe"</script>`), interchange.KindTooLarge, "the JSON is nested deeper than 64"},
		"very many values":      {"a.json", []byte("[" + strings.Repeat("1,", 2_100_000) + "1]"), interchange.KindTooLarge, "more than 2000000 values"},
		"huge number":           {"a.json", []byte(`{"@type":"Recipe","name":"x","recipeYield":1e999}`), interchange.KindInvalid, `a.json, line 1, column 44: the value of "recipeYield" does not fit`},
		"huge whole number":     {"a.jsonl", []byte(`{"title":"x","servings":99999999999}`), interchange.KindInvalid, "whole number of at most 32 bits"},
		"lone word":             {"a.json", []byte("null"), interchange.KindInvalid, "a.json: the JSON holds no recipe"},
		"cut JSON":              {"a.json", []byte("{\"@type\":\n\"Recipe\",\"name\":\"x"), interchange.KindMalformed, "a.json, line 2, column 19: the JSON ends too early"},
		"corrupt member":        {"a.zip", corrupt, interchange.KindMalformed, "a.zip, a.json: its compressed data is damaged"},
		"encrypted member":      {"a.zip", encrypted, interchange.KindMalformed, "a.zip, a.json: it is encrypted"},
		"large script":          {"a.html", []byte("<script type=application/ld+json>" + strings.Repeat(" ", 3<<20) + "</script>"), interchange.KindTooLarge, "a.html, line 1: from here on the page can't be read"},
		"large front matter":    {"a.cook", []byte("---\n" + strings.Repeat("a: b\n", 20_000) + "---\nStir."), interchange.KindTooLarge, "a.cook, line 1: the front matter has more than 64 KiB."},
		"YAML that grows":       {"a.cook", []byte("---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\n---\n"), interchange.KindInvalid, "neither ingredients nor steps"},
		"too much text":         {"a.cook", []byte("Stir. " + strings.Repeat("x", 1<<20)), interchange.KindTooLarge, "of text; at most"},
		"far too much text":     {"a.cook", []byte(strings.Repeat("x", 5<<20)), interchange.KindTooLarge, "more than 4 MiB of text"},
		"many ingredients":      {"a.cook", []byte(strings.Repeat("@a ", 50_000) + "."), interchange.KindTooLarge, "more than 2000 ingredients"},
		"nothing but braces":    {"a.cook", []byte(strings.Repeat("@a{(", 50_000)), interchange.KindTooLarge, "more than 2000 ingredients"},
		"brackets never closed": {"a.cook", []byte(strings.Repeat("@a{}(", 200_000)), interchange.KindTooLarge, "more than 2000 ingredients"},
		"entry with a terminal": {"a.zip", zipped(t, member{"\x1b[2Jx\n.json", []byte("{}")}), interchange.KindInvalid, `a.zip, \x1b[2Jx\n.json: the JSON holds no recipe`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, failures := read(t, tc.file, tc.data)
			if len(items) != 0 || len(failures) == 0 {
				t.Fatalf("got %d recipes and failures %v", len(items), failures)
			}
			if e := failures[0]; e.Kind != tc.kind || !strings.Contains(e.Error(), tc.want) {
				t.Errorf("got %s %q, want %s %q", e.Kind, e, tc.kind, tc.want)
			}
		})
	}
}

func TestHostile_refusedAtOpening(t *testing.T) {
	t.Parallel()
	cut := zipped(t, member{"a.json", []byte(soupNode)})
	for name, tc := range map[string]struct {
		data io.Reader
		kind interchange.Kind
		want string
	}{
		"too large":    {zeros(65 << 20), interchange.KindTooLarge, "a.zip: the file is larger than 64 MiB"},
		"cut archive":  {bytes.NewReader(cut[:len(cut)-10]), interchange.KindMalformed, "a.zip: the archive is damaged or cut off"},
		"many members": {strings.NewReader("PK\x03\x04" + strings.Repeat("PK\x01\x02", 60_000)), interchange.KindTooLarge, "a.zip: the archive has more than 50000 members"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := interchange.Open("a.zip", tc.data)
			var e *interchange.Error
			if !errors.As(err, &e) || e.Kind != tc.kind || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %s %q", err, tc.kind, tc.want)
			}
		})
	}
}

func TestHostile_endsAtTheMostRecipes(t *testing.T) {
	t.Parallel()
	items, failures := read(t, "a.jsonl", []byte(strings.Repeat(soupLine+"\n", 100_002)))
	if len(items) != 100_000 || len(failures) != 1 || !strings.Contains(failures[0].Error(), "a.jsonl: the file has more than 100000 recipes") {
		t.Errorf("%d recipes, failures %v", len(items), failures)
	}
}

func TestHostile_namesAreOnlyText(t *testing.T) {
	t.Parallel()
	items, _ := read(t, "a.zip", zipped(t,
		member{"../../etc/Soup.cook", []byte(soupCook)}, member{"/abs/Soup.cook", []byte(soupCook)}, member{`C:\x\Soup.cook`, []byte(soupCook)}))
	if len(items) != 3 {
		t.Fatalf("got %d recipes", len(items))
	}
	for _, item := range items {
		if item.Recipe.Title != "Soup" {
			t.Errorf("%s: title %q", item.Entry, item.Recipe.Title)
		}
	}
}

func TestHostile_errorsQuoteNoRecipe(t *testing.T) {
	t.Parallel()
	const secret = "grandmother"
	for name, data := range map[string]string{
		"a.jsonl": `{"title":"x","` + secret + `":1,"steps":"` + secret + `"}` + "\n" + `{"title":"` + secret + `" "x"}` + "\n" + `{"title":"x","servings":"` + secret + `"}`,
		"a.json":  `{"@type":"Recipe","description":"` + secret + `","name":""}`,
		"b.json":  `{"@type":"Recipe","name":"` + secret + `",,}`,
		"a.cook":  "---\ntitle: [" + secret + "\n---\n",
		"a.html":  `<script type="application/ld+json">{"@type":"Recipe","name":"` + secret + `"</script>`,
	} {
		_, failures := read(t, name, []byte(data))
		if len(failures) == 0 {
			t.Errorf("%s: no failure", name)
		}
		for _, e := range failures {
			if strings.Contains(e.Error(), secret) {
				t.Errorf("%s: %v", name, e)
			}
		}
	}
}

func FuzzOpen(f *testing.F) {
	for name, data := range map[string][]byte{
		"a.jsonl": []byte(soupLine + "\n" + soupLine), "a.json": []byte(soupNode), "b.json": []byte("[" + soupMealie + "," + soupTando + "," + soupPap + "]"),
		"a.html": []byte("<script type=application/ld+json>" + soupNode + "</script>"), "a.cook": []byte("---\ntitle: x\n---\n= A\n> b\n@c{1/2%d}(e) ~{1%min} #f{} [- g -] -- h"),
		"a.paprikarecipe": gzipped(f, []byte(soupPap)), "a.zip": zipped(f, member{"b.zip", zipped(f, member{"recipe.json", []byte(soupTando)})}, member{"c.cook", []byte(soupCook)}),
		"b.zip": zipped(f, member{"recipes/a/a.json", []byte(soupMealie)}), "c.json": []byte("\xff\xfe{\x00}\x00"), "": []byte("@a{b}"),
	} {
		f.Add(name, data)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		file, err := interchange.Open(name, bytes.NewReader(data))
		if err != nil {
			var e *interchange.Error
			if !errors.As(err, &e) || e.Message == "" {
				t.Fatalf("got %v", err)
			}
			return
		}
		items, failures := recipes2(t, file)
		if items+failures == 0 {
			t.Error("neither a recipe nor a failure")
		}
	})
}

// recipes2 counts, and checks what every recipe and failure promises.
func recipes2(t *testing.T, file *interchange.File) (items, failures int) {
	t.Helper()
	for item, err := range file.Recipes() {
		if err != nil {
			failures++
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("an error of several lines: %q", err)
			}
			continue
		}
		items++
		again := item.Recipe
		again.Ingredients, again.Steps = slices.Clone(again.Ingredients), slices.Clone(again.Steps)
		if warnings, err := again.Fit(); err != nil || warnings != nil {
			t.Errorf("a recipe that does not fit: %q, %v", warnings, err)
		}
		comesBack(t, again)
	}
	return items, failures
}
