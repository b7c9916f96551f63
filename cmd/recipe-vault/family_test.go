package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// must runs a command that must succeed, and returns what it prints.
func (h *home) must(args ...string) string {
	h.t.Helper()
	got := h.run(args...)
	if got.code != exitOK {
		h.t.Fatalf("%s: %+v", strings.Join(args, " "), got)
	}
	return got.stdout
}

// TestFamily has an operator look after families while a server runs, which follows.
func TestFamily(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	path := strings.TrimPrefix(h.env["DATABASE_URL"], "sqlite:")
	s := start(t, path, "API_KEY="+homeKey)
	s.key = homeKey
	if status, body, err := s.Do(t.Context(), "POST", "/api/recipes", `{"title":"Soup"}`, "X-API-Key", homeKey, "X-User-Email", "alice@example.com"); status != 201 {
		t.Fatal(status, body, err)
	}
	want := "Added the family smith with 2 members.\n1 recipe that they saved before came with them.\n" +
		"Its programs need a key: recipe-vault family key add smith prints one.\n"
	if got := h.must("family", "add", "smith", "--member", "Alice@example.com", "--member", "bob@example.com"); got != want {
		t.Errorf("%q", got)
	}
	h.must("family", "add", "jones", "--recipes", "1")
	if got := h.must("family", "member", "add", "jones", "carol@example.com"); got != "carol@example.com is a member of the family jones.\n" {
		t.Errorf("%q", got)
	}
	var keys []string
	for _, name := range []string{"smith", "jones"} {
		keys = append(keys, strings.TrimSpace(h.must("family", "key", "add", name, "--note", "kitchen")))
	}
	for i, want := range []string{`"Soup"`, `[]`} {
		status, body, err := s.Do(t.Context(), "GET", "/api/recipes", "", "X-API-Key", keys[i])
		if status != 200 || !strings.Contains(body, want) || err != nil {
			t.Errorf("key %d: %d %s %v", i, status, body, err)
		}
	}
	for _, create := range []struct {
		title string
		want  int
	}{{"Soup", 201}, {"Stew", 422}} { // one is the limit
		if got, body, err := s.Do(t.Context(), "POST", "/api/recipes", `{"title":"`+create.title+`"}`, "X-API-Key", keys[1]); got != create.want || err != nil {
			t.Errorf("%s: %d %s %v", create.title, got, body, err)
		}
	}
	if got := h.must("family", "limit", "jones", "--bytes", "9"); got != "Recipes of the family jones: 1 of 1; bytes: 4 of 9.\n" {
		t.Errorf("%q", got)
	}
	if got := h.must("families", "list"); !strings.HasPrefix(got, "FAMILY  RECIPES  BYTES   SINCE\njones   1 of 1   4 of 9  ") || !strings.Contains(got, "\nsmith   1        4       ") {
		t.Errorf("%q", got)
	}
	show := h.must("family", "show", "smith")
	if !strings.HasPrefix(show, "Recipes of the family smith: 1; bytes: 4.\nMembers:\n  alice@example.com\n  bob@example.com\nKEY ") || strings.Contains(show, keys[0]) {
		t.Errorf("%q", show)
	}
	list := strings.Fields(h.must("family", "key", "list", "smith"))
	if len(list) != 9 || list[8] != "kitchen" {
		t.Fatalf("%q", list)
	}
	h.must("family", "key", "revoke", "smith", list[5])
	h.must("family", "member", "remove", "smith", "bob@example.com")
	for want, args := range map[string]string{
		`there is no family with the name "brown"; recipe-vault family list lists those there are`:                                                 "show brown",
		`there is a family with the name "smith" already`:                                                                                          "add smith",
		"the address \"carol@example.com\" is in another family, \"jones\"; remove it there first":                                                 "member add smith carol@example.com",
		`the address "carol": this is not an e-mail address`:                                                                                       "member add smith carol",
		`this address is not one of a member of the family "smith"; recipe-vault family show lists those there are`:                                "member remove smith eve@example.com",
		`the family "smith" has no key with that id; recipe-vault family show lists those there are`:                                               "key revoke smith 12345678",
		"the family has 1 recipe, and nothing was removed; say what becomes of them with --move-recipes-to, --release-recipes or --delete-recipes": "remove smith",
		"nothing was removed: where the recipes go, some of their titles are taken; rename those first\n  Soup":                                    "remove smith --move-recipes-to jones",
		"a limit must be 0, which is none, or more":                                                                                                "limit smith --recipes -1",
	} {
		if got := h.run(append([]string{"family"}, strings.Fields(args)...)...); got.code != exitFailed || got.stderr != "recipe-vault: "+want+"\n" {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if got := h.must("family", "remove", "jones", "--delete-recipes"); got != "Removed the family jones. 1 recipe was deleted.\n" {
		t.Errorf("%q", got)
	}
	if got := h.must("family", "remove", "smith", "--release-recipes"); !strings.HasPrefix(got, "Removed the family smith. 1 recipe belongs to no family now. The database has no families any more") {
		t.Errorf("%q", got)
	}
}

// TestFamily_Import brings the families of a file into the database, whose families count
// then, and gives what is no one's to one of them.
func TestFamily_Import(t *testing.T) {
	t.Parallel()
	h := firstRelease(t, [2]string{"Soup", ""}, [2]string{"Rice", "alice@example.com"}, [2]string{"Pie", "carol@example.com"})
	file := h.file("families.yaml", smithAndJones)
	h.env["FAMILIES_CONFIG_PATH"] = file
	if got := h.run("family", "add", "brown"); got.code != exitUsage || !strings.Contains(got.stderr, "recipe-vault family import") {
		t.Errorf("%+v", got)
	}
	want := "Added 1 family, and the members of all 1 in the file.\n1 recipe that they saved before came with them.\nThe server does not read the file any more: unset FAMILIES_CONFIG_PATH.\n"
	if got := h.must("family", "import", h.file("one.yaml", "families:\n  smith: {members: [alice@example.com]}\n")); got != want {
		t.Errorf("%q", got)
	}
	if got := h.run("family", "import", file); got.code != exitFailed || !strings.Contains(got.stderr, "visible characters") {
		t.Errorf("a name that can't be seen: %+v", got)
	}
	h.must("family", "import", h.file("two.yaml", "families:\n  smith: {members: [alice@example.com, bob@example.com]}\n  jones: {members: [carol@example.com]}\n"))
	if got := h.run("family", "adopt", "--family", "smith"); got.code != exitUsage {
		t.Errorf("%+v", got)
	}
	if got := h.must("family", "adopt", "--family", "smith", "--member", "bob@example.com"); got != "1 recipe was adopted by bob@example.com, of the family smith.\n" {
		t.Errorf("%q", got)
	}
	path := strings.TrimPrefix(h.env["DATABASE_URL"], "sqlite:")
	s := start(t, path, "API_KEY="+homeKey, "FAMILIES_CONFIG_PATH="+file)
	if log := s.Log.String(); !strings.Contains(log, "FAMILIES_CONFIG_PATH is not used") || strings.Contains(log, "no family sees") {
		t.Errorf("%s", log)
	}
	if got := h.with("API_BASE_URL", "http://"+s.Address, "API_KEY", homeKey, "USER_EMAIL", "alice@example.com").run("export"); strings.Count(got.stdout, `"title"`) != 2 {
		t.Errorf("%+v", got)
	}
}

// TestServer_Admin has the API for families there with a key of its own, and not without one.
func TestServer_Admin(t *testing.T) {
	t.Parallel()
	const adminKey, path = "the-key-of-the-operator", "/api/admin/families"
	s := start(t, filepath.Join(t.TempDir(), "recipes.db"), "API_KEY="+homeKey, "ADMIN_KEY="+adminKey)
	s.key = homeKey
	s.expect(t, 401, "GET", path, "")
	s.key = adminKey
	s.expect(t, 401, "GET", "/api/recipes", "")
	s.expect(t, 201, "POST", path, `{"name":"smith","members":["alice@example.com"]}`)
	if got := s.expect(t, 200, "GET", path+"/smith", ""); !strings.Contains(got, `"members":["alice@example.com"]`) {
		t.Error(got)
	}
	if log := s.Log.String(); strings.Contains(log, adminKey) || strings.Contains(log, "alice") {
		t.Error(log)
	}
	without := start(t, filepath.Join(t.TempDir(), "recipes.db"), "API_KEY="+homeKey)
	without.key = homeKey
	without.expect(t, 404, "GET", path, "")
	h := embedded(t)
	for want, env := range map[string][]string{
		"ADMIN_KEY must have at least 16 characters": {"ADMIN_KEY", "short"},
		"ADMIN_KEY must not be the key in API_KEY":   {"API_KEY", homeKey, "ADMIN_KEY", homeKey},
		"ADMIN_KEY is for families in the database":  {"ADMIN_KEY", adminKey, "FAMILIES_CONFIG_PATH", h.file("families.yaml", smithAndJones)},
	} {
		if got := h.with(env...).run(); got.code != exitUsage || !strings.Contains(got.stderr, want) {
			t.Errorf("%v: %+v", env, got)
		}
	}
}
