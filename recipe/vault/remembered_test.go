package vault_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/token"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// lookups is a store that says which statements are read outside transactions, and fails them
// as it is told. The version is read when it may, which is once the request that has it read is
// answered.
type lookups struct {
	vault.Store
	read chan string
	may  chan struct{}
	fail error
}

func (l *lookups) Row(ctx context.Context, query string, args []any, into ...any) error {
	if query == family.LookupVersion {
		select {
		case <-l.may:
		case <-ctx.Done():
		}
	}
	err := l.fail
	if err == nil {
		err = l.Store.Row(ctx, query, args, into...)
	}
	l.read <- query
	return err
}

// TestFamilies_Remembered has a vault look a key up once for as long as no family changes, and
// again as soon as it can't know that.
func TestFamilies_Remembered(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v := open(t, vault.Options{Path: path, Key: serverKey})
		smith, jones := addFamilies(t, v)
		store := &lookups{Store: vault.StoreOf(makeVault(vault.Options{Path: path})), read: make(chan string, 9), may: make(chan struct{}, 1)}
		other := open(t, vault.Options{Store: store, Key: serverKey})
		start := time.Now()
		now := start
		other.SetClock(func() time.Time { return now })
		c := inProcess(other)
		at := func(after time.Duration, key string, status int, reads ...string) {
			t.Helper()
			now = start.Add(after)
			if got := c.with(key).do(t, "GET", "/api/recipes", ""); got.status != status {
				t.Errorf("after %v: %d %s", after, got.status, got.body)
			}
			if slices.Contains(reads, family.LookupVersion) {
				store.may <- struct{}{}
			}
			other.Settle()
			var got []string
			for len(store.read) > 0 {
				got = append(got, <-store.read)
			}
			if !slices.Equal(got, reads) {
				t.Fatalf("after %v: %q, want %q", after, got, reads)
			}
		}
		at(0, smith, 200, family.LookupKey)
		at(0, jones, 200, family.LookupKey)
		at(900*time.Millisecond, smith, 200)
		at(1500*time.Millisecond, smith, 200, family.LookupVersion)
		at(2400*time.Millisecond, jones, 200)
		at(3*time.Second, jones, 200, family.LookupVersion)

		// After a change each is looked up once more, also if it has let someone in: a database can be
		// restored to a moment before.
		if _, err := v.Registry().AddMember(t.Context(), "smith", "new@example.com"); err != nil {
			t.Fatal(err)
		}
		at(4*time.Second, jones, 200, family.LookupVersion)
		at(4*time.Second, smith, 200, family.LookupKey)
		at(4*time.Second, smith, 200)
		at(4*time.Second, jones, 200, family.LookupKey)
		at(4*time.Second, jones, 200)
		f, err := v.Registry().Get(t.Context(), "smith")
		if err == nil {
			err = v.Registry().RevokeKey(t.Context(), "smith", f.Keys[0].ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		at(5*time.Second, jones, 200, family.LookupVersion)
		at(5*time.Second, smith, 401, family.LookupKey)
		at(5*time.Second, jones, 200, family.LookupKey)
		at(5*time.Second, jones, 200)

		// A version that can't be read is good for no longer than two seconds.
		store.fail = errors.New("away")
		at(6900*time.Millisecond, jones, 200, family.LookupVersion)
		store.fail = nil
		at(7*time.Second, jones, 200, family.LookupKey)

		// What was changed by hand counts after a while, whatever the version.
		last := 7 * time.Second
		for last < 10*time.Minute {
			last += 1500 * time.Millisecond
			at(last, jones, 200, family.LookupVersion)
		}
		at(last+500*time.Millisecond, jones, 200)
		at(607*time.Second, jones, 200, family.LookupKey)
	})
}

// TestFamilies_RestoredInPlace puts the families of an earlier moment back into a database that is in
// use, as pg_restore does. Who was added since is let in no longer.
func TestFamilies_RestoredInPlace(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v, other, later := two(t, path)
		smith, _ := addFamilies(t, v)
		r := v.Registry()
		add := map[string]func() (client, error){
			"a key": func() (client, error) {
				key, _, err := r.AddKey(t.Context(), "smith", "")
				return inProcess(other).with(key), err
			},
			"a member": func() (client, error) {
				_, err := r.AddMember(t.Context(), "smith", "late@example.com")
				return inProcess(other).with(serverKey).as("late@example.com"), err
			},
			"a member of a file": func() (client, error) {
				_, _, err := r.Import(t.Context(), []family.New{{Name: "smith", Members: []string{"late@example.com"}}})
				return inProcess(other).with(serverKey).as("late@example.com"), err
			},
		}
		for name, add := range add {
			before := version(t, v)
			late, err := add()
			if err != nil {
				t.Fatal(err)
			}
			later(2 * time.Second)
			if a := late.do(t, "GET", "/api/recipes", ""); a.status != 200 {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
			other.Settle()
			db := rawDB(t, path)
			execSQL(t, db, fmt.Sprintf(`DELETE FROM family_members WHERE address = 'late@example.com'; UPDATE family_version SET version = '%s'`, before))
			execSQL(t, db, fmt.Sprintf(`DELETE FROM family_keys WHERE family = (SELECT id FROM families WHERE name = 'smith') AND hash <> '%s'`, token.Hash(smith)))
			for range 2 { // what is remembered is used all the time
				later(1500 * time.Millisecond)
				inProcess(other).with(smith).do(t, "GET", "/api/recipes", "")
				other.Settle()
			}
			if a := late.do(t, "GET", "/api/recipes", ""); a.status != 401 && a.status != 403 {
				t.Errorf("%s, after the restore: %d %s", name, a.status, a.body)
			}
			if a := inProcess(other).with(smith).do(t, "GET", "/api/recipes", ""); a.status != 200 {
				t.Errorf("%s, another: %d %s", name, a.status, a.body)
			}
		}
	})
}
