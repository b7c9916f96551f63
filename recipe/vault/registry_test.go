package vault_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

const serverKey = "the-servers-own-key"

// addFamilies adds the families of [twoFamilies] to the database and returns a key of each.
func addFamilies(t *testing.T, v *vault.Vault) (smith, jones string) {
	t.Helper()
	var keys []string
	for name, members := range map[string][]string{"smith": {"alice@example.com", " Bob@Example.com "}, "jones": {"carol@example.com", "kate@example.com"}} {
		if _, err := v.Registry().Add(t.Context(), family.New{Name: name, Members: members}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"smith", "jones"} {
		key, _, err := v.Registry().AddKey(t.Context(), name, "")
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	return keys[0], keys[1]
}

// with returns a client that sends a key.
func (c client) with(key string) client {
	if c.header = c.header.Clone(); c.header == nil {
		c.header = http.Header{}
	}
	c.header.Set("X-API-Key", key)
	return c
}

// TestFamilies_Contract has the contract kept for a family, by two vaults that share a
// database, with a key of the family and with the server's own.
func TestFamilies_Contract(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		smith, _ := addFamilies(t, open(t, vault.Options{Path: path, Key: serverKey}))
		c := replicas(t, path, vault.Options{Key: serverKey})
		for name, as := range map[string]client{
			"a family's key": c.with(smith),
			"god mode":       c.with(serverKey),
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				contract(t, as, ours)
			})
		}
	})
}

// TestFamilies_WhoMayComeIn has every route refuse who is no one here, and no one learn more.
func TestFamilies_WhoMayComeIn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		var log bytes.Buffer
		v := open(t, vault.Options{Path: place(), Key: serverKey, Log: logTo(&log)})
		smith, jones := addFamilies(t, v)
		c := overHTTP(t, v)
		const (
			wrongKey = "Invalid API key"
			stranger = "Your email is not configured for access. Ask whoever runs this server to add it to a family."
		)
		never := family.KeyPrefix + strings.Repeat("A", 26)
		for name, row := range map[string]struct {
			client client
			status int // 0: let in
			text   string
		}{
			"a key that never was":               {c.with(never), 401, wrongKey},
			"that with a member's address":       {c.with(never).as("alice@example.com"), 401, wrongKey},
			"a family's key, cut short":          {c.with(smith[:len(smith)-1]), 401, wrongKey},
			"a family's key":                     {c.with(smith), 0, ""},
			"with a member's address":            {c.with(smith).as(" ALICE@example.com"), 0, ""},
			"with another family's":              {c.with(smith).as("carol@example.com"), 403, stranger},
			"with no one's":                      {c.with(smith).as("eve@example.com"), 403, stranger},
			"with a blank one":                   {c.with(smith).as(" "), 403, stranger},
			"another family's key and address":   {c.with(jones).as("alice@example.com"), 403, stranger},
			"the server's key":                   {c.with(serverKey), 0, ""},
			"with a member's address, of either": {c.with(serverKey).as("carol@example.com"), 0, ""},
			"the server's key, no one's address": {c.with(serverKey).as("eve@example.com"), 403, stranger},
		} {
			for _, r := range everyRoute {
				a := row.client.do(t, r.method, strings.Replace(r.path, "ID", uuid.NewString(), 1), r.body)
				if row.status == 0 {
					if a.status == 401 || a.status == 403 {
						t.Errorf("%s: %s %s: %d %s", name, r.method, r.path, a.status, a.body)
					}
					continue
				}
				if got := a.object(t); a.status != row.status || got["error"] != row.text || len(got) != 1 {
					t.Errorf("%s: %s %s: %d %s", name, r.method, r.path, a.status, a.body)
				}
			}
			if row.status == 401 && v.Admits(row.client.header) || name == "a family's key" && !v.Admits(row.client.header) {
				t.Errorf("%s: admits", name)
			}
		}
		for _, secret := range []string{smith, jones, never, "example.com"} {
			if strings.Contains(strings.ToLower(log.String()), strings.ToLower(secret)) {
				t.Errorf("the log holds %q", secret)
			}
		}
	})
}

