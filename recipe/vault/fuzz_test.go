package vault_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// FuzzHTTP sends any method, path, address and body. Whatever comes: no 5xx, an
// answer of the contract's form, a change only with a success, and then what is
// stored is what was answered.
func FuzzHTTP(f *testing.F) {
	for _, s := range []struct{ method, path, email, body string }{
		{"GET", "/api/recipes", "", ""},
		{"GET", "/api/recipes/ID", "alice@example.com", ""},
		{"DELETE", "/api/recipes/ID", "carol@example.com", ""},
		{"DELETE", "/api/recipes/ID", "", ""},
		{"POST", "/api/recipes", "alice@example.com", `{"title":"Soup","servings":2,"ingredients":[{"name":"water","quantity":1e-7}],"steps":[{"instruction":"boil","temperature_unit":"Celsius"}]}`},
		{"POST", "/api/recipes", "", `{"title":"STEW"}`},
		{"POST", "/api/recipes", "", `{"title":"a","TITLE":"b","title":"c"}`},
		{"POST", "/api/recipes", "", `{"title":"\ud800"}`},
		{"POST", "/api/recipes", "", "{\"title\":\"\xff\xfe\"}"},
		{"POST", "/api/recipes", "", `{"title":"\u0000"}`},
		{"POST", "/api/recipes", "", `{"title":"x","ingredients":[{"name":"x","quantity":1e400}]}`},
		{"POST", "/api/recipes", "", `{"title":"x","ingredients":[{"name":"x","quantity":-0.0},{"name":"y","quantity":1.7976931348623157e308},{"name":"z","quantity":5e-324}]}`},
		{"POST", "/api/recipes", "", `{"title":"ǅ İ ß ﬃ \u0345\u0301"}`},
		{"POST", "/api/recipes", "", strings.Repeat("[", 20000)},
		{"PUT", "/api/recipes/ID", "bob@example.com", `{"ingredients":[],"steps":[{"instruction":""}],"difficulty":5}`},
		{"PUT", "/api/recipes/ID", "", `{"servings":99999999999999999999}`},
		{"PUT", "/api/recipes/%00%ff%2f..", "", `{}`},
		{"PUT", "/api/recipes/ID", " ", `{}`},
		{"PATCH", "/api//recipes/../recipes", "\x00", `null`},
	} {
		f.Add(s.method, s.path, s.email, []byte(s.body))
	}
	families := loadFamilies(f, twoFamilies)
	v := vault.New(vault.Options{Path: filepath.Join(f.TempDir(), "recipes.db"), Families: families})
	f.Cleanup(func() { _ = v.Close() })
	c := inProcess(v)

	f.Fuzz(func(t *testing.T, method, path, email string, body []byte) {
		fixed := c.as("alice@example.com").create(t, `{"title":"Stew","description":"d","steps":[{"instruction":"x"}]}`)
		defer clearVault(t, c)
		before := snapshot(t, c)

		req, err := http.NewRequestWithContext(t.Context(), method, "http://vault.invalid"+strings.Replace(path, "ID", fixed, 1), bytes.NewReader(body))
		if err != nil {
			t.Skip() // no client could send it
		}
		if email != "" {
			req.Header["X-User-Email"] = []string{email}
		}
		res, err := c.rt.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		buf := new(bytes.Buffer)
		_, _ = buf.ReadFrom(res.Body)
		_ = res.Body.Close()
		checkAnswer(t, res, buf.Bytes())

		after := snapshot(t, c)
		changed := !slices.EqualFunc(before, after, bytes.Equal)
		writes := method == "POST" || method == "PUT" || method == "DELETE"
		if ok := res.StatusCode < 300 && writes; changed != ok {
			t.Fatalf("%s %q: status %d, and changed is %v", method, path, res.StatusCode, changed)
		}
		if res.StatusCode < 300 && (method == "POST" || method == "PUT") && !slices.ContainsFunc(after, func(b []byte) bool { return bytes.Equal(b, buf.Bytes()) }) {
			t.Fatalf("answered %s, stored %s", buf, after)
		}
	})
}

func checkAnswer(t *testing.T, res *http.Response, body []byte) {
	t.Helper()
	if res.StatusCode >= 500 || res.StatusCode < 200 || int64(len(body)) != res.ContentLength {
		t.Fatalf("status %d, %d bytes of %d: %s", res.StatusCode, len(body), res.ContentLength, body)
	}
	if !utf8.Valid(body) {
		t.Fatalf("not UTF-8: %q", body)
	}
	if res.Header.Get("Content-Type") == "application/json" && !json.Valid(body) {
		t.Fatalf("not JSON: %q", body)
	}
}

// snapshot is every recipe whole.
func snapshot(t testing.TB, c client) [][]byte {
	t.Helper()
	var all [][]byte
	for _, r := range c.do(t, "GET", "/api/recipes", "").list(t) {
		all = append(all, c.do(t, "GET", "/api/recipes/"+r["id"].(string), "").body)
	}
	return all
}

func clearVault(t testing.TB, c client) {
	t.Helper()
	for _, r := range c.do(t, "GET", "/api/recipes", "").list(t) {
		c.do(t, "DELETE", "/api/recipes/"+r["id"].(string), "")
	}
}
