package vault_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// late is a request of which the headers and a byte of the body have arrived, so that it was let
// in, and the rest hasn't.
type late struct {
	name   string
	want   int
	rest   *io.PipeWriter
	answer *httptest.ResponseRecorder
	done   chan struct{}
}

// begin sends a request to v but for the last of its body.
func begin(t *testing.T, v *vault.Vault, name string, as client, want int, method, path string) *late {
	t.Helper()
	body, rest := io.Pipe()
	l := &late{name: name + ": " + method, want: want, rest: rest, answer: httptest.NewRecorder(), done: make(chan struct{})}
	req := httptest.NewRequestWithContext(t.Context(), method, "/api/recipes"+path, body)
	req.Header = as.header.Clone()
	req.ContentLength = -1
	go func() {
		defer close(l.done)
		v.Handler().ServeHTTP(l.answer, req)
		_ = body.CloseWithError(io.ErrClosedPipe)
	}()
	if _, err := io.WriteString(rest, `{`); err != nil {
		t.Fatalf("%s: %d %s", l.name, l.answer.Code, l.answer.Body)
	}
	return l
}

// finish sends the rest.
func (l *late) finish(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(l.rest, `"title":"Late `+l.name+`"}`); err != nil {
		t.Errorf("%s: %v", l.name, err)
	}
	_ = l.rest.Close()
	<-l.done
	if l.answer.Code != l.want {
		t.Errorf("%s: %d %s; want %d", l.name, l.answer.Code, l.answer.Body, l.want)
	}
}

// TestFamilies_LateBody revokes a key and removes a member while the bodies of their requests are
// still arriving. Nothing of that is done, and nothing is shown.
func TestFamilies_LateBody(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v, other, later := two(t, place())
		smith, jones := addFamilies(t, v)
		c := inProcess(v)
		soup := c.with(smith).create(t, `{"title":"Soup"}`)
		before := c.with(smith).do(t, "GET", "/api/recipes", "")
		stew := c.with(jones).create(t, `{"title":"Stew"}`)
		f, err := v.Registry().Get(t.Context(), "smith")
		if err != nil {
			t.Fatal(err)
		}
		next, _, err := v.Registry().AddKey(t.Context(), "smith", "next")
		if err != nil {
			t.Fatal(err)
		}

		var all []*late
		for name, row := range map[string]struct {
			as   client
			want int
		}{
			"the family's key":                        {c.with(smith), 401},
			"the family's key and a member's address": {c.with(smith).as("bob@example.com"), 401},
			"another key and the member's address":    {c.with(next).as("alice@example.com"), 403},
			"the server's key and the member's":       {c.with(serverKey).as("alice@example.com"), 403},
		} {
			for _, at := range []*vault.Vault{v, other} {
				all = append(all,
					begin(t, at, name, row.as, row.want, http.MethodPost, ""),
					begin(t, at, name, row.as, row.want, http.MethodPut, "/"+soup),
					begin(t, at, name, row.as, row.want, http.MethodDelete, "/"+soup))
			}
		}
		all = append(all,
			begin(t, other, "another family's key", c.with(jones), 201, http.MethodPost, ""),
			begin(t, other, "another family's key", c.with(jones), 200, http.MethodPut, "/"+stew),
			begin(t, other, "the next key", c.with(next), 201, http.MethodPost, ""))
		if err := v.Registry().RevokeKey(t.Context(), "smith", f.Keys[0].ID); err != nil {
			t.Fatal(err)
		}
		if err := v.Registry().RemoveMember(t.Context(), "smith", "alice@example.com"); err != nil {
			t.Fatal(err)
		}
		later(2 * time.Second)
		for _, l := range all[:len(all)-1] {
			l.finish(t)
		}
		if after := c.with(next).do(t, "GET", "/api/recipes", ""); string(after.body) != string(before.body) {
			t.Errorf("%s\n%s", before.body, after.body)
		}
		all[len(all)-1].finish(t)
	})
}

// TestFamilies_LateStranger adds the first family, of a file or of the database, while the bodies of
// requests of those who are in none are still arriving.
func TestFamilies_LateStranger(t *testing.T) {
	t.Parallel()
	for name, add := range map[string]func(*testing.T, *vault.Vault, *vault.Vault){
		"file": func(t *testing.T, _, other *vault.Vault) {
			t.Helper()
			other.SetFamilies(loadFamilies(t, twoFamilies))
		},
		"database": func(t *testing.T, v, _ *vault.Vault) {
			t.Helper()
			if _, err := v.Registry().Add(t.Context(), family.New{Name: "smith"}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, place func() string) {
				v, other, later := two(t, place())
				eve := inProcess(other).with(serverKey).as("eve@example.com")
				soup := eve.create(t, `{"title":"Soup"}`)
				all := []*late{
					begin(t, other, "a stranger", eve, 403, http.MethodPost, ""),
					begin(t, other, "a stranger", eve, 403, http.MethodPut, "/"+soup),
					begin(t, other, "a stranger", eve, 403, http.MethodDelete, "/"+soup),
				}
				add(t, v, other)
				later(2 * time.Second)
				for _, l := range all {
					l.finish(t)
				}
				if got := titles(inProcess(v).with(serverKey).do(t, "GET", "/api/recipes", "").list(t)); len(got) != 1 || got[0] != "Soup" {
					t.Errorf("%q", got)
				}
			})
		})
	}
}

// TestFamilies_FirstElsewhere adds the first family while another vault on the database takes it
// that there are none. From then on no stranger changes or deletes anything there.
func TestFamilies_FirstElsewhere(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		as, method, body string
		file             bool
		want             int
	}{
		"a stranger changes":             {"carol", http.MethodPut, `{"servings":2}`, false, 403},
		"a stranger renames":             {"carol", http.MethodPut, `{"title":"Salad"}`, false, 403},
		"a stranger deletes":             {"carol", http.MethodDelete, "", false, 403},
		"a stranger of the file changes": {"carol", http.MethodPut, `{"servings":2}`, true, 403},
		"a stranger of the file renames": {"carol", http.MethodPut, `{"title":"Salad"}`, true, 403},
		"a stranger of the file deletes": {"carol", http.MethodDelete, "", true, 403},
		"a member changes":               {"alice", http.MethodPut, `{"servings":2}`, false, 200},
		"a member deletes":               {"alice", http.MethodDelete, "", false, 204},
		"a member of the file deletes":   {"alice", http.MethodDelete, "", true, 204},
		"no one in particular changes":   {"", http.MethodPut, `{"servings":2}`, false, 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, place func() string) {
				v, other, _ := two(t, place())
				if row.file {
					other.SetFamilies(loadFamilies(t, twoFamilies))
				}
				c := inProcess(other).with(serverKey)
				if row.as != "" {
					c = c.as(row.as + "@example.com")
				}
				soup := "/api/recipes/" + c.create(t, `{"title":"Soup"}`)
				before := c.do(t, http.MethodGet, soup, "")
				if _, err := v.Registry().Add(t.Context(), family.New{Name: "smith", Members: []string{"alice@example.com"}}); err != nil {
					t.Fatal(err)
				}
				if got := c.do(t, row.method, soup, row.body); got.status != row.want {
					t.Errorf("%d %s; want %d", got.status, got.body, row.want)
				}
				after := inProcess(v).with(serverKey).do(t, http.MethodGet, soup, "")
				if row.want == 403 && string(after.body) != string(before.body) {
					t.Errorf("it was carried out: %s", after.body)
				}
			})
		})
	}
}