// TestFamilies_Scope tries everything one family could do to learn of another's recipe. What
// it gets is, byte for byte, what it gets for an id that never was, and a title that another
// family has is free.
func TestFamilies_Scope(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place(), Key: serverKey})
		smith, jones := addFamilies(t, v)
		c := overHTTP(t, v)
		god, in := c.with(serverKey), c.with(smith).as("alice@example.com")
		theirs := in.create(t, `{"title":"Secret Soup","description":"hidden","ingredients":[{"name":"love"}],"steps":[{"instruction":"stir"}]}`)
		gods := god.create(t, `{"title":"Nobody's Soup"}`)
		before := god.do(t, "GET", "/api/recipes/"+theirs, "").body
		for name, out := range map[string]client{"key": c.with(jones), "key and address": c.with(jones).as("kate@example.com"), "address": god.as("carol@example.com")} {
			never := uuid.NewString()
			for _, id := range []string{theirs, gods} {
				for _, r := range append(everyRoute, struct{ method, path, body string }{"PUT", "/api/recipes/ID", `{"title":"Secret Soup"}`}) {
					if !strings.Contains(r.path, "ID") {
						continue
					}
					got := out.do(t, r.method, "/api/recipes/"+id, r.body)
					want := out.do(t, r.method, "/api/recipes/"+never, r.body)
					want.body = bytes.ReplaceAll(want.body, []byte(never), []byte(id))
					got.header.Del("Date")
					want.header.Del("Date")
					if d := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); d != "" || got.status < 400 {
						t.Errorf("%s: %s %s: %d tells: %s", name, r.method, r.body, got.status, d)
					}
				}
			}
			for _, list := range []string{"/api/recipes", "/api/recipes?limit=5&total=true", "/api/recipes?query=soup", "/api/recipes?query=love&total=true"} {
				if a := out.do(t, "GET", list, ""); string(a.body) != "[]" || a.header.Get("X-Total-Count") > "0" {
					t.Errorf("%s: %s: %s of %s", name, list, a.body, a.header.Get("X-Total-Count"))
				}
			}
			// Their titles are free here, and no others.
			mine := out.create(t, `{"title":"SECRET soup"}`)
			if a := out.do(t, "POST", "/api/recipes", `{"title":"Secret soup"}`); string(a.body) != `{"error":"Secret soup","code":"CONFLICT","free_title":"Secret soup (2)"}` {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
			other := out.create(t, `{"title":"Mine"}`)
			if a := out.do(t, "PUT", "/api/recipes/"+other, `{"title":"Nobody's soup"}`); a.status != 200 {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
			for _, id := range []string{mine, other} {
				if a := out.do(t, "DELETE", "/api/recipes/"+id, ""); a.status != 204 {
					t.Errorf("%s: %d %s", name, a.status, a.body)
				}
			}
		}
		if after := god.do(t, "GET", "/api/recipes/"+theirs, "").body; !bytes.Equal(before, after) {
			t.Errorf("%s\n%s", before, after)
		}
		if got := c.with(smith).do(t, "GET", "/api/recipes?query=love", ""); !strings.Contains(string(got.body), theirs) {
			t.Errorf("its own family sees %s", got.body)
		}
	})
}

