package reliability_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	alice    = "alice.zq7@example.com"
	bob      = "bob.zq7@example.com"
	carol    = "carol.zq7@example.com"
	stranger = "stranger.zq7@example.com"
	nobody   = "123e4567-e89b-42d3-a456-426614174000" // an id that was never given
)

// startFamilies starts a recipe-vault with two families: alice with bob, and
// carol.
func startFamilies(t *testing.T) *server {
	t.Helper()
	dir := scratch(t)
	file := filepath.Join(dir, "families.yaml")
	text := fmt.Sprintf("families:\n  smith:\n    members: [%s, %s]\n  jones:\n    members: [%s]\n", alice, bob, carol)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return startServer(t, filepath.Join(dir, "recipes.db"), "FAMILIES_CONFIG_PATH="+file)
}

// TestScope_routes goes through every route of the running server as a member of
// another family and as a stranger. What it tells about a recipe of theirs is,
// byte for byte, what it tells about an id that was never given.
func TestScope_routes(t *testing.T) {
	t.Parallel()
	s := startFamilies(t)
	as := func(address, method, path, body string) (int, string) {
		status, got, err := s.do(method, path, body, address)
		if err != nil {
			t.Fatal(err)
		}
		return status, string(got)
	}
	_, made := as(alice, "POST", "/api/recipes", `{"title":"zq7 secret soup","description":"zq7","ingredients":[{"name":"zq7 love"}]}`)
	theirs := decode[recipe](t, []byte(made)).ID
	before := s.get(theirs)
	for _, route := range []struct{ method, path, body string }{
		{"GET", "/api/recipes", ""},
		{"POST", "/api/recipes", `{"title":"zq7 by a stranger"}`},
		{"POST", "/api/recipes", `{"title":"zq7 SECRET soup"}`},
		{"GET", "/api/recipes/ID", ""},
		{"PUT", "/api/recipes/ID", `{"title":"zq7 taken over"}`},
		{"PUT", "/api/recipes/ID", `{"title":"zq7 secret soup"}`},
		{"PUT", "/api/recipes/ID", `{`},
		{"DELETE", "/api/recipes/ID", ""},
		{"PATCH", "/api/recipes/ID", ""},
		{"GET", "/api/nothing", ""},
	} {
		for _, address := range []string{stranger, "", carol} {
			name := fmt.Sprintf("%s %s as %q", route.method, route.path, address)
			if address == stranger {
				if status, body := as(stranger, route.method, strings.Replace(route.path, "ID", theirs, 1), route.body); status != http.StatusForbidden || strings.Contains(body, "zq7") {
					t.Errorf("%s: %d %s", name, status, body)
				}
				continue
			}
			if address == "" || !strings.Contains(route.path, "ID") {
				continue // god mode sees all; what carol may do is below
			}
			status, body := as(carol, route.method, strings.Replace(route.path, "ID", theirs, 1), route.body)
			never, same := as(carol, route.method, strings.Replace(route.path, "ID", nobody, 1), route.body)
			if status < 400 || status != never || body != strings.ReplaceAll(same, nobody, theirs) {
				t.Errorf("%s: %d %s, and for an id that never was %d %s", name, status, body, never, same)
			}
		}
	}
	if status, body := as(carol, "GET", "/api/recipes", ""); status != http.StatusOK || body != "[]" {
		t.Errorf("carol sees %d %s", status, body)
	}
	if status, body := as(carol, "POST", "/api/recipes", `{"title":"zq7 SECRET soup"}`); status != http.StatusConflict || body != `{"error":"zq7 SECRET soup","code":"CONFLICT","free_title":"zq7 SECRET soup (2)"}` {
		t.Errorf("a clash tells %d %s", status, body)
	}
	for _, path := range []string{"/health", "/openapi.json", "/", "/api"} {
		if _, body := as("", "GET", path, ""); strings.Contains(body, "zq7") || strings.Contains(body, theirs) {
			t.Errorf("%s tells %s", path, body)
		}
	}
	if after := s.get(theirs); after.Title != before.Title || after.Description != before.Description {
		t.Errorf("it was changed: %+v", after)
	}
}

