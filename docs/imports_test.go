package docs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/mcptest"
)

const module = "github.com/mcp-adapters/mcp-adapters"

// TestImports holds what each package is built from: the packages of this module
// and the modules of others that it depends on, directly or not. A line that
// changes is a change of architecture, and reviewed as one.
func TestImports(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-pgo=off", "-deps", "-json=ImportPath,Module,Deps", "./...")
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0") // platforms differ
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	type listed struct {
		ImportPath string
		Deps       []string
		Module     *struct{ Path string }
	}
	var packages []listed
	from := map[string]string{} // the module of a package
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module == nil {
			continue // the standard library
		}
		from[p.ImportPath] = p.Module.Path
		if p.Module.Path == module {
			packages = append(packages, p)
		}
	}
	slices.SortFunc(packages, func(a, b listed) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	var text strings.Builder
	for _, p := range packages {
		var ours, others []string
		for _, dep := range p.Deps {
			switch source := from[dep]; source {
			case "":
			case module:
				ours = append(ours, strings.TrimPrefix(dep, module+"/"))
			default:
				others = append(others, source)
			}
		}
		slices.Sort(ours)
		slices.Sort(others)
		fmt.Fprintf(&text, "%s\n", strings.TrimPrefix(p.ImportPath, module+"/"))
		for _, name := range ours {
			fmt.Fprintf(&text, "\t%s\n", name)
		}
		for _, name := range slices.Compact(others) {
			fmt.Fprintf(&text, "\t+ %s\n", name)
		}
	}
	mcptest.Golden(t, filepath.Join("testdata", "imports.txt"), text.String())
}