// TestFamilies_GodMode has the server's own key see every family's recipes, and change each
// among the titles of its family.
func TestFamilies_GodMode(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place(), Key: serverKey})
		smith, jones := addFamilies(t, v)
		c := inProcess(v)
		god := c.with(serverKey)
		soup := c.with(smith).create(t, `{"title":"Soup"}`)
		c.with(smith).create(t, `{"title":"Pie"}`)
		c.with(jones).create(t, `{"title":"soup"}`)
		god.create(t, `{"title":"SOUP"}`)
		for _, list := range []string{"/api/recipes", "/api/recipes?limit=9"} {
			got := titles(god.do(t, "GET", list, "").list(t))
			if slices.Sort(got[1:]); !cmp.Equal(got, []string{"Pie", "SOUP", "Soup", "soup"}) {
				t.Errorf("%s: %v", list, got)
			}
		}
		if got := god.do(t, "GET", "/api/recipes?limit=1&total=true&query=soup", "").header.Get("X-Total-Count"); got != "3" {
			t.Errorf("%s soups", got)
		}
		if a := god.do(t, "PUT", "/api/recipes/"+soup, `{"title":"pie"}`); a.status != 409 {
			t.Errorf("%d %s", a.status, a.body)
		}
		if a := god.do(t, "PUT", "/api/recipes/"+soup, `{"title":"Stew","description":"d"}`); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
		if got := titles(c.with(smith).do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Pie", "Stew"}) {
			t.Errorf("the family sees %v", got)
		}
		if a := god.do(t, "DELETE", "/api/recipes/"+soup, ""); a.status != 204 {
			t.Errorf("%d %s", a.status, a.body)
		}
		if f, err := v.Registry().Get(t.Context(), "smith"); err != nil || f.Recipes != 1 || f.Bytes != 3 {
			t.Errorf("%+v %v", f, err)
		}
	})
}

// TestFamilies_Rotate has two keys good at the same time, and one no longer than it is said
// once it is revoked, on a vault that isn't the one where that was done.
func TestFamilies_Rotate(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v, other, later := two(t, place())
		old, _ := addFamilies(t, v)
		c := inProcess(other)
		status := func(key string) int { return c.with(key).do(t, "GET", "/api/recipes", "").status }
		r := v.Registry()
		next, _, err := r.AddKey(t.Context(), "smith", "kitchen")
		if err != nil || status(old) != 200 || status(next) != 200 {
			t.Errorf("%d %d %v", status(old), status(next), err)
		}
		f, err := r.Get(t.Context(), "smith")
		if err != nil || len(f.Keys) != 2 {
			t.Fatalf("%+v %v", f, err)
		}
		for _, k := range f.Keys {
			if k.Note == "" {
				if err := r.RevokeKey(t.Context(), "smith", k.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := inProcess(v).with(old).do(t, "GET", "/api/recipes", ""); got.status != 401 {
			t.Errorf("where it was revoked: %d", got.status)
		}
		if later(2 * time.Second); status(old) != 401 || status(next) != 200 {
			t.Errorf("%d %d", status(old), status(next))
		}
		// The same is true of members.
		alice := c.with(serverKey).as("alice@example.com")
		if a := alice.do(t, "GET", "/api/recipes", ""); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
		if err := r.RemoveMember(t.Context(), "smith", "Alice@example.com"); err != nil {
			t.Fatal(err)
		}
		if later(2 * time.Second); alice.do(t, "GET", "/api/recipes", "").status != 403 {
			t.Error("who was removed is let in")
		}
		if _, err := r.AddMember(t.Context(), "jones", "alice@example.com"); err != nil || alice.do(t, "GET", "/api/recipes", "").status != 200 {
			t.Errorf("who was added isn't let in: %v", err)
		}
	})
}

// TestFamilies_Begin adds families to a vault that was one household's. Members keep what they
// have saved, and what no one's is stays for the server's own key.
func TestFamilies_Begin(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place(), Key: serverKey})
		c := inProcess(v).with(serverKey)
		soup := c.as("alice@example.com").create(t, `{"title":"Soup","ingredients":[{"name":"leek"}]}`)
		c.as("left@example.com").create(t, `{"title":"Rice"}`)
		c.create(t, `{"title":"Bread"}`)
		addFamilies(t, v)
		if got := c.as("bob@example.com").do(t, "GET", "/api/recipes/"+soup, "").object(t); got["created_by"] != "alice@example.com" {
			t.Errorf("%v", got)
		}
		if a := c.as("left@example.com").do(t, "GET", "/api/recipes", ""); a.status != 403 {
			t.Errorf("%d %s", a.status, a.body)
		}
		r := v.Registry()
		f, err := r.Get(t.Context(), "smith")
		if err != nil || f.Recipes != 1 || f.Bytes != int64(len("Soupleek")) {
			t.Errorf("%+v %v", f, err)
		}
		// A title that the family has already stays where it is.
		c.as("bob@example.com").create(t, `{"title":"rice"}`)
		joined, err := r.AddMember(t.Context(), "smith", "left@example.com")
		if d := cmp.Diff(family.Joined{Left: []string{"Rice"}}, joined); d != "" || err != nil {
			t.Errorf("%s %v", d, err)
		}
		if got, err := r.Unowned(t.Context()); err != nil || !cmp.Equal(got, []string{"Bread", "Rice"}) {
			t.Errorf("%v %v", got, err)
		}
		joined, err = r.Adopt(t.Context(), "jones", "kate@example.com")
		if err != nil || joined.Recipes != 2 || len(titles(c.as("carol@example.com").do(t, "GET", "/api/recipes", "").list(t))) != 2 {
			t.Errorf("%+v %v", joined, err)
		}
	})
}

