package mcptest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// Minified fails the test if the file is not what esbuild made of the sources, which are
// read one after the other. With -update, it is made anew.
func Minified(tb testing.TB, file string, sources []string, options ...string) {
	tb.Helper()
	var all []byte
	for _, name := range sources {
		b, err := os.ReadFile(name) //nolint:gosec // whoever wrote the test names it
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))...)
	}
	sum := sha256.Sum256(all)
	head := fmt.Sprintf("/* Made of the files beside it, whose hash is %s. */\n", hex.EncodeToString(sum[:8]))
	if Update() {
		cmd := exec.CommandContext(tb.Context(), "go", append([]string{ //nolint:gosec // as above
			"tool", "-modfile=" + filepath.Join(harness.Root(tb), "internal", "tools", "go.mod"), "esbuild",
			"--minify", "--charset=utf8", "--target=es2020", "--log-level=warning",
		}, options...)...)
		cmd.Stdin, cmd.Stderr = bytes.NewReader(all), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			tb.Fatal(err)
		}
		Golden(tb, file, head+string(out))
		return
	}
	b, err := os.ReadFile(file) //nolint:gosec // as above
	if err != nil || !strings.HasPrefix(strings.ReplaceAll(string(b), "\r\n", "\n"), head) {
		tb.Errorf("%s is not made of %s as they are now: %v; run this test with -update", file, strings.Join(sources, ", "), err)
	}
}
