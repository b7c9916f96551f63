package vault_test

import (
	"context"
	"database/sql"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// paused is a store whose first write waits in its middle, right before the statement that
// begins as it says, for what another does.
type paused struct {
	vault.Store
	before string
	other  func()
	once   sync.Once
}

// insert stands for [vault.Tx.Insert].
const insert = "insert"

// pausing opens a vault that is paused while f runs, and returns what waits for f's end. Where a file
// has one writer at a time, the write does not wait for f, which waits for the write.
func pausing(t *testing.T, path, before string, f func()) (v *vault.Vault, wait func()) {
	t.Helper()
	done := make(chan struct{})
	other := func() {
		go func() {
			defer close(done)
			f()
		}()
		if onServer(path) {
			<-done
		}
	}
	p := &paused{Store: vault.StoreOf(makeVault(vault.Options{Path: path})), before: before, other: other}
	return open(t, vault.Options{Store: p, Key: serverKey}), func() {
		t.Helper()
		p.once.Do(func() {
			t.Errorf("no statement begins with %q", before)
			close(done)
		})
		<-done
	}
}

func (p *paused) Write(ctx context.Context, f func(vault.Tx) error) error {
	return p.Store.Write(ctx, p.pausing(f))
}

func (p *paused) WriteSerial(ctx context.Context, f func(vault.Tx) error) error {
	return p.Store.WriteSerial(ctx, p.pausing(f))
}

func (p *paused) pausing(f func(vault.Tx) error) func(vault.Tx) error {
	return func(t vault.Tx) error { return f(pausedTx{t, p}) }
}

func (p *paused) at(statement string) {
	if strings.HasPrefix(statement, p.before) {
		p.once.Do(p.other)
	}
}

type pausedTx struct {
	vault.Tx
	store *paused
}

func (t pausedTx) Insert(s vault.Scope, id string, v vault.Values) error {
	t.store.at(insert)
	return t.Tx.Insert(s, id, v)
}

func (t pausedTx) QueryRow(query string, args ...any) *sql.Row {
	t.store.at(query)
	return t.Tx.QueryRow(query, args...)
}

func (t pausedTx) Exec(query string, args ...any) (int64, error) {
	t.store.at(query)
	return t.Tx.Exec(query, args...)
}

// TestFamilies_MemberMeanwhile has someone save a recipe in the moment in which they become a
// member: in the middle of either, the other is done. The recipe is the family's.
func TestFamilies_MemberMeanwhile(t *testing.T) {
	t.Parallel()
	const address = "alice@example.com"
	const added = "SELECT count(*) FROM family_members" // the last statement of an addition
	check := func(t *testing.T, v *vault.Vault) {
		t.Helper()
		f, err := v.Registry().Get(t.Context(), "smith")
		if err != nil || f.Recipes != 1 || f.Bytes != 4 {
			t.Errorf("%+v %v", f, err)
		}
		if left, err := v.Registry().Unowned(t.Context()); err != nil || len(left) > 0 {
			t.Errorf("of no family: %q %v", left, err)
		}
		if got := titles(inProcess(v).with(serverKey).as(address).do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Soup"}) {
			t.Errorf("%q", got)
		}
	}
	add := func(t *testing.T, v *vault.Vault) {
		t.Helper()
		if _, err := v.Registry().Add(t.Context(), family.New{Name: "smith", Members: []string{address}}); err != nil {
			t.Error(err)
		}
	}
	join := func(t *testing.T, v *vault.Vault) {
		t.Helper()
		if _, err := v.Registry().AddMember(t.Context(), "smith", address); err != nil {
			t.Error(err)
		}
	}
	save := func(t *testing.T, v *vault.Vault) {
		t.Helper()
		inProcess(v).with(serverKey).as(address).create(t, `{"title":"Soup"}`)
	}
	restore := func(t *testing.T, v *vault.Vault) {
		t.Helper()
		client{base: "http://vault.invalid", rt: v.RestoringTransport()}.with(serverKey).create(t, `{"title":"Soup","created_by":"`+address+`"}`)
	}
	for name, row := range map[string]struct {
		before     string
		one, other func(*testing.T, *vault.Vault)
		family     bool // it is there before
	}{
		"the first family is added while a recipe is saved":    {insert, save, add, false},
		"a member is added while a recipe is restored":         {insert, restore, join, true},
		"a recipe is saved while the first family is added":    {added, add, save, false},
		"a recipe is restored while a member is added":         {added, join, restore, true},
		"a recipe is restored while the first family is added": {added, add, restore, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, place func() string) {
				path := place()
				v := open(t, vault.Options{Path: path, Key: serverKey})
				if row.family {
					if _, err := v.Registry().Add(t.Context(), family.New{Name: "smith"}); err != nil {
						t.Fatal(err)
					}
				} else { // it knows that there is none
					inProcess(v).with(serverKey).as(address).do(t, "GET", "/api/recipes", "")
				}
				first, wait := pausing(t, path, row.before, func() { row.other(t, v) })
				row.one(t, first)
				wait()
				check(t, open(t, vault.Options{Path: path, Key: serverKey}))
			})
		})
	}
}

