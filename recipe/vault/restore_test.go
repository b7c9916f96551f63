package vault_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// fromBeforeTheRules is what the first release took and this one would not.
const fromBeforeTheRules = `{"title":" So\tup\u001b ","description":"a\u009bb","ingredients":[{"name":"","unit":"\u0007"},{"name":"x","quantity":-1}],` +
	`"steps":[{"instruction":"","duration_minutes":-5}]}`

// restorer brings recipes back in process.
func restorer(v *vault.Vault) client {
	return client{base: "http://vault.invalid", rt: v.RestoringTransport()}
}

func TestVault_RestoringTransport(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place()})
		c, back := inProcess(v), restorer(v)
		if a := c.do(t, "POST", "/api/recipes", fromBeforeTheRules); a.status != http.StatusBadRequest {
			t.Fatalf("a new recipe: %d %s", a.status, a.body)
		}
		path := "/api/recipes/" + back.create(t, fromBeforeTheRules)
		before := c.do(t, "GET", path, "")
		got := bareRecipe(before.object(t))
		want := bareRecipe(answer{body: []byte(fromBeforeTheRules)}.object(t))
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		// An update of another member keeps all of it.
		want["servings"] = 4.0
		if a := c.do(t, "PUT", path, `{"servings":4}`); a.status != http.StatusOK || !cmp.Equal(want, bareRecipe(a.object(t))) {
			t.Errorf("%d %s", a.status, a.body)
		}
		// So does one that sends back what it has read, members and lists.
		want["servings"] = 5.0
		as := func(change string) string { return strings.TrimSuffix(fromBeforeTheRules, "}") + "," + change + "}" }
		if a := c.do(t, "PUT", path, as(`"servings":5`)); a.status != http.StatusOK || !cmp.Equal(want, bareRecipe(a.object(t))) {
			t.Errorf("%d %s", a.status, a.body)
		}
		if a := c.do(t, "PUT", path, as(`"servings":0`)); a.status != http.StatusBadRequest {
			t.Errorf("%d %s", a.status, a.body)
		}
		for _, body := range []string{`{"title":"Sou\u001b"}`, `{"description":"a\u009b"}`, `{"ingredients":[{"name":"","unit":"\u0007"}]}`, `{"title":""}`} {
			if a := c.do(t, "PUT", path, body); a.status != http.StatusBadRequest {
				t.Errorf("%s: %d %s", body, a.status, a.body)
			}
		}
		if a := c.do(t, "PUT", "/api/recipes/"+uuid.NewString(), `{"title":"\u001b"}`); a.status != http.StatusBadRequest {
			t.Errorf("a recipe that is not there: %d %s", a.status, a.body)
		}
		// Through the usual way in, the rules hold.
		if a := c.do(t, "PUT", path, `{"steps":[{"instruction":""}]}`); a.status != http.StatusBadRequest {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestVault_RestoringTransport_long has a recipe whose numbers take more room than
// they did when it was sent.
func TestVault_RestoringTransport_long(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place()})
		const most = 10 << 20
		list := strings.Repeat(`{"name":"a","quantity":1e20},`, 9_999) + `{"name":"a","quantity":1e20}`
		head := `{"title":"Feast","ingredients":[` + list + `],"steps":[{"instruction":"`
		sent := head + strings.Repeat("x", most-len(head)-len(`"}]}`)) + `"}]}`
		id := inProcess(v).create(t, sent)
		// As an export writes it.
		line := strings.ReplaceAll(strings.Replace(sent, "Feast", "Feast again", 1), "1e20", "100000000000000000000")
		if a := inProcess(v).do(t, "POST", "/api/recipes", line); a.status != http.StatusRequestEntityTooLarge {
			t.Errorf("a new recipe: %d", a.status)
		}
		again := restorer(v).create(t, line)
		got, want := inProcess(v).do(t, "GET", "/api/recipes/"+again, "").body, inProcess(v).do(t, "GET", "/api/recipes/"+id, "").body
		if len(got) != len(want)+len(" again") {
			t.Errorf("%d bytes, and before %d", len(got), len(want))
		}
		if a := restorer(v).do(t, "POST", "/api/recipes", strings.Repeat(" ", 32<<20+1)); a.status != http.StatusRequestEntityTooLarge || !strings.Contains(string(a.body), "at most 32 MiB") {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestVault_RestoringTransport_titles keeps titles apart that a vault once held.
func TestVault_RestoringTransport_titles(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := restorer(open(t, vault.Options{Path: place()}))
		all := []string{" Soup", "Soup", "Soup ", "\u200b"}
		for _, s := range all {
			c.create(t, `{"title":"`+s+`"}`)
		}
		if d := cmp.Diff(all, c.titles(t)); d != "" {
			t.Error(d)
		}
		for _, r := range []struct {
			body   string
			status int
		}{
			{`{"title":"soup "}`, 409},
			{`{"title":"\t "}`, 400},
			{`{"title":"a\u0000"}`, 400},
			{`{"title":"a","ingredients":[{"name":"\u0000"}]}`, 400},
			{`{"title":"a","difficulty":6}`, 400},
			{`{"title":"a","servings":0}`, 400},
			{`{"title":"a","created_by":7}`, 400},
			{`{"title":"a","created_by":" "}`, 400},
		} {
			if a := c.do(t, "POST", "/api/recipes", r.body); a.status != r.status {
				t.Errorf("%s: %d %s", r.body, a.status, a.body)
			}
		}
	})
}

// TestVault_RestoringTransport_author is the body's, unless the request names
// one; the usual way in takes none from a body.
func TestVault_RestoringTransport_author(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place(), Families: loadFamilies(t, twoFamilies)})
		c := restorer(v)
		for _, r := range []struct {
			c          client
			body, want string
		}{
			{c, `{"title":"a","created_by":" Left@example.com"}`, "left@example.com"},
			{c, `{"title":"b"}`, ""},
			{c, `{"title":"z","created_by":"jürgen@example.com"}`, "jürgen@example.com"},
			{c.as("alice@example.com"), `{"title":"c","created_by":"carol@example.com"}`, "alice@example.com"},
			{inProcess(v), `{"title":"d","created_by":"carol@example.com"}`, ""},
		} {
			a := r.c.do(t, "POST", "/api/recipes", r.body)
			if got, _ := a.object(t)["created_by"].(string); a.status != http.StatusCreated || got != r.want {
				t.Errorf("%s: %d %s", r.body, a.status, a.body)
			}
		}
		if a := c.as("eve@example.com").do(t, "POST", "/api/recipes", `{"title":"e"}`); a.status != http.StatusForbidden {
			t.Errorf("%d %s", a.status, a.body)
		}
		if a := overHTTP(t, v).do(t, "POST", "/api/recipes", fromBeforeTheRules); a.status != http.StatusBadRequest || bytes.Contains(a.body, []byte("So")) {
			t.Errorf("over HTTP: %d %s", a.status, a.body)
		}
	})
}

// bareRecipe takes out what a vault adds.
func bareRecipe(r map[string]any) map[string]any {
	for _, m := range []string{"id", "recipe_id", "position", "created_at", "updated_at"} {
		delete(r, m)
	}
	for _, list := range []string{"ingredients", "steps"} {
		parts, _ := r[list].([]any)
		for _, p := range parts {
			bareRecipe(p.(map[string]any))
		}
	}
	return r
}
