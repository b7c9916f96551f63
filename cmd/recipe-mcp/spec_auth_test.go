package main_test

// The scenarios of "MCP Client Authentication" and "Optional User Email
// Configuration".

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// callAll calls every tool once, on a recipe that it creates.
func callAll(t *testing.T, s *server) {
	t.Helper()
	created := s.call("create_recipe", stew).recipe(t)
	s.call("list_recipes", `{}`).recipes(t)
	s.call("get_recipe", `{"recipe_id":"`+created.ID+`"}`).recipe(t)
	s.call("update_recipe", `{"recipe_id":"`+created.ID+`","servings":2}`).recipe(t)
}

// checkHeader checks that every request that the API saw had exactly this
// value of a header; "" means that it had none.
func checkHeader(t *testing.T, a *api, name, want string) {
	t.Helper()
	seen := a.seen()
	if len(seen) == 0 {
		t.Fatal("the API saw no request")
	}
	for _, r := range seen {
		got := r.Header.Values(name)
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || got[0] != want) {
			t.Errorf("%s %s carried %s %q, want %q", r.Method, r.URL.Path, name, got, want)
		}
	}
}

func titles(rows []recipe) string {
	var list []string
	for _, row := range rows {
		list = append(list, row.Title)
	}
	return strings.Join(list, ",")
}

func TestMCPClientAuthentication(t *testing.T) {
	t.Parallel()
	t.Run("MCP request includes API key", func(t *testing.T) {
		t.Parallel()
		a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db")})
		callAll(t, start(t, a.setting(), "API_KEY="+apiKey))
		checkHeader(t, a, "X-API-Key", apiKey)
		methods := map[string]bool{}
		for _, r := range a.seen() {
			methods[r.Method] = true
			if agent := r.UserAgent(); !strings.HasPrefix(agent, "recipe-mcp/") {
				t.Errorf("the user agent is %q", agent)
			}
		}
		if !methods[http.MethodGet] || !methods[http.MethodPost] || !methods[http.MethodPut] {
			t.Errorf("the API saw the methods %v", methods)
		}
	})
	t.Run("MCP request includes user email for scoping", func(t *testing.T) {
		t.Parallel()
		a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)})
		carol := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL= Carol@Example.COM ")
		carol.call("create_recipe", `{"title":"Carol's"}`).recipe(t)
		checkHeader(t, a, "X-API-Key", apiKey)
		checkHeader(t, a, "X-User-Email", "carol@example.com")
		alice := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL=alice@example.com")
		alice.call("create_recipe", `{"title":"Alice's"}`).recipe(t)
		bob := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL=bob@example.com")
		if got := titles(bob.call("list_recipes", `{}`).recipes(t)); got != "Alice's" {
			t.Errorf("bob sees %q, want what alice wrote", got)
		}
		if got := titles(carol.call("list_recipes", `{}`).recipes(t)); got != "Carol's" {
			t.Errorf("carol sees %q, want her own", got)
		}
		mallory := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL=mallory@example.com")
		mallory.call("list_recipes", `{}`).fails(t, -32603, "forbidden", "USER_EMAIL is not configured for access")
	})
	t.Run("MCP request without user email (god mode)", func(t *testing.T) {
		t.Parallel()
		o := vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)}
		scoped, all := serveVault(t, o), serveVault(t, o)
		for _, member := range []string{"alice", "carol"} {
			start(t, scoped.setting(), "API_KEY="+apiKey, "USER_EMAIL="+member+"@example.com").
				call("create_recipe", `{"title":"Of `+member+`"}`).recipe(t)
		}
		god := start(t, all.setting(), "API_KEY="+apiKey)
		callAll(t, god)
		if got := titles(god.call("list_recipes", `{}`).recipes(t)); got != "Of alice,Of carol,Stew" {
			t.Errorf("god mode sees %q", got)
		}
		checkHeader(t, all, "X-API-Key", apiKey)
		checkHeader(t, all, "X-User-Email", "")
	})
	t.Run("MCP server missing API key", func(t *testing.T) {
		t.Parallel()
		a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db")})
		for _, setting := range []string{"UNRELATED=", "API_KEY=", "API_KEY=  "} {
			s := start(t, a.setting(), setting, "LOG_FORMAT=json")
			s.Log.Await(t, "\n") // before any call
			found := warnings(t, s.Log.String())
			if len(found) != 1 || !strings.Contains(found[0], "API_KEY is not set") {
				t.Errorf("the warnings at the start are %q, want one that names API_KEY", found)
			}
			for tool, arguments := range map[string]string{
				"list_recipes":  `{}`,
				"get_recipe":    `{"recipe_id":"` + noRecipe + `"}`,
				"create_recipe": stew,
				"update_recipe": `{"recipe_id":"` + noRecipe + `","servings":2}`,
			} {
				refused := s.call(tool, arguments)
				refused.fails(t, -32603, "unauthorized", "API_KEY")
				if refused.Error.Data.Status != http.StatusUnauthorized {
					t.Errorf("%s failed with the status %d", tool, refused.Error.Data.Status)
				}
			}
		}
		checkHeader(t, a, "X-API-Key", "")
		wrong := start(t, a.setting(), "API_KEY=some-other-key")
		wrong.call("list_recipes", `{}`).fails(t, -32603, "unauthorized", "refused", "API_KEY")
	})
}