// TestScope_tools is the same through recipe-mcp, for a person of each sort.
func TestScope_tools(t *testing.T) {
	t.Parallel()
	s := startFamilies(t)
	of := func(address string) *adapter {
		return startAdapter(t, toAPI(s.base(), "USER_EMAIL="+address)...)
	}
	made := of(" "+strings.ToUpper(alice)).call("create_recipe", args{"title": "zq7 secret soup", "description": "zq7"})
	theirs := decode[recipe](t, made.Body).ID
	expect := func(who string, a *adapter, tool string, with args, kind string) answer {
		t.Helper()
		got := a.call(tool, with)
		if got.Kind != kind {
			t.Errorf("%s, %s: %q %s, want %q", who, tool, got.Kind, got.Message, kind)
		}
		return got
	}
	rows := func(got answer) int { return len(decode[struct{ Recipes []recipe }](t, got.Body).Recipes) }

	in, out := of(bob), of(carol)
	if n := rows(expect("bob", in, "list_recipes", args{}, fine)); n != 1 {
		t.Errorf("bob sees %d recipes", n)
	}
	expect("bob", in, "update_recipe", args{"recipe_id": theirs, "servings": 3}, fine)
	if n := rows(expect("carol", out, "list_recipes", args{}, fine)); n != 0 {
		t.Errorf("carol sees %d recipes", n)
	}
	for _, tool := range []string{"get_recipe", "update_recipe"} {
		with := func(id string) args {
			if tool == "get_recipe" {
				return args{"recipe_id": id}
			}
			return args{"recipe_id": id, "title": "zq7 secret soup"}
		}
		got, never := expect("carol", out, tool, with(theirs), "not_found"), expect("carol", out, tool, with(nobody), "not_found")
		if got.Message != strings.ReplaceAll(never.Message, nobody, theirs) || got.Code != -32001 {
			t.Errorf("%s tells %d %q, and for an id that never was %q", tool, got.Code, got.Message, never.Message)
		}
	}
	if got := expect("carol", out, "create_recipe", args{"title": "zq7 SECRET soup"}, "conflict"); strings.Contains(got.Message, theirs) {
		t.Errorf("a clash tells %q", got.Message)
	}
	expect("carol", out, "create_recipe", args{"title": "zq7 mine"}, fine)

	no := of(stranger)
	expect("stranger", no, "list_recipes", args{}, "forbidden")
	expect("stranger", no, "get_recipe", args{"recipe_id": theirs}, "forbidden")
	expect("stranger", no, "create_recipe", args{"title": "zq7 by a stranger"}, "forbidden")
	expect("stranger", no, "update_recipe", args{"recipe_id": theirs, "servings": 9}, "forbidden")

	wrong := startAdapter(t, toAPI(s.base(), "API_KEY=another-zq7-key-0123")...)
	expect("a wrong key", wrong, "list_recipes", args{}, "unauthorized")
	god := startAdapter(t, "API_BASE_URL="+s.base(), "API_KEY="+apiKey)
	if n := rows(expect("god", god, "list_recipes", args{}, fine)); n != 2 {
		t.Errorf("god sees %d recipes", n)
	}
	if r := s.get(theirs); r.Servings != 3 || r.Title != "zq7 secret soup" {
		t.Errorf("in the end: %+v", r)
	}
}

// TestScope_keys is the same through recipe-mcp with keys of families in the database, where
// not even a title tells anything.
func TestScope_keys(t *testing.T) {
	t.Parallel()
	db := filepath.Join(scratch(t), "recipes.db")
	s := startServer(t, db)
	of := func(name, address string) *adapter {
		key, _, _ := strings.Cut(familyCommand(t, db, "key", "add", name), "\n")
		return startAdapter(t, "API_BASE_URL="+s.base(), "API_KEY="+key, "USER_EMAIL="+address)
	}
	familyCommand(t, db, "add", "smith", "--member", alice, "--member", bob)
	familyCommand(t, db, "add", "jones", "--member", carol, "--recipes", "1")
	in, out := of("smith", alice), of("jones", carol)
	expect := func(a *adapter, tool string, with args, kind string) answer {
		t.Helper()
		got := a.call(tool, with)
		if got.Kind != kind || strings.Contains(got.Message, "zq7 secret") {
			t.Errorf("%s: %q %s, want %q", tool, got.Kind, got.Message, kind)
		}
		return got
	}
	soup := args{"title": "zq7 secret soup", "ingredients": []args{{"name": "zq7 love"}}}
	theirs := decode[recipe](t, expect(in, "create_recipe", soup, fine).Body).ID
	for _, list := range []args{{}, {"query": "soup"}, {"query": "love"}} {
		if got := expect(out, "list_recipes", list, fine); strings.Contains(string(got.Body), "zq7 secret") {
			t.Errorf("%v: %s", list, got.Body)
		}
	}
	for tool, with := range map[string]args{"get_recipe": {}, "update_recipe": {"title": "zq7 mine"}} {
		about := func(id string) answer {
			with["recipe_id"] = id
			return expect(out, tool, with, "not_found")
		}
		if got, never := about(theirs), about(nobody); got.Message != strings.ReplaceAll(never.Message, nobody, theirs) {
			t.Errorf("%s tells %q, and for an id that never was %q", tool, got.Message, never.Message)
		}
	}
	expect(out, "create_recipe", args{"title": "zq7 SECRET soup"}, fine)
	if got := expect(out, "create_recipe", args{"title": "zq7 more"}, "invalid_params"); !strings.Contains(got.Message, "Your family has as many recipes here as it may keep: 1.") {
		t.Errorf("at the limit: %s", got.Message)
	}
	expect(startAdapter(t, "API_BASE_URL="+s.base(), "API_KEY=rv_"+strings.Repeat("A", 26)), "list_recipes", args{}, "unauthorized")
	mixed := familyCommand(t, db, "key", "add", "jones")
	mixed, _, _ = strings.Cut(mixed, "\n")
	expect(startAdapter(t, "API_BASE_URL="+s.base(), "API_KEY="+mixed, "USER_EMAIL="+alice), "list_recipes", args{}, "forbidden")
	if r := s.get(theirs); r.Title != "zq7 secret soup" {
		t.Errorf("in the end: %+v", r)
	}
}

// familyCommand runs recipe-vault family on a file that a server has open.
func familyCommand(t *testing.T, db string, args ...string) string {
	t.Helper()
	out, _ := command(t, 0, db, "recipe-vault", append([]string{"family"}, args...)...)
	return out
}