// TestFamilies_Remove holds that nothing that was saved is lost unless it was said, and that
// what becomes of it is done.
func TestFamilies_Remove(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place(), Key: serverKey})
		smith, jones := addFamilies(t, v)
		c := inProcess(v)
		r := v.Registry()
		soup := c.with(smith).create(t, `{"title":"Soup"}`)
		mine := c.with(jones).create(t, `{"title":"soup"}`)
		for fate, want := range map[family.Fate]family.Kind{
			{}:                          family.Conflict,
			{To: "jones"}:               family.Conflict, // the title is taken
			{To: "smith"}:               family.Invalid,
			{To: "nobody"}:              family.NotFound,
			{To: "jones", Delete: true}: family.Invalid,
		} {
			_, err := r.Remove(t.Context(), "smith", fate)
			if e, ok := errors.AsType[*family.Error](err); !ok || e.Kind != want {
				t.Errorf("%+v: %v", fate, err)
			}
		}
		if a := c.with(smith).do(t, "GET", "/api/recipes/"+soup, ""); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		c.with(jones).do(t, "PUT", "/api/recipes/"+mine, `{"title":"Stew"}`)
		if n, err := r.Remove(t.Context(), "smith", family.Fate{To: "jones"}); n != 1 || err != nil {
			t.Errorf("%d %v", n, err)
		}
		if a := c.with(smith).do(t, "GET", "/api/recipes", ""); a.status != 401 {
			t.Errorf("its key: %d %s", a.status, a.body)
		}
		if got := titles(c.with(jones).do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Soup", "Stew"}) {
			t.Errorf("%v", got)
		}
		if f, err := r.Get(t.Context(), "jones"); err != nil || f.Recipes != 2 || f.Bytes != 8 {
			t.Errorf("%+v %v", f, err)
		}
		if _, err := r.Add(t.Context(), family.New{Name: "brown"}); err != nil {
			t.Fatal(err)
		}
		brown, _, err := r.AddKey(t.Context(), "brown", "")
		if err != nil {
			t.Fatal(err)
		}
		c.with(brown).create(t, `{"title":"Apple cake"}`)
		if n, err := r.Remove(t.Context(), "brown", family.Fate{Delete: true}); n != 1 || err != nil {
			t.Errorf("%d %v", n, err)
		}
		if n, err := r.Remove(t.Context(), "jones", family.Fate{Release: true}); n != 2 || err != nil {
			t.Errorf("%d %v", n, err)
		}
		// There is one household again.
		if got := titles(c.with(serverKey).as("anyone@example.com").do(t, "GET", "/api/recipes?query=soup", "").list(t)); !cmp.Equal(got, []string{"Soup"}) {
			t.Errorf("%v", got)
		}
	})
}

