package vault_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

const twoFamilies = `
families:
  smith:
    members: [alice@example.com, " Bob@Example.com "]
  jones:
    members: [carol@example.com, kate@example.com]
`

func loadFamilies(t testing.TB, text string) *vault.Families {
	t.Helper()
	_, f, err := serve.ParseFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// everyRoute is each route with a request that would succeed, and requests that
// are wrong in other ways: who may not come in must not learn that.
var everyRoute = []struct{ method, path, body string }{
	{"GET", "/api/recipes", ""},
	{"POST", "/api/recipes", `{"title":"by a stranger"}`},
	{"POST", "/api/recipes", `{`},
	{"GET", "/api/recipes/ID", ""},
	{"PUT", "/api/recipes/ID", `{"servings":1}`},
	{"PUT", "/api/recipes/ID", `{"servings":"x"}`},
	{"DELETE", "/api/recipes/ID", ""},
	{"PATCH", "/api/recipes", ""},
	{"GET", "/api/nothing", ""},
	{"GET", "/api", ""},
}

func TestVault_WhoMayComeIn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		var log bytes.Buffer
		c := overHTTP(t, open(t, vault.Options{Path: place(), Key: "the-right-key-here", Families: loadFamilies(t, twoFamilies), Log: logTo(&log)}))
		// The texts are whole: they hold nothing of what was sent.
		const (
			noKey    = "Authentication required. Send the key in the X-API-Key header."
			wrongKey = "Invalid API key"
			stranger = "Your email is not configured for access. Ask whoever runs this server to add it to a family."
			odd      = "Your email is not configured for access. It holds a character that is not visible ASCII; type it again by hand."
		)
		rows := []struct {
			name   string
			header http.Header
			status int // 0: let in
			text   string
		}{
			{"no key", http.Header{}, 401, noKey},
			{"an empty key", http.Header{"X-Api-Key": {""}}, 401, noKey},
			{"no key, known address", http.Header{"X-User-Email": {"alice@example.com"}}, 401, noKey},
			{"a wrong key", http.Header{"X-Api-Key": {"the-wrong-key-here"}}, 401, wrongKey},
			{"a wrong key, unknown address", http.Header{"X-Api-Key": {"no"}, "X-User-Email": {"eve@example.com"}}, 401, wrongKey},
			{"the key as a prefix", http.Header{"X-Api-Key": {"the-right-key-here2"}}, 401, wrongKey},
			{"the right key twice", http.Header{"X-Api-Key": {"the-right-key-here", "the-right-key-here"}}, 401, wrongKey},
			{"unknown address", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"eve@example.com"}}, 403, stranger},
			{"blank address", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"  "}}, 403, stranger},
			{"empty address", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {""}}, 403, stranger},
			{"two addresses", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"alice@example.com", "carol@example.com"}}, 403, stranger},
			{"two in one", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"alice@example.com,carol@example.com"}}, 403, stranger},
			{"a letter that isn't ASCII", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"älice@example.com"}}, 403, odd},
			{"what can't be seen", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"alice@example.com\u200b"}}, 403, odd},
			{"a blank of another script", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"alice@example.com\u00a0"}}, 403, odd},
			{"a letter that is ASCII in lower case alone", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"\u212aate@example.com"}}, 403, odd},
			{"a byte that isn't UTF-8", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"alice@example.com\xfc"}}, 403, odd},
			{"a blank inside", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {"alice @example.com"}}, 403, odd},
			{"god mode", http.Header{"X-Api-Key": {"the-right-key-here"}}, 0, ""},
			{"a member in other case", http.Header{"X-Api-Key": {"the-right-key-here"}, "X-User-Email": {" ALICE@example.COM "}}, 0, ""},
		}
		for _, row := range rows {
			for _, r := range everyRoute {
				c := c
				c.header = row.header
				a := c.do(t, r.method, strings.Replace(r.path, "ID", uuid.NewString(), 1), r.body)
				name := fmt.Sprintf("%s: %s %s", row.name, r.method, r.path)
				if row.status == 0 {
					if a.status == 401 || a.status == 403 {
						t.Errorf("%s: %d", name, a.status)
					}
					continue
				}
				got := a.object(t)
				_, hasCode := got["code"]
				if text, _ := got["error"].(string); a.status != row.status || text != row.text || hasCode || len(got) != 1 {
					t.Errorf("%s: %d %s", name, a.status, a.body)
				}
			}
		}
		for _, secret := range []string{"the-right-key", "the-wrong-key", "example.com", "stranger"} {
			if strings.Contains(strings.ToLower(log.String()), secret) {
				t.Errorf("the log holds %q:\n%s", secret, &log)
			}
		}
	})
}

