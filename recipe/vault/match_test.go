package vault_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// matching returns a client that sends If-Match.
func (c client) matching(tags ...string) client {
	c.header = c.header.Clone()
	if c.header == nil {
		c.header = http.Header{}
	}
	c.header["If-Match"] = tags
	return c
}

// TestVault_IfMatch asserts that a write on a condition is done only while the recipe
// is as it was read, and that the tag is that of all answers with the recipe.
func TestVault_IfMatch(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		for name, c := range map[string]client{"in process": inProcess(open(t, vault.Options{Path: place()})), "over HTTP": overHTTP(t, open(t, vault.Options{Path: place()}))} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				made := c.do(t, "POST", "/api/recipes", `{"title":"Soup","ingredients":[{"name":"leek"}]}`)
				path := "/api/recipes/" + made.object(t)["id"].(string)
				tag := made.header.Get("ETag")
				if got := c.do(t, "GET", path, "").header.Get("ETag"); got != tag || len(got) < 10 || got[0] != '"' {
					t.Fatalf("made as %s, read as %s", tag, got)
				}
				if got := c.do(t, "GET", "/api/recipes", "").header.Get("ETag"); got != "" {
					t.Errorf("the list has the tag %s", got)
				}
				old := tag
				for i, sent := range []func(tag string) []string{
					func(tag string) []string { return []string{tag} },
					func(string) []string { return []string{"*"} },
					func(tag string) []string { return []string{`"x", ` + tag} },
					func(tag string) []string { return []string{`"x"`, tag} },
					func(tag string) []string { return []string{"W/" + tag} },
					func(tag string) []string { return []string{tag[:len(tag)-1] + `-gzip"`} },
				} {
					a := c.matching(sent(tag)...).do(t, "PUT", path, fmt.Sprintf(`{"servings":%d}`, i+1))
					if a.status != http.StatusOK || a.header.Get("ETag") == tag {
						t.Fatalf("%q: %d %s, %s", sent(tag), a.status, a.body, a.header.Get("ETag"))
					}
					tag = a.header.Get("ETag")
				}
				before := c.do(t, "GET", path, "")
				for _, sent := range [][]string{{old}, {""}, {`"x"`}, {tag[1 : len(tag)-1]}, {tag[:8] + `"`}, {`"W/` + tag[1:]}} {
					for _, r := range []struct{ method, body string }{{"PUT", `{"servings":99}`}, {"PUT", `{"servings":-1}`}, {"DELETE", ""}} {
						a := c.matching(sent...).do(t, r.method, path, r.body)
						if a.status != http.StatusPreconditionFailed || a.object(t)["code"] != "PRECONDITION_FAILED" {
							t.Errorf("%s %s with %q: %d %s", r.method, r.body, sent, a.status, a.body)
						}
					}
				}
				if after := c.do(t, "GET", path, ""); string(after.body) != string(before.body) || after.header.Get("ETag") != tag {
					t.Errorf("it was changed: %s", after.body)
				}
				if a := c.matching(tag).do(t, "DELETE", path, ""); a.status != http.StatusNoContent {
					t.Errorf("delete: %d %s", a.status, a.body)
				}
				for _, method := range []string{"PUT", "DELETE"} {
					if a := c.matching(tag).do(t, method, path, "{}"); a.status != http.StatusNotFound {
						t.Errorf("%s of what is gone: %d %s", method, a.status, a.body)
					}
				}
			})
		}
	})
}

// TestVault_IfMatchHidesOthers asserts that a condition reveals nothing of a recipe of
// another family.
func TestVault_IfMatchHidesOthers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place(), Families: loadFamilies(t, twoFamilies)}))
		made := c.as("alice@example.com").do(t, "POST", "/api/recipes", `{"title":"Soup"}`)
		path := "/api/recipes/" + made.object(t)["id"].(string)
		for _, tag := range []string{made.header.Get("ETag"), `"x"`, "*"} {
			for _, method := range []string{"PUT", "DELETE"} {
				if a := c.as("carol@example.com").matching(tag).do(t, method, path, "{}"); a.status != http.StatusNotFound {
					t.Errorf("%s with %s: %d %s", method, tag, a.status, a.body)
				}
			}
		}
	})
}

// TestVault_IfMatchAtOnce has writers that read, change and write the same recipe.
// Exactly those that were acknowledged count.
func TestVault_IfMatchAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		path := "/api/recipes/" + c.create(t, `{"title":"Soup"}`)
		var done atomic.Int64
		var wg sync.WaitGroup
		for w := range 4 {
			wg.Go(func() {
				for i := range 25 {
					read := c.do(t, "GET", path, "")
					description, _ := read.object(t)["description"].(string)
					body := fmt.Sprintf(`{"description":%q}`, description+fmt.Sprintf(" %d.%d", w, i))
					switch a := c.matching(read.header.Get("ETag")).do(t, "PUT", path, body); a.status {
					case http.StatusOK:
						done.Add(1)
					case http.StatusPreconditionFailed:
					default:
						t.Errorf("%d %s", a.status, a.body)
					}
				}
			})
		}
		wg.Wait()
		said, _ := c.do(t, "GET", path, "").object(t)["description"].(string)
		if n := len(strings.Fields(said)); int64(n) != done.Load() || n == 0 {
			t.Errorf("%d changes were acknowledged and %d are there", done.Load(), n)
		}
	})
}
