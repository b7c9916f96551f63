package vault_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// client speaks to a vault over HTTP, under one key and one address.
type client struct {
	base   string
	header http.Header
	rt     http.RoundTripper
}

// answer is a response with its body read.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// as returns a client that names address.
func (c client) as(address string) client {
	if c.header = c.header.Clone(); c.header == nil {
		c.header = http.Header{}
	}
	c.header.Set("X-User-Email", address)
	return c
}

func (c client) do(t testing.TB, method, path, body string) answer {
	t.Helper()
	a, err := c.try(t, method, path, body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

func (c client) try(t testing.TB, method, path, body string) (answer, error) {
	t.Helper()
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	// Cleanups speak to the vault too, when the test's own context is over.
	req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), method, c.base+path, r)
	if err != nil {
		t.Fatal(err)
	}
	if c.header != nil {
		req.Header = c.header.Clone()
	}
	res, err := c.rt.RoundTrip(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, data}, err
}

// object decodes the body, which must be one JSON object.
func (a answer) object(t testing.TB) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(a.body, &m); err != nil {
		t.Fatalf("body %q: %v", a.body, err)
	}
	return m
}

func (a answer) list(t testing.TB) []map[string]any {
	t.Helper()
	var m []map[string]any
	if err := json.Unmarshal(a.body, &m); err != nil {
		t.Fatalf("body %q: %v", a.body, err)
	}
	if m == nil {
		t.Fatalf("body %q is not an array", a.body)
	}
	return m
}

func titles(list []map[string]any) []string {
	out := []string{}
	for _, r := range list {
		out = append(out, r["title"].(string))
	}
	return out
}

// create makes a recipe and returns its id.
func (c client) create(t testing.TB, body string) string {
	t.Helper()
	a := c.do(t, "POST", "/api/recipes", body)
	if a.status != http.StatusCreated {
		t.Fatalf("create: %d %s", a.status, a.body)
	}
	return a.object(t)["id"].(string)
}

// open makes a vault in a directory of its own and closes it with the test.
func open(t testing.TB, o vault.Options) *vault.Vault {
	t.Helper()
	if o.Path == "" {
		o.Path = filepath.Join(t.TempDir(), "recipes.db")
	}
	v := makeVault(o)
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return v
}

// two opens a database in two vaults, as two servers do. The clock of the other one stands still,
// but for what later adds to it.
func two(t testing.TB, path string) (v, other *vault.Vault, later func(time.Duration)) {
	t.Helper()
	v, other = open(t, vault.Options{Path: path, Key: serverKey}), open(t, vault.Options{Path: path, Key: serverKey})
	now := time.Now()
	other.SetClock(func() time.Time { return now })
	return v, other, func(d time.Duration) { now = now.Add(d) }
}

// inProcess reaches v without a port.
func inProcess(v *vault.Vault) client {
	return client{base: "http://vault.invalid", rt: v.Transport()}
}

// overHTTP reaches v through a server on loopback.
func overHTTP(t testing.TB, v *vault.Vault) client {
	t.Helper()
	srv := httptest.NewServer(v.Handler())
	t.Cleanup(srv.Close)
	return client{base: srv.URL, rt: srv.Client().Transport}
}

func execSQL(t testing.TB, db *sql.DB, q string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), q); err != nil {
		t.Fatalf("%s: %v", q, err)
	}
}

// logTo collects log lines of every level.
func logTo(b *bytes.Buffer) zerolog.Logger {
	return zerolog.New(zerolog.SyncWriter(b)).Level(zerolog.TraceLevel)
}
