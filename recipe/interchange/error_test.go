package interchange_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

func TestError_Error(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		in   interchange.Error
		want string
	}{
		"bare":           {interchange.Error{Message: "it broke."}, "it broke."},
		"file":           {interchange.Error{File: "a.zip", Message: "it broke."}, "a.zip: it broke."},
		"entry":          {interchange.Error{File: "a.zip", Entry: "b.json", Message: "it broke."}, "a.zip, b.json: it broke."},
		"line":           {interchange.Error{File: "a", Line: 3, Message: "it broke."}, "a, line 3: it broke."},
		"line, column":   {interchange.Error{File: "a", Line: 3, Column: 7, Message: "it broke."}, "a, line 3, column 7: it broke."},
		"column alone":   {interchange.Error{File: "a", Column: 7, Message: "it broke."}, "a: it broke."},
		"accents":        {interchange.Error{File: "crème.cook", Message: "it broke."}, "crème.cook: it broke."},
		"terminal codes": {interchange.Error{File: "a\x1b[31m", Message: "it broke."}, `a\x1b[31m: it broke.`},
		"second line":    {interchange.Error{File: "a", Entry: "b\nroot: all is well", Message: "it broke."}, `a, b\nroot: all is well: it broke.`},
		"right to left":  {interchange.Error{File: "a\u202egnp.cook", Message: "it broke."}, `a\u202egnp.cook: it broke.`},
		"not UTF-8":      {interchange.Error{File: "a\xff", Message: "it broke."}, `a\xff: it broke.`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := tc.in.Error(); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

func TestError_Error_shortensLongNames(t *testing.T) {
	t.Parallel()
	e := interchange.Error{File: strings.Repeat("ü", 5000), Message: "it broke."}
	if got := e.Error(); len(got) > 250 || !strings.HasSuffix(got, "…: it broke.") {
		t.Errorf("got %d bytes: %s", len(got), got)
	}
}

func TestError_Unwrap(t *testing.T) {
	t.Parallel()
	_, failures := read(t, "a.paprikarecipe", gzipped(t, []byte(soupPap))[:30])
	if len(failures) != 1 || !errors.Is(failures[0], io.ErrUnexpectedEOF) {
		t.Errorf("got %v", failures)
	}
}

// failing is a disk that gives up.
type failing struct{}

var errDisk = errors.New("disk gone")

func (failing) Read([]byte) (int, error)  { return 0, errDisk }
func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestOpen_passesOnTheReadersError(t *testing.T) {
	t.Parallel()
	if _, err := interchange.Open("a.json", failing{}); !errors.Is(err, errDisk) || !strings.HasPrefix(err.Error(), "a.json: read:") {
		t.Errorf("got %v", err)
	}
}

func TestWriter_passesOnTheWritersError(t *testing.T) {
	t.Parallel()
	w, err := interchange.NewWriter(failing{}, interchange.FormatJSONLD)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write([]byte(soupLine)); !errors.Is(err, errDisk) {
		t.Errorf("Write: %v", err)
	}
	if err := w.Close(); !errors.Is(err, errDisk) {
		t.Errorf("Close: %v", err)
	}
}
