package clients_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden runs testdata/*.txtar. The header tells in prose what is shown,
// then "client:" and, for what a text archive cannot hold, "bytes:" with any
// of crlf, bom and no-final-newline. The parts are "before" (left out: there
// is no file), "after" installing, and "removed": after uninstalling without
// the help of a backup.
func TestGolden(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d golden files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			golden(t, file)
		})
	}
}

func golden(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := map[string]string{}
	for line := range strings.Lines(string(archive.Comment)) {
		if k, v, ok := strings.Cut(line, ": "); ok {
			head[k] = strings.TrimSpace(v)
		}
	}
	parts := map[string]string{}
	for _, f := range archive.Files {
		parts[f.Name] = string(f.Data)
	}
	c := newConfig(t, head["client"])
	before, existed := parts["before"]
	if existed {
		c.write(encode(before, head["bytes"]))
	}
	_, had, err := clients.Lookup(c.client, c.places, "example-server")
	if err != nil {
		t.Fatal(err)
	}

	c.apply(c.plan(example()))
	after := c.read()
	if again := c.plan(example()); again.Changed() {
		t.Errorf("a second Plan changes:\n%s", again.Diff())
	}
	undone := c.remove("example-server")
	if existed && !had {
		if got, want := string(undone.New), encode(before, head["bytes"]); got != want {
			t.Errorf("Remove with the backup does not give back the file:\n%s", cmp.Diff(want, got))
		}
	}
	c.dropBackups()
	c.apply(c.remove("example-server"))
	removed := c.read()
	if had && string(undone.New) != removed {
		t.Errorf("Remove brings back an entry from a backup:\n%s", undone.New)
	}

	if *update {
		archive.Files = archive.Files[:0]
		if existed {
			archive.Files = append(archive.Files, txtar.File{Name: "before", Data: []byte(before)})
		}
		archive.Files = append(archive.Files,
			txtar.File{Name: "after", Data: []byte(decode(after, head["bytes"]))},
			txtar.File{Name: "removed", Data: []byte(decode(removed, head["bytes"]))})
		if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(encode(parts["after"], head["bytes"]), after); diff != "" {
		t.Errorf("after installing (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(encode(parts["removed"], head["bytes"]), removed); diff != "" {
		t.Errorf("after uninstalling (-want +got):\n%s", diff)
	}
}

// encode gives a readable text the bytes that the header asks for.
func encode(text, how string) string {
	if strings.Contains(how, "no-final-newline") {
		text = strings.TrimSuffix(text, "\n")
	}
	if strings.Contains(how, "crlf") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if strings.Contains(how, "bom") {
		text = "\uFEFF" + text
	}
	return text
}

// decode undoes encode.
func decode(text, how string) string {
	if strings.Contains(how, "bom") {
		text = strings.TrimPrefix(text, "\uFEFF")
	}
	if strings.Contains(how, "crlf") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if strings.Contains(how, "no-final-newline") && !bytes.HasSuffix([]byte(text), []byte("\n")) {
		text += "\n"
	}
	return text
}
