package wordpiece_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/rangetable"

	"github.com/mcp-adapters/mcp-adapters/gift/embed/wordpiece"
)

// vocabulary is BERT's, and what its tokens are called.
func vocabulary(t testing.TB) (*wordpiece.Vocabulary, func(text string) []string) {
	t.Helper()
	all := slices.Collect(lines(t, "vocab.txt.gz"))
	v, ids := wordpiece.Index(all)
	return v, func(text string) []string {
		names := []string{}
		for _, token := range v.Append(nil, text) {
			if token == wordpiece.Unknown {
				names = append(names, "[UNK]")
			} else {
				names = append(names, all[ids[token]])
			}
		}
		return names
	}
}

// lines yields those of a compressed file of testdata.
func lines(t testing.TB, name string) func(yield func(string) bool) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(string) bool) {
		s := bufio.NewScanner(r)
		for s.Scan() {
			if !yield(s.Text()) {
				return
			}
		}
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestVocabulary_Reference holds the tokens of thousands of texts to those of Hugging Face's
// tokenizers; see internal/tools/gifttable/golden.py.
func TestVocabulary_Reference(t *testing.T) {
	t.Parallel()
	_, split := vocabulary(t)
	n := 0
	for line := range lines(t, "golden.txt.gz") {
		quoted, want, _ := strings.Cut(line, "\t")
		var text string
		if err := json.Unmarshal([]byte(quoted), &text); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(text, younger) {
			continue
		}
		if got := strings.Join(split(text), " "); got != want {
			t.Errorf("%+q:\n got %q\nwant %q", text, got, want)
		}
		n++
	}
	if n < 3000 {
		t.Errorf("there are %d texts only", n)
	}
}

// TestVocabulary_CodePoints holds each code point of Unicode to the reference: whether it
// vanishes, is a space, a word by itself or a part of one.
func TestVocabulary_CodePoints(t *testing.T) {
	t.Parallel()
	_, split := vocabulary(t)
	next := rune(0)
	for line := range lines(t, "points.txt.gz") {
		var from, to rune
		var want string
		if _, err := fmt.Sscanf(line, "%x %x %s", &from, &to, &want); err != nil {
			t.Fatal(err)
		}
		for r := from; r <= to; r++ {
			if !utf8.ValidRune(r) || younger(r) {
				continue
			}
			if got := role(split("a" + string(r) + "b")); got != want {
				t.Errorf("%U: got %s, want %s", r, got, want)
			}
		}
		next = to + 1
	}
	if next != utf8.MaxRune+1 {
		t.Errorf("the code points end at %U", next)
	}
}

// younger reports whether Go knows more of r than the reference, which has Unicode 8.
func younger(r rune) bool {
	switch r {
	case 0x166d, 0x1734, 0x1885, 0x1886, 0xa9bd, 0x111c9: // have another category since
		return true
	}
	return !unicode.Is(eight, r) && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cf)
}

var eight = rangetable.Assigned("8.0.0")

func role(tokens []string) string {
	switch first, last := tokens[0], tokens[len(tokens)-1]; {
	case slices.Equal(tokens, []string{"ab"}):
		return "nothing"
	case slices.Equal(tokens, []string{"a", "b"}):
		return "space"
	case first == "a" && last == "b":
		return "word"
	default:
		return "letter"
	}
}

// TestVocabulary_NoAllocation: a text in ASCII, if it is short, is split in place.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestVocabulary_NoAllocation(t *testing.T) {
	v, _ := vocabulary(t)
	space := make([]int, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		space = v.Append(space[:0], "My dad, 65, who loves woodworking, embroidery and classic rock.")
	}); n != 0 {
		t.Errorf("it allocates %v times", n)
	}
}

// FuzzVocabulary: whatever the text, tokens are of the vocabulary, and their number is
// bounded by its length.
func FuzzVocabulary(f *testing.F) {
	v, _ := vocabulary(f)
	for _, text := range []string{"", "[SEP] don't", "a\u0301\u200db", "\xff\xfe", "中文abc", strings.Repeat("x", 101)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens := v.Append(nil, text)
		if len(tokens) > 4*len(text) {
			t.Errorf("%d tokens of %d bytes", len(tokens), len(text))
		}
		for _, token := range tokens {
			if token != wordpiece.Unknown && (token < 0 || token >= v.Len()) {
				t.Errorf("token %d of %d", token, v.Len())
			}
		}
	})
}