func TestVault_OneHousehold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		for _, address := range []string{"jürgen@example.com", "alice@example.com\u200b"} {
			if a := c.as(address).do(t, "POST", "/api/recipes", `{"title":"Soup"}`); a.status != 403 {
				t.Errorf("%+q: %d %s", address, a.status, a.body)
			}
		}
		id := c.as(" Alice@Example.com ").create(t, `{"title":"Soup"}`)
		got := c.as("anyone@example.com").do(t, "PUT", "/api/recipes/"+id, `{"servings":2}`).object(t)
		if got["created_by"] != "alice@example.com" || got["updated_by"] != "anyone@example.com" {
			t.Errorf("by %v and %v", got["created_by"], got["updated_by"])
		}
		got = c.do(t, "PUT", "/api/recipes/"+id, `{"servings":3}`).object(t)
		if _, ok := got["updated_by"]; ok || got["created_by"] != "alice@example.com" {
			t.Errorf("after god mode: by %v and %v", got["created_by"], got["updated_by"])
		}
	})
}

// TestVault_Scope tries everything one family could do to learn of another's
// recipe. What it gets must be, byte for byte, what it gets for an id that never
// was.
func TestVault_Scope(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := overHTTP(t, open(t, vault.Options{Path: place(), Families: loadFamilies(t, twoFamilies)}))
		alice, bob, carol := c.as("alice@example.com"), c.as("bob@example.com"), c.as("carol@example.com")
		theirs := alice.create(t, `{"title":"Secret Soup","description":"hidden","ingredients":[{"name":"love"}],"steps":[{"instruction":"stir"}]}`)
		gods := c.create(t, `{"title":"Nobody's Soup"}`)
		before := c.do(t, "GET", "/api/recipes/"+theirs, "").body

		t.Run("another family", func(t *testing.T) {
			if got := carol.do(t, "GET", "/api/recipes", ""); string(got.body) != "[]" {
				t.Errorf("list: %s", got.body)
			}
			never := uuid.NewString()
			for _, id := range []string{theirs, gods} {
				for _, r := range everyRoute {
					if !strings.Contains(r.path, "ID") {
						continue
					}
					got := carol.do(t, r.method, "/api/recipes/"+id, r.body)
					want := carol.do(t, r.method, "/api/recipes/"+never, r.body)
					want.body = bytes.ReplaceAll(want.body, []byte(never), []byte(id))
					got.header.Del("Date")
					want.header.Del("Date")
					if d := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); d != "" {
						t.Errorf("%s %s tells: %s", r.method, r.body, d)
					}
					if got.status < 400 {
						t.Errorf("%s %s: %d", r.method, r.body, got.status)
					}
				}
				// A rename to a title that is taken must not tell either that the id is.
				if got := carol.do(t, "PUT", "/api/recipes/"+id, `{"title":"Secret Soup"}`); got.status != 404 {
					t.Errorf("rename: %d %s", got.status, got.body)
				}
			}
		})
		t.Run("a clash tells the title alone", func(t *testing.T) {
			got := carol.do(t, "POST", "/api/recipes", `{"title":"SECRET soup"}`)
			if want := `{"error":"SECRET soup","code":"CONFLICT","free_title":"SECRET soup (2)"}`; got.status != 409 || string(got.body) != want {
				t.Errorf("%d %s", got.status, got.body)
			}
			mine := carol.create(t, `{"title":"Mine"}`)
			got = carol.do(t, "PUT", "/api/recipes/"+mine, `{"title":"SECRET soup"}`)
			if got.status != 409 || strings.Contains(string(got.body), theirs) {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
		t.Run("nothing was changed", func(t *testing.T) {
			if after := c.do(t, "GET", "/api/recipes/"+theirs, "").body; !bytes.Equal(before, after) {
				t.Errorf("%s\n%s", before, after)
			}
		})
		t.Run("the same family", func(t *testing.T) {
			if got := titles(bob.do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Secret Soup"}) {
				t.Errorf("bob sees %v", got)
			}
			got := bob.do(t, "PUT", "/api/recipes/"+theirs, `{"servings":3}`).object(t)
			if got["created_by"] != "alice@example.com" || got["updated_by"] != "bob@example.com" {
				t.Errorf("by %v and %v", got["created_by"], got["updated_by"])
			}
		})
		t.Run("god mode", func(t *testing.T) {
			want := []string{"Mine", "Nobody's Soup", "Secret Soup"}
			if got := titles(c.do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, want) {
				t.Errorf("god sees %v", got)
			}
			if got := c.do(t, "DELETE", "/api/recipes/"+theirs, ""); got.status != 204 {
				t.Errorf("delete: %d", got.status)
			}
		})
	})
}
