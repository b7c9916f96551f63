package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestRun builds the bundles for this machine with the official tool, unpacks them
// and starts the programs as the manifests say.
func TestRun(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "node", "npm")
	here := platform{os: runtime.GOOS, arch: runtime.GOARCH}
	if !slices.Contains(names(platforms), here.name()) {
		t.Skipf("there is no bundle for %s", here.name())
	}
	out := t.TempDir()
	var log bytes.Buffer
	if err := run(t.Context(), []string{"-root", "../../..", "-version", "v1.2.3", "-out", out, "-platforms", here.name()}, &log); err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	for _, b := range products() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			checkBundle(t, b, out, here)
		})
	}
}

// called has a call of each product that nothing has to be there for.
var called = map[string]string{
	"recipe-mcp":    `{"name":"list_recipes","arguments":{}}`,
	"portfolio-mcp": `{"name":"list_projects","arguments":{}}`,
	"gift-mcp":      `{"name":"get_recommendations","arguments":{"recipient_description":"my dad, who loves woodworking"}}`,
}

// checkBundle unpacks a product's bundle and starts the program with a form that was left
// empty.
func checkBundle(t *testing.T, b product, out string, here platform) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(out, filepath.Base(b.registry))); err != nil {
		t.Error(err)
	}
	dir := t.TempDir()
	unpack(t, b, filepath.Join(out, b.file("1.2.3", here)), dir)
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	// A form left empty: the defaults, or what is left of a client that expands
	// nothing without a value.
	blank, literal := map[string]string{}, map[string]string{}
	for variable, value := range m.Server.Start.Env {
		name := strings.TrimSuffix(strings.TrimPrefix(value, "${user_config."), "}")
		blank[variable], literal[variable] = m.UserConfig[name].Default, value
	}
	for name, env := range map[string]map[string]string{"blank": blank, "unexpanded": literal} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkTools(t, m, dir, env)
		})
	}
}

func unpack(t *testing.T, b product, bundle, dir string) {
	t.Helper()
	z, err := zip.OpenReader(bundle)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = z.Close() })
	var files []string
	for _, f := range z.File {
		files = append(files, f.Name)
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, f.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(files)
	program := b.binary(platform{os: runtime.GOOS})
	if diff := cmp.Diff([]string{"LICENSE", "icon.png", "manifest.json", program}, files); diff != "" {
		t.Errorf("the bundle's files (-want +got):\n%s", diff)
	}
}

// checkTools starts the program as a client does, in an environment that has
// nothing but a home, and compares its tools with the manifest's.
func checkTools(t *testing.T, m manifest, dir string, env map[string]string) {
	t.Helper()
	command := filepath.FromSlash(strings.ReplaceAll(m.Server.Start.Command, "${__dirname}", dir))
	server := harness.File(t, command, m.Server.Start.Args...)
	for name, value := range env {
		server.Set(name + "=" + value)
	}
	got := server.Feed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":` + called[m.Name] + `}
`).Run()
	if got.Code != 0 {
		t.Fatalf("exit code %d\n%s", got.Code, got.Stderr)
	}
	type result struct {
		ServerInfo struct{ Name, Version string }
		Tools      []tool
		IsError    bool
	}
	answers := map[int]result{}
	for line := range strings.Lines(got.Stdout) {
		var a struct {
			ID     int
			Result *result
		}
		if err := json.Unmarshal([]byte(line), &a); err != nil || a.Result == nil {
			t.Fatalf("%v: %s", err, line)
		}
		answers[a.ID] = *a.Result
	}
	if len(answers) != 3 {
		t.Fatalf("%d answers:\n%s", len(answers), got.Stdout)
	}
	if info := answers[1].ServerInfo; info.Name != m.Name || info.Version != m.Version {
		t.Errorf("the server is %+v, the manifest %s %s", info, m.Name, m.Version)
	}
	byName := cmpopts.SortSlices(func(a, b tool) bool { return a.Name < b.Name })
	if diff := cmp.Diff(m.Tools, answers[2].Tools, byName); diff != "" {
		t.Errorf("tools (-manifest +server):\n%s", diff)
	}
	if answers[3].IsError {
		t.Errorf("a call failed with nothing filled in:\n%s", got.Stdout)
	}
}