// TestFamilies_Limits has many vaults and requests at the same time meet a limit exactly, and
// what is refused leave nothing.
func TestFamilies_Limits(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v := open(t, vault.Options{Path: path, Key: serverKey})
		smith, jones := addFamilies(t, v)
		r := v.Registry()
		ten := int64(10)
		if _, err := r.Limit(t.Context(), "smith", &ten, nil); err != nil {
			t.Fatal(err)
		}
		c := replicas(t, path, vault.Options{Key: serverKey}).with(smith)
		var made, refused atomic.Int64
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				a := c.do(t, "POST", "/api/recipes", fmt.Sprintf(`{"title":"Soup %02d","ingredients":[{"name":"leek"}]}`, i))
				switch {
				case a.status == 201:
					made.Add(1)
				case a.status == 422 && strings.Contains(string(a.body), `Your family has as many recipes here as it may keep: 10.`) && strings.Contains(string(a.body), `"code":"LIMIT_REACHED"`):
					refused.Add(1)
				default:
					t.Errorf("%d %s", a.status, a.body)
				}
			})
		}
		wg.Wait()
		list := c.do(t, "GET", "/api/recipes", "").list(t)
		if made.Load() != 10 || refused.Load() != 6 || len(list) != 10 {
			t.Errorf("%d made, %d refused, %d there", made.Load(), refused.Load(), len(list))
		}
		if f, err := r.Get(t.Context(), "smith"); err != nil || f.Recipes != 10 || f.Bytes != 110 {
			t.Errorf("%+v %v", f, err)
		}
		// Another family isn't concerned, and one that is full reads, changes and deletes.
		c.with(jones).create(t, `{"title":"Soup"}`)
		id := list[0]["id"].(string)
		bytes := int64(112)
		if _, err := r.Limit(t.Context(), "smith", nil, &bytes); err != nil {
			t.Fatal(err)
		}
		if a := c.do(t, "PUT", "/api/recipes/"+id, `{"description":"ab"}`); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
		a := c.do(t, "PUT", "/api/recipes/"+id, `{"description":"abc","steps":[{"instruction":"x"}]}`)
		if a.status != 422 || !strings.Contains(string(a.body), "112 bytes") {
			t.Errorf("%d %s", a.status, a.body)
		}
		if got := c.do(t, "GET", "/api/recipes/"+id, "").object(t); got["description"] != "ab" || len(got["steps"].([]any)) != 0 {
			t.Errorf("%v", got)
		}
		one := int64(1)
		if _, err := r.Limit(t.Context(), "smith", &one, &one); err != nil {
			t.Fatal(err)
		}
		if a := c.do(t, "PUT", "/api/recipes/"+id, `{"description":"b","ingredients":[]}`); a.status != 200 {
			t.Errorf("less than before, though over the limit: %d %s", a.status, a.body)
		}
		for _, row := range list {
			if a := c.do(t, "DELETE", "/api/recipes/"+row["id"].(string), ""); a.status != 204 {
				t.Errorf("%d %s", a.status, a.body)
			}
		}
		if f, err := r.Get(t.Context(), "smith"); err != nil || f.Recipes != 0 || f.Bytes != 0 {
			t.Errorf("%+v %v", f, err)
		}
	})
}

// TestFamilies_LimitsOfWhatComes has recipes that come with a member, or from another family, keep the
// limits of the family that gets them, or nothing change.
func TestFamilies_LimitsOfWhatComes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place(), Key: serverKey})
		c := inProcess(v).with(serverKey)
		c.as("new@example.com").create(t, `{"title":"Soup"}`)
		c.as("new@example.com").create(t, `{"title":"Stew"}`)
		smith, jones := addFamilies(t, v)
		c.with(smith).create(t, `{"title":"Pie"}`)
		c.with(jones).create(t, `{"title":"Rice"}`)
		c.with(jones).create(t, `{"title":"Bread"}`)
		r := v.Registry()
		two, eight, none := int64(2), int64(8), int64(0)
		join := func() error {
			_, err := r.AddMember(t.Context(), "smith", "new@example.com")
			return err
		}
		for name, do := range map[string]func() error{
			"a member": join,
			"a file": func() error {
				_, _, err := r.Import(t.Context(), []family.New{{Name: "smith", Members: []string{"new@example.com"}}})
				return err
			},
			"a new family": func() error {
				_, err := r.Add(t.Context(), family.New{Name: "brown", Members: []string{"new@example.com"}, Limits: family.Limits{Recipes: 1}})
				return err
			},
			"an adoption": func() error {
				_, err := r.Adopt(t.Context(), "smith", "alice@example.com")
				return err
			},
			"a removal": func() error {
				_, err := r.Remove(t.Context(), "jones", family.Fate{To: "smith"})
				return err
			},
		} {
			for _, limit := range []struct{ recipes, bytes *int64 }{{&two, &none}, {&none, &eight}} {
				if _, err := r.Limit(t.Context(), "smith", limit.recipes, limit.bytes); err != nil {
					t.Fatal(err)
				}
				if e, ok := errors.AsType[*family.Error](do()); !ok || e.Kind != family.Conflict || !strings.Contains(e.Message, "raise the limit first") {
					t.Errorf("%s: %v", name, e)
				}
				if got := titles(c.with(smith).do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Pie"}) {
					t.Errorf("%s: %q", name, got)
				}
			}
		}
		if _, err := r.Limit(t.Context(), "smith", &none, &none); err != nil {
			t.Fatal(err)
		}
		if err := join(); err != nil {
			t.Error(err)
		}
		// Those who bring nothing come to a family that has more than it may.
		if _, err := r.Limit(t.Context(), "smith", &two, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := r.AddMember(t.Context(), "smith", "other@example.com"); err != nil {
			t.Error(err)
		}
		if f, err := r.Get(t.Context(), "smith"); err != nil || f.Recipes != 3 || f.Bytes != 11 {
			t.Errorf("%+v %v", f, err)
		}
	})
}

