package widget_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// sources returns the files as one, in their order.
func sources(t *testing.T, names ...string) []byte {
	t.Helper()
	var all []byte
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))...)
	}
	return all
}

// The page has the scripts and the styles that stand here, without what only their readers
// need. To have it follow them, run go test ./portfolio/widget -run TestScript -update.
func TestScript(t *testing.T) {
	t.Parallel()
	scripts := sources(t, "app.js", "pictures.js", "project.js", "story.js", "photos.js", "upload.js", "list.js", "start.js")
	made(t, "script.min.js", scripts, "--format=iife")
	made(t, "style.min.css", sources(t, "studio.css"), "--loader=css")
}

// made fails the test if the file is not what esbuild makes of the source.
func made(t *testing.T, file string, source []byte, options ...string) {
	t.Helper()
	sum := sha256.Sum256(source)
	head := fmt.Sprintf("/* Made of the files beside it, whose hash is %s. */\n", hex.EncodeToString(sum[:8]))
	if mcptest.Update() {
		cmd := exec.CommandContext(t.Context(), "go", append([]string{
			"tool", "-modfile=../../internal/tools/go.mod", "esbuild",
			"--minify", "--charset=utf8", "--target=es2020", "--log-level=warning",
		}, options...)...)
		cmd.Stdin, cmd.Stderr = bytes.NewReader(source), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		mcptest.Golden(t, file, head+string(out))
		return
	}
	b, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(strings.ReplaceAll(string(b), "\r\n", "\n"), head) {
		t.Errorf("%s is not made of the files as they are now: %v; run this test with -update", file, err)
	}
}
