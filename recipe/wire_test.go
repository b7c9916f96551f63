package recipe_test

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// TestWire plays each session of testdata/wire against a fresh server and an
// empty vault. Those whose names begin with evening have every set of tools, and a small
// bound on results. A file holds a prose header, the lines that the client sends
// ("client") and those that it gets ("server"). The next line is sent when the
// server has nothing left to do, so the order of the answers is that of the
// requests.
//
// Answers are compared as JSON values: members may change places, but ids,
// numbers and strings must be the same byte for byte, and no member may come
// twice.
func TestWire(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/wire/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			// A checkout may have given the file other line ends.
			archive := txtar.Parse(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
			sections := map[string]string{}
			for _, f := range archive.Files {
				sections[f.Name] = string(f.Data)
			}
			if len(archive.Comment) == 0 || sections["client"] == "" {
				t.Fatal("a session needs a prose header and client lines")
			}
			var got []string
			var tools recipe.ToolOptions
			if strings.HasPrefix(filepath.Base(file), "evening") {
				tools = recipe.ToolOptions{Sets: recipe.Sets(), MaxResultBytes: 2500}
			}
			synctest.Test(t, func(t *testing.T) { got = play(t, tools, mcptest.Lines(sections["client"])) })
			if mcptest.Update() {
				archive.Files = []txtar.File{
					{Name: "client", Data: []byte(sections["client"])},
					{Name: "server", Data: []byte(strings.Join(got, "\n") + "\n")},
				}
				mcptest.Golden(t, file, string(txtar.Format(archive)))
				return
			}
			if diff := cmp.Diff(values(t, mcptest.Lines(sections["server"])), values(t, got)); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

func values(t *testing.T, lines []string) []string {
	t.Helper()
	values := make([]string, len(lines))
	for i, line := range lines {
		value, err := mcptest.Sorted(line)
		if err != nil {
			t.Errorf("line %d is not good JSON: %v", i+1, err)
		}
		values[i] = value
	}
	return values
}

// play sends the lines one by one and gives what the server wrote in all.
func play(t *testing.T, tools recipe.ToolOptions, lines []string) []string {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- stdio.Serve(t.Context(), inRead, outWrite, recipeServerOf(t, newMemory(), tools), stdio.Options{})
		_ = outWrite.Close()
	}()
	written := make(chan []string, 1)
	go func() {
		var got []string
		for scan := bufio.NewReader(outRead); ; {
			line, err := scan.ReadString('\n')
			if line != "" {
				got = append(got, strings.TrimSuffix(line, "\n"))
			}
			if err != nil {
				written <- got
				return
			}
		}
	}()
	for _, line := range lines {
		if _, err := io.WriteString(inWrite, line+"\n"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
	}
	_ = inWrite.Close()
	if err := <-served; err != nil {
		t.Errorf("Serve: %v", err)
	}
	return <-written
}
