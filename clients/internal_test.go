package clients

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceFile_fails makes the last step fail, which no file that Plan
// accepts does: the temporary file must not stay.
func TestReplaceFile_fails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target := filepath.Join(dir, "settings.json")
	if err := os.MkdirAll(filepath.Join(target, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(target, []byte("{}"), newFile); err == nil {
		t.Fatal("a directory was replaced by a file")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// TestHujsonFault_form: the place is only in the text of hujson's error. A
// release that words it otherwise must not pass unseen, and must not break.
func TestHujsonFault_form(t *testing.T) {
	t.Parallel()
	_, err := jsonCodec{comments: true}.parse([]byte("{\n x}"))
	e, ok := err.(*Error) //nolint:errorlint // parse gives it unwrapped
	if !ok || e.Line != 2 || e.Column != 2 {
		t.Errorf("error = %#v", err)
	}
	if e := hujsonFault([]byte("{}"), os.ErrInvalid); e.Kind != KindSyntax || e.Line != 0 {
		t.Errorf("error of another form = %#v", e)
	}
}