// TestFamilies_LastAndNext adds a family in the middle of which the last one is removed. A vault
// that finds none in between lets strangers in for no longer than two seconds after that, though
// it is used all the time and reads that nothing has changed.
func TestFamilies_LastAndNext(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v := open(t, vault.Options{Path: path, Key: serverKey})
		if _, err := v.Registry().Add(t.Context(), family.New{Name: "smith"}); err != nil {
			t.Fatal(err)
		}
		other := open(t, vault.Options{Path: path, Key: serverKey})
		now := time.Now()
		other.SetClock(func() time.Time { return now })
		stranger := inProcess(other).with(serverKey).as("eve@example.com")
		adding, wait := pausing(t, path, "INSERT INTO families", func() {
			if _, err := v.Registry().Remove(t.Context(), "smith", family.Fate{}); err != nil {
				t.Error(err)
			}
			stranger.do(t, "GET", "/api/recipes", "")
		})
		if _, err := adding.Registry().Add(t.Context(), family.New{Name: "jones"}); err != nil {
			t.Fatal(err)
		}
		wait()
		var a answer
		for range 2 {
			now = now.Add(1500 * time.Millisecond)
			a = stranger.do(t, "GET", "/api/recipes", "")
			other.Settle()
		}
		if a.status != 403 {
			t.Errorf("%d %s", a.status, a.body)
		}
		// PostgreSQL may have the addition run again, after the removal. That is luck: each addition
		// changes the version, whatever it sees.
		before := version(t, other)
		if _, err := other.Registry().Add(t.Context(), family.New{Name: "brown"}); err != nil || version(t, other) == before {
			t.Errorf("the version is still %s: %v", before, err)
		}
	})
}

// version is that of the families.
func version(t *testing.T, v *vault.Vault) (version string) {
	t.Helper()
	if err := vault.StoreOf(v).Row(t.Context(), family.LookupVersion, nil, &version); err != nil {
		t.Fatal(err)
	}
	return version
}

// TestFamilies_Followed has another vault change families, and one that hasn't heard of it yet save
// and find recipes where they are, at once.
func TestFamilies_Followed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v, other, later := two(t, place())
		god := inProcess(other).with(serverKey)
		alice, eve := god.as("alice@example.com"), god.as("eve@example.com")
		soup := alice.create(t, `{"title":"Soup"}`)
		status := func(want int, as client, method, path, body string) {
			t.Helper()
			if a := as.do(t, method, "/api/recipes"+path, body); a.status != want {
				t.Errorf("%s %s: %d %s", method, path, a.status, a.body)
			}
		}
		r := v.Registry()
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		list := func(key string) []string {
			t.Helper()
			return titles(inProcess(v).with(key).do(t, "GET", "/api/recipes", "").list(t))
		}
		know := func() { // the other vault knows all that there is
			later(2 * time.Second)
			alice.do(t, "GET", "/api/recipes", "")
			god.do(t, "GET", "/api/recipes", "")
		}

		// The first family: recipes that went to it are still there.
		for _, send := range []func(){
			func() { status(200, alice, "GET", "/"+soup, "") },
			func() { status(200, alice, "PUT", "/"+soup, `{"servings":2}`) },
			func() { status(200, god, "PUT", "/"+soup, `{"servings":3}`) },
			func() { status(403, eve, "GET", "/"+soup, "") },
			func() { status(403, eve, "POST", "", `{"title":"Stranger's"}`) },
		} {
			know()
			_, err := r.Add(t.Context(), family.New{Name: "smith", Members: []string{"alice@example.com"}})
			must(err)
			send()
			_, err = r.Remove(t.Context(), "smith", family.Fate{Release: true})
			must(err)
		}

		// Who goes to another family saves there, and who is in none any more nowhere.
		var keys []string
		for name, members := range map[string][]string{"smith": {"alice@example.com"}, "jones": nil} {
			_, err := r.Add(t.Context(), family.New{Name: name, Members: members})
			must(err)
		}
		for _, name := range []string{"smith", "jones"} {
			key, _, err := r.AddKey(t.Context(), name, "")
			must(err)
			keys = append(keys, key)
		}
		know()
		must(r.RemoveMember(t.Context(), "smith", "alice@example.com"))
		status(403, alice, "POST", "", `{"title":"Stew"}`)
		_, err := r.AddMember(t.Context(), "smith", "alice@example.com")
		must(err)
		know()
		must(r.RemoveMember(t.Context(), "smith", "alice@example.com"))
		_, err = r.AddMember(t.Context(), "jones", "alice@example.com")
		must(err)
		status(201, alice, "POST", "", `{"title":"Pie"}`)
		if smith, jones := list(keys[0]), list(keys[1]); !cmp.Equal(smith, []string{"Soup"}) || !cmp.Equal(jones, []string{"Pie"}) {
			t.Errorf("%q, %q", smith, jones)
		}

		// A family that is removed.
		know()
		status(200, god.with(keys[0]), "GET", "/"+soup, "")
		_, err = r.Remove(t.Context(), "smith", family.Fate{To: "jones"})
		must(err)
		status(401, god.with(keys[0]), "POST", "", `{"title":"Late"}`)
		_, err = r.Remove(t.Context(), "jones", family.Fate{Release: true})
		must(err)
		status(201, alice, "POST", "", `{"title":"Household's"}`)
	})
}

// TestFamilies_BoundsMeanwhile adds the last key that a family may have in the middle of the addition
// of another. One of them is refused.
func TestFamilies_BoundsMeanwhile(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v := open(t, vault.Options{Path: path})
		if _, err := v.Registry().Add(t.Context(), family.New{Name: "smith"}); err != nil {
			t.Fatal(err)
		}
		add := func(v *vault.Vault) error {
			_, _, err := v.Registry().AddKey(t.Context(), "smith", "")
			return err
		}
		for range family.MaxKeys - 1 {
			if err := add(v); err != nil {
				t.Fatal(err)
			}
		}
		var second error
		adding, wait := pausing(t, path, "SELECT count(*) FROM family_keys", func() { second = add(v) })
		first := add(adding)
		wait()
		f, err := v.Registry().Get(t.Context(), "smith")
		if err != nil || len(f.Keys) != family.MaxKeys || (first == nil) == (second == nil) {
			t.Errorf("%d keys: %v, %v, %v", len(f.Keys), first, second, err)
		}
	})
}
