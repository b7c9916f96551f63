// Package module_test uses the module as others do, by its path and a version.
package module_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const path = "github.com/mcp-adapters/mcp-adapters"

// outside is a system of one tool on the core, in a module of its own.
const outside = `package main

import (
	"context"
	"os"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func main() {
	greet := mcp.Tool{
		Name: "greet", Title: "Greet", Description: "Greets a person.",
		Input: schema.Closed([]string{"name"}, schema.Text("name", "Whom to greet.", 1, 100)),
		Call: func(_ context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			if args.Text("name") == "nobody" {
				return mcp.Result{}, &fault.Error{Kind: fault.NotFound, Message: "There is nobody."}
			}
			return mcp.StructuredResult(map[string]string{"greeting": "Hello, " + args.Text("name")})
		},
	}
	server, err := mcp.New(mcp.Options{Name: "greeter", Version: "1"}, []mcp.Tool{greet})
	if err != nil {
		panic(err)
	}
	if err := stdio.Serve(context.Background(), os.Stdin, os.Stdout, server.Session(), stdio.Options{}); err != nil {
		panic(err)
	}
}
`

// TestModule installs a program by its version, and builds a system outside of this
// module on the core, both from a module proxy that is a folder.
func TestModule(t *testing.T) {
	t.Parallel()
	version, env := proxy(t)

	bin := t.TempDir()
	run(t, t.TempDir(), append(env, "GOBIN="+bin), "", "go", "install", path+"/cmd/recipe-mcp@"+version)
	program := filepath.Join(bin, "recipe-mcp"+executable)
	if got := run(t, bin, env, "", program, "--version"); !strings.Contains(got, version) {
		t.Errorf("recipe-mcp --version prints %q, want %s", got, version)
	}
	own := append(env, "DATABASE_URL=sqlite:"+filepath.Join(bin, "recipes.db"))
	if got := run(t, bin, own, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, program); !strings.Contains(got, `"create_recipe"`) {
		t.Errorf("recipe-mcp lists %s", got)
	}

	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), fmt.Sprintf("module example.com/greeter\n\ngo 1.26\n\nrequire %s %s\n", path, version))
	write(t, filepath.Join(dir, "main.go"), outside)
	run(t, dir, env, "", "go", "build", "-mod=mod", "-o", "greeter"+executable, ".")
	calls := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{"name":"you"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"greet","arguments":{"name":"nobody"}}}`
	got := run(t, dir, env, calls, filepath.Join(dir, "greeter"+executable))
	if !strings.Contains(got, `"structuredContent":{"greeting":"Hello, you"}`) || !strings.Contains(got, `"code":-32001`) {
		t.Errorf("greeter answers %s", got)
	}
}

var executable = map[string]string{"windows": ".exe"}[runtime.GOOS]

// proxy makes a folder that is a module proxy with this module as it is in the working
// tree, and returns the version and the environment that uses it. Other modules come from
// the cache that the tests were built from.
func proxy(t *testing.T) (version string, env []string) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	cache := strings.TrimSpace(run(t, root, os.Environ(), "", "go", "env", "GOMODCACHE"))
	version = fmt.Sprintf("v0.0.1-test.%d", time.Now().UnixNano())
	dir := t.TempDir()
	at := filepath.Join(dir, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(at, 0o700); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(at, "list"), version+"\n")
	write(t, filepath.Join(at, version+".mod"), string(mod))
	write(t, filepath.Join(at, version+".info"), `{"Version":"`+version+`","Time":"2026-01-01T00:00:00Z"}`)
	archive, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := zip.CreateFromDir(archive, module.Version{Path: path, Version: version}, root); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	// The go command keeps what it fetches in the cache, read-only.
	t.Cleanup(func() {
		downloads := filepath.Join(cache, "cache", "download", filepath.FromSlash(path), "@v")
		kept, _ := filepath.Glob(filepath.Join(downloads, version+".*")) // the pattern is right
		for _, file := range append(kept, filepath.Join(downloads, "list")) {
			_ = os.Remove(file)
		}
		tree := filepath.Join(cache, filepath.FromSlash(path)+"@"+version)
		_ = filepath.WalkDir(tree, func(name string, entry os.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				_ = os.Chmod(name, 0o700) // to delete what is in it
			}
			return nil
		})
		if err := os.RemoveAll(tree); err != nil {
			t.Error(err)
		}
	})
	url := func(dir string) string { return "file://" + filepath.ToSlash(dir) }
	return version, append(os.Environ(), "GOPROXY="+url(dir)+","+url(filepath.Join(cache, "cache", "download")),
		"GONOSUMDB=*", "GONOSUMCHECK=1", "GOSUMDB=off", "GOPRIVATE=", "GONOPROXY=", "GOWORK=off", "GOTOOLCHAIN=local")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// run returns what a command prints, with input on its standard input.
func run(t *testing.T, dir string, env []string, input, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir, command.Env, command.Stdin = dir, env, strings.NewReader(input)
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil && strings.Contains(stderr.String(), "cache/download/") && strings.Contains(stderr.String(), "no such file") {
		t.Skipf("the module cache lacks a module, which go mod download fetches: %s", stderr.String())
	}
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}