func TestOptionalUserEmailConfiguration(t *testing.T) {
	t.Parallel()
	t.Run("USER_EMAIL configured", func(t *testing.T) {
		t.Parallel()
		a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)})
		s := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL=alice@example.com", "SHOW_AUTHORS=true")
		callAll(t, s)
		checkHeader(t, a, "X-User-Email", "alice@example.com")
		rows := s.call("list_recipes", `{}`).recipes(t)
		if len(rows) != 1 || rows[0].CreatedBy != "alice@example.com" || rows[0].UpdatedBy != "alice@example.com" {
			t.Errorf("the list is %+v", rows)
		}
	})
	t.Run("USER_EMAIL not configured", func(t *testing.T) {
		t.Parallel()
		for _, setting := range []string{"UNRELATED=", "USER_EMAIL=", "USER_EMAIL=  "} {
			a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)})
			s := start(t, a.setting(), "API_KEY="+apiKey, setting, "LOG_FORMAT=json", "LOG_LEVEL=trace")
			callAll(t, s)
			checkHeader(t, a, "X-User-Email", "")
			if rows := s.call("list_recipes", `{}`).recipes(t); len(rows) != 1 || rows[0].CreatedBy != "" {
				t.Errorf("the list is %+v", rows)
			}
			if _, code := s.end(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			if found := warnings(t, s.Log.String()); len(found) > 0 {
				t.Errorf("warned %q, though god mode is valid", found)
			}
		}
	})
	t.Run("USER_EMAIL is the author in the embedded vault", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "recipes.db")
		alice := start(t, "DATABASE_URL=sqlite:"+path, "USER_EMAIL=Alice@Example.com", "SHOW_AUTHORS=true")
		if got := alice.call("create_recipe", stew).recipe(t); got.CreatedBy != "alice@example.com" {
			t.Errorf("the author is %q", got.CreatedBy)
		}
		carol := start(t, "DATABASE_URL=sqlite:"+path, "USER_EMAIL=carol@example.com")
		if rows := carol.call("list_recipes", `{}`).recipes(t); len(rows) != 1 {
			t.Errorf("one household sees %+v, want the one recipe", rows)
		}
	})
}

// TestAuthors has no result name an author unless SHOW_AUTHORS says so.
func TestAuthors(t *testing.T) {
	eachVault(t, func(t *testing.T, w world) {
		for show, named := range map[string]int{"SHOW_AUTHORS=": 0, "SHOW_AUTHORS=false": 0, "SHOW_AUTHORS=true": 4} {
			w := world{w.database, append([]string{"USER_EMAIL=alice@example.com", show}, w.settings...)}
			s := w.start(t)
			made := s.call("create_recipe", `{"title":"Soup, `+show+`"}`)
			id := made.recipe(t).ID
			for _, a := range []answer{
				made,
				s.call("get_recipe", `{"recipe_id":"`+id+`"}`),
				s.call("update_recipe", `{"recipe_id":"`+id+`","servings":2}`),
			} {
				if got := strings.Count(a.line, "alice@example.com"); got != named {
					t.Errorf("%s: an author is named %d times, want %d: %s", show, got, named, a.line)
				}
			}
			list := s.call("list_recipes", `{}`)
			if got, want := strings.Count(list.line, "alice@example.com"), named*len(list.recipes(t)); got != want {
				t.Errorf("%s: the list names authors %d times, want %d: %s", show, got, want, list.line)
			}
		}
	})
}
