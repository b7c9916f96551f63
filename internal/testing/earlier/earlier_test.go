// Package earlier_test opens with today's programs what an earlier release has saved.
// The files in testdata were written by that release, and no later one changes them.
package earlier_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

func TestMain(m *testing.M) {
	harness.Play(nil)
	pgtest.Main(harness.Tests{M: m})
}

// TestFile opens the SQLite files, and TestBackup restores the backups to new ones.
func TestFile(t *testing.T) {
	t.Parallel()
	t.Run("recipes", func(t *testing.T) {
		t.Parallel()
		checkRecipes(t, "sqlite:"+unpacked(t, "recipes.backup.gz"))
	})
	t.Run("portfolio", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		untar(t, unpacked(t, "portfolio-data.tar.gz"), dir)
		checkPortfolio(t, "sqlite:"+filepath.Join(dir, "portfolio.db"), dir)
	})
	t.Run("apps", func(t *testing.T) {
		t.Parallel()
		checkApps(t, "sqlite:"+unpacked(t, "apps.backup.gz"))
	})
}

func TestBackup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program, backup string
		check           func(t *testing.T, url string)
	}{
		{"recipe-vault", "recipes.backup.gz", checkRecipes},
		{"portfolio-mcp", "portfolio.tar.gz", func(t *testing.T, url string) {
			checkPortfolio(t, url, filepath.Dir(strings.TrimPrefix(url, "sqlite:")))
		}},
		{"app-builder", "apps.backup.gz", checkApps},
	} {
		t.Run(c.program, func(t *testing.T) {
			t.Parallel()
			url := "sqlite:" + filepath.Join(t.TempDir(), "restored.db")
			got := harness.Program(t, c.program, "restore", unpacked(t, c.backup)).Set("DATABASE_URL=" + url).Run()
			if got.Code != 0 {
				t.Fatalf("%+v", got)
			}
			c.check(t, url)
		})
	}
}

// TestPostgres opens the databases on a PostgreSQL server.
func TestPostgres(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	for name, check := range map[string]func(t *testing.T, url string){
		"recipes": checkRecipes,
		"portfolio": func(t *testing.T, url string) {
			dir := t.TempDir()
			untar(t, unpacked(t, "portfolio-media.tar.gz"), dir)
			checkPortfolio(t, url, dir)
		},
		"apps": checkApps,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dump, err := os.ReadFile(filepath.Join("testdata", name+".sql"))
			if err != nil {
				t.Fatal(err)
			}
			url := server.Database(t)
			server.Exec(t, url, string(dump))
			check(t, url)
		})
	}
}

func checkRecipes(t *testing.T, url string) {
	t.Helper()
	has(t, run(t, "DATABASE_URL="+url, "recipe-vault", "family", "show", "smith"), "alice@example.com", "bob@example.com")
	has(t, run(t, "DATABASE_URL="+url, "recipe-vault", "family", "list"), "jones", "smith")
	has(t, run(t, "DATABASE_URL="+url, "recipe-vault", "export"), "Kartoffelsuppe", "Von Oma", "Schälen.", `"quantity":1.5`, "Crème brûlée", `"quantity":0.333`)
}

func checkPortfolio(t *testing.T, url, dir string) {
	t.Helper()
	set := func(args ...string) string {
		t.Helper()
		got := harness.Program(t, "portfolio-mcp", args...).Set("DATABASE_URL="+url, "DATA_DIR="+dir).Run()
		if got.Code != 0 {
			t.Fatalf("%v: %+v", args, got)
		}
		return got.Stdout
	}
	list := set("call", "--json", "list_projects")
	has(t, list, "Chimney rebuild", "published", "Garden wall", "draft")
	_, id, _ := strings.Cut(list[:strings.Index(list, "Chimney rebuild")], `"project_id":"`)
	if i := strings.LastIndex(id, `"project_id":"`); i >= 0 {
		id = id[i+len(`"project_id":"`):]
	}
	status := set("call", "--json", "get_project_status", `{"project_id":"`+id[:36]+`"}`)
	has(t, status, "The old chimney", "The new chimney", `"is_hero":true`)
}

func checkApps(t *testing.T, url string) {
	t.Helper()
	s := harness.Program(t, "app-builder").Set("HTTP_ADDR=127.0.0.1:0", "AUTH=none", "DATA_DIR="+t.TempDir(), "DATABASE_URL="+url).Serve()
	status, app, err := s.Do(t.Context(), "GET", "/api/current", "")
	if err != nil || status != 200 {
		t.Fatal(status, app, err)
	}
	has(t, app, "Order History", `"layoutTemplate":"table"`)
	status, answer, err := s.Do(t.Context(), "POST", "/servers/order-history/mcp",
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Content-Type", "application/json", "Accept", "application/json, text/event-stream")
	if err != nil || status != 200 {
		t.Fatal(status, answer, err)
	}
	has(t, answer, `"get_orders"`)
}

// TestClients knows the entries of an earlier release: an install of the same settings
// has nothing to change but where the program is, and an uninstall removes them all.
func TestClients(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("clients keep their files elsewhere on this system")
	}
	archive, err := txtar.ParseFile(filepath.Join("testdata", "clients.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(home, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clients := []string{"claude-desktop", "claude-code", "cursor", "vscode", "vscode-insiders", "windsurf", "devin", "gemini", "codex"}
	program := func(args ...string) {
		t.Helper()
		got := harness.Program(t, "recipe-mcp", append(args, clients...)...).Set("HOME="+home, "XDG_CONFIG_HOME=", "XDG_DATA_HOME=").Feed("a-key-for-everyone-here\n").Run()
		if got.Code != 0 {
			t.Fatalf("%v: %+v", args, got)
		}
	}
	program("install", "--url", "http://127.0.0.1:3000", "--key-stdin")
	for _, f := range archive.Files {
		want := strings.Replace(string(f.Data), "/opt/bin/recipe-mcp", harness.Build(t, "recipe-mcp"), 1)
		if got := read(t, filepath.Join(home, f.Name)); got != want {
			t.Errorf("%s became\n%s\nwant\n%s", f.Name, got, want)
		}
	}
	program("uninstall")
	for _, f := range archive.Files {
		if got := read(t, filepath.Join(home, f.Name)); strings.Contains(got, "recipe-mcp") || strings.Contains(got, "a-key-for") {
			t.Errorf("%s still has the entry:\n%s", f.Name, got)
		}
	}
}

func run(t *testing.T, setting, program string, args ...string) string {
	t.Helper()
	got := harness.Program(t, program, args...).Set(setting).Run()
	if got.Code != 0 {
		t.Fatalf("%s %v: %+v", program, args, got)
	}
	return got.Stdout
}

func has(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

// unpacked is a copy of a file of testdata that a test may change.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	harness.CloseAfter(t, f)
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), strings.TrimSuffix(name, ".gz"))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func untar(t *testing.T, path, dir string) {
	t.Helper()
	text := read(t, path)
	for r := tar.NewReader(strings.NewReader(text)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.FileInfo().IsDir() {
			err = os.MkdirAll(to, 0o700)
		} else {
			var data bytes.Buffer
			if _, err = io.Copy(&data, r); err == nil {
				err = os.WriteFile(to, data.Bytes(), 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