// TestFamilies_File has the families of a file count as long as the database has none.
func TestFamilies_File(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place(), Families: loadFamilies(t, twoFamilies)})
		c := inProcess(v)
		c.as("alice@example.com").create(t, `{"title":"Soup"}`)
		c.as("carol@example.com").create(t, `{"title":"Pie"}`)
		if _, err := v.Registry().Add(t.Context(), family.New{Name: "brown", Members: []string{"bea@example.com"}}); err != nil {
			t.Fatal(err)
		}
		if a := c.as("alice@example.com").do(t, "GET", "/api/recipes", ""); a.status != 403 {
			t.Errorf("%d %s", a.status, a.body)
		}
		added, joined, err := v.Registry().Import(t.Context(), []family.New{
			{Name: "smith", Members: []string{"alice@example.com", "bob@example.com"}}, {Name: "jones", Members: []string{"carol@example.com"}}})
		if added != 2 || joined.Recipes != 2 || err != nil {
			t.Errorf("%d %+v %v", added, joined, err)
		}
		if got := titles(c.as("bob@example.com").do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Soup"}) {
			t.Errorf("%v", got)
		}
		// All of it or nothing.
		_, _, err = v.Registry().Import(t.Context(), []family.New{{Name: "green"}, {Name: "smith", Members: []string{"carol@example.com"}}})
		if e, ok := errors.AsType[*family.Error](err); !ok || e.Kind != family.Conflict {
			t.Errorf("%v", err)
		}
		if list, err := v.Registry().List(t.Context(), "", 9); err != nil || len(list) != 3 {
			t.Errorf("%+v %v", list, err)
		}
	})
}

// TestFamilies_Restored brings recipes back to the families of their authors.
func TestFamilies_Restored(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place(), Key: serverKey})
		_, jones := addFamilies(t, v)
		in := client{base: "http://vault.invalid", rt: v.RestoringTransport()}.with(serverKey)
		in.create(t, `{"title":"Soup","created_by":"carol@example.com"}`)
		in.create(t, `{"title":"Soup","created_by":"left@example.com"}`)
		if got := titles(inProcess(v).with(jones).do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Soup"}) {
			t.Errorf("%v", got)
		}
	})
}

// TestFamilies_LastUsed notes the day on which a key was used.
func TestFamilies_LastUsed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v := makeVault(vault.Options{Path: path, Key: serverKey})
		v.SetClock(func() time.Time { return time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC) })
		smith, _ := addFamilies(t, v)
		inProcess(v).with(smith).do(t, "GET", "/api/recipes", "")
		if err := v.Close(); err != nil { // it waits for the note
			t.Fatal(err)
		}
		f, err := open(t, vault.Options{Path: path}).Registry().Get(t.Context(), "smith")
		if err != nil || len(f.Keys) != 1 || f.Keys[0].LastUsed != "2026-03-01" {
			t.Errorf("%+v %v", f, err)
		}
	})
}
