package clients_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// noon is when every test applies its changes.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// example is the entry that most tests install.
func example() clients.Entry {
	return clients.Entry{
		Name:    "example-server",
		Command: "/opt/example/bin/server",
		Args:    []string{"--stdio", "a b"},
		Env:     map[string]string{"API_KEY": "secret-key-1", "API_BASE_URL": "https://example.com"},
	}
}

// config is one client's file in a home directory of its own.
type config struct {
	t      *testing.T
	client clients.Client
	places clients.Places
	path   string
}

// newConfig lays out a Linux home without a file.
func newConfig(t *testing.T, id string) *config {
	t.Helper()
	client, ok := clients.ByID(id)
	if !ok {
		t.Fatalf("no client %q", id)
	}
	places := clients.Places{GOOS: "linux", Home: t.TempDir()}
	path, err := client.Path(places)
	if err != nil {
		t.Fatal(err)
	}
	return &config{t: t, client: client, places: places, path: path}
}

// write puts the file there.
func (c *config) write(text string) *config {
	c.t.Helper()
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(c.path, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return c
}

func (c *config) read() string {
	c.t.Helper()
	b, err := os.ReadFile(c.path)
	if err != nil {
		c.t.Fatal(err)
	}
	return string(b)
}

func (c *config) plan(e clients.Entry) *clients.Change {
	c.t.Helper()
	ch, err := clients.Plan(c.client, c.places, e)
	if err != nil {
		c.t.Fatalf("Plan: %v", err)
	}
	return ch
}

func (c *config) remove(name string) *clients.Change {
	c.t.Helper()
	ch, err := clients.Remove(c.client, c.places, name)
	if err != nil {
		c.t.Fatalf("Remove: %v", err)
	}
	return ch
}

func (c *config) apply(ch *clients.Change) string {
	c.t.Helper()
	backup, err := ch.Apply(noon)
	if err != nil {
		c.t.Fatalf("Apply: %v", err)
	}
	return backup
}

// files gives the names in the file's directory.
func (c *config) files() []string {
	c.t.Helper()
	entries, err := os.ReadDir(filepath.Dir(c.path))
	if err != nil {
		c.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// dropBackups removes what Apply left beside the file.
func (c *config) dropBackups() {
	c.t.Helper()
	old, err := filepath.Glob(c.path + ".*.bak")
	if err != nil {
		c.t.Fatal(err)
	}
	for _, path := range old {
		if err := os.Remove(path); err != nil {
			c.t.Fatal(err)
		}
	}
}

// wantKind fails unless err is an *Error of that kind.
func wantKind(t *testing.T, err error, kind clients.Kind) {
	t.Helper()
	_ = faultOf(t, err, kind)
}

// faultOf is wantKind, and gives the error.
func faultOf(t *testing.T, err error, kind clients.Kind) *clients.Error {
	t.Helper()
	var e *clients.Error
	if !errors.As(err, &e) || e.Kind != kind {
		t.Fatalf("error = %v, want one of kind %d", err, kind)
	}
	return e
}
