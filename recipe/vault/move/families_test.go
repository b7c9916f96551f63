package move_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/move"
)

// registered are families with all that they have.
func registered(t *testing.T, s vault.Store) (all []family.Family) {
	t.Helper()
	r := vault.New(vault.Options{Store: s}).Registry()
	list, err := r.List(t.Context(), "", 99)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if f, err = r.Get(t.Context(), f.Name); err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

// changes are what someone does to the families in a store, which has those of [withFamilies].
var changes = map[string]func(context.Context, *family.Registry) error{
	"a member is removed": func(ctx context.Context, r *family.Registry) error {
		return r.RemoveMember(ctx, "smith", "alice@example.com")
	},
	"a key is revoked": func(ctx context.Context, r *family.Registry) error {
		f, err := r.Get(ctx, "smith")
		if err == nil {
			err = r.RevokeKey(ctx, "smith", f.Keys[0].ID)
		}
		return err
	},
	"a family is removed": func(ctx context.Context, r *family.Registry) error {
		_, err := r.Remove(ctx, "jones", family.Fate{})
		return err
	},
	"a limit is lowered": func(ctx context.Context, r *family.Registry) error {
		bytes := int64(2_000_000)
		_, err := r.Limit(ctx, "jones", nil, &bytes)
		return err
	},
	"a member goes to another family": func(ctx context.Context, r *family.Registry) error {
		err := r.RemoveMember(ctx, "smith", "alice@example.com")
		if err == nil {
			_, err = r.AddMember(ctx, "jones", "alice@example.com")
		}
		return err
	},
}

// emptied: who was removed from a store doesn't come back, even if no one and nothing is left there.
func emptied(t *testing.T, a, b stores) {
	for when, begin := range map[string]func(t *testing.T, from, to vault.Store){
		"a move was finished": func(t *testing.T, from, to vault.Store) { t.Helper(); run(t, from, to) },
		"a move was interrupted before the first recipe": func(t *testing.T, from, to vault.Store) {
			t.Helper()
			if _, err := move.Run(t.Context(), move.Options{From: from, To: refusing{to, record(0).ID}}); !errors.Is(err, errRefused) {
				t.Fatal(err)
			}
		},
	} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			from, to := a(t), b(t)
			withFamilies(t, from, 1)
			begin(t, from, to)
			r := vault.New(vault.Options{Store: to}).Registry()
			for _, f := range registered(t, to) {
				if _, err := r.Remove(t.Context(), f.Name, family.Fate{}); err != nil {
					t.Fatal(err)
				}
			}
			err := to.Write(t.Context(), func(tx vault.Tx) error {
				_, err := tx.Delete(vault.Scope{}, record(0).ID)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			refused(t, from, to, "families, members, keys or limits were changed")
			if got := registered(t, to); len(got) > 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// many are more recipes than are moved at once.
const many = 210

// withFamilies fills a store with families, and n recipes of none.
func withFamilies(t *testing.T, s vault.Store, n int) *family.Registry {
	t.Helper()
	filled(t, s, n)
	r := vault.New(vault.Options{Store: s}).Registry()
	for _, f := range []family.New{
		{Name: "smith", Members: []string{"alice@example.com", "bob@example.com"}},
		{Name: "jones", Members: []string{"carol@example.com"}, Limits: family.Limits{Bytes: 3_000_000}},
	} {
		if _, err := r.Add(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := r.AddKey(t.Context(), "smith", "kitchen"); err != nil {
		t.Fatal(err)
	}
	return r
}

// familiesUsed: once families were copied, what is changed of them where they go is neither undone
// nor overwritten, whether the move was finished or not, or goes on at that moment.
func familiesUsed(t *testing.T, from, to stores) {
	for what, change := range changes {
		for when, test := range map[string]func(t *testing.T, from, to vault.Store, change func()){
			"a move was interrupted": func(t *testing.T, from, to vault.Store, change func()) {
				t.Helper()
				interrupt(t, from, to)
				change()
				refused(t, from, to, touchedThere)
			},
			"a move goes on": func(t *testing.T, from, to vault.Store, change func()) {
				t.Helper()
				interrupt(t, from, to)
				refused(t, from, &edited{Store: to, edit: change}, touchedThere)
			},
			"a move was finished": func(t *testing.T, from, to vault.Store, change func()) {
				t.Helper()
				run(t, from, to)
				change()
				refused(t, from, to, "families, members, keys or limits were changed")
			},
		} {
			t.Run(when+", "+what, func(t *testing.T) {
				t.Parallel()
				from, to := from(t), to(t)
				withFamilies(t, from, many)
				var after []family.Family
				test(t, from, to, func() {
					if err := change(t.Context(), vault.New(vault.Options{Store: to}).Registry()); err != nil {
						t.Fatal(err)
					}
					after = registered(t, to)
				})
				if d := cmp.Diff(after, registered(t, to)); d != "" || len(after) == 0 {
					t.Error(d)
				}
			})
		}
	}
}

const touchedThere = "families, members, keys or limits were changed or removed in the database to move to"

// changesThere are what else someone may do to the families that are moved.
var changesThere = map[string]func(context.Context, *family.Registry) error{
	"a member joins": func(ctx context.Context, r *family.Registry) error {
		_, err := r.AddMember(ctx, "jones", "dan@example.com")
		return err
	},
	"a family is removed and added again": func(ctx context.Context, r *family.Registry) error {
		_, err := r.Remove(ctx, "smith", family.Fate{Release: true})
		if err == nil {
			_, err = r.Add(ctx, family.New{Name: "smith", Members: []string{"bob@example.com"}})
		}
		return err
	},
	"a member goes to another family and the first is removed": func(ctx context.Context, r *family.Registry) error {
		err := changes["a member goes to another family"](ctx, r)
		if err == nil {
			_, err = r.Remove(ctx, "smith", family.Fate{Delete: true})
		}
		return err
	},
	"all are removed": func(ctx context.Context, r *family.Registry) error {
		_, err := r.Remove(ctx, "smith", family.Fate{Release: true})
		if err == nil {
			_, err = r.Remove(ctx, "jones", family.Fate{})
		}
		return err
	},
}

// ofSmith gives some of the recipes in a store to a family, those that are moved first among them.
func ofSmith(t *testing.T, s vault.Store) {
	t.Helper()
	of := vault.New(vault.Options{Store: s}).Registry()
	f, err := of.Get(t.Context(), "smith")
	if err != nil {
		t.Fatal(err)
	}
	all := ordered(many)
	for i := range all[:5] {
		all[i].Family = f.ID
		remove(t, s, all[i].ID)
	}
	put(t, s, all[:5]...)
}

// familiesChanged: what changes of families in the store that is moved comes along when an
// interrupted move goes on, and what was copied and is there no longer goes.
func familiesChanged(t *testing.T, a, b stores) {
	all := maps.Clone(changes)
	maps.Copy(all, changesThere)
	for what, change := range all {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			from, to := a(t), b(t)
			r := withFamilies(t, from, many)
			ofSmith(t, from)
			interrupt(t, from, to)
			if err := change(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			before := version(t, to)
			run(t, from, to)
			if d := cmp.Diff(registered(t, from), registered(t, to)); d != "" {
				t.Error(d)
			}
			if version(t, to) == before {
				t.Error("a vault that serves the families goes on with what it knew")
			}
			run(t, from, to)
		})
	}
	for what, use := range map[string]func(context.Context, *family.Registry) error{
		"and someone joined it there": func(ctx context.Context, r *family.Registry) error {
			_, err := r.AddMember(ctx, "smith", "dan@example.com")
			return err
		},
		"and limited there": func(ctx context.Context, r *family.Registry) error {
			most := int64(9)
			_, err := r.Limit(ctx, "smith", &most, nil)
			return err
		},
	} {
		t.Run("a family is removed "+what, func(t *testing.T) {
			t.Parallel()
			from, to := a(t), b(t)
			r := withFamilies(t, from, many)
			interrupt(t, from, to)
			if err := changesThere["all are removed"](t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if err := use(t.Context(), vault.New(vault.Options{Store: to}).Registry()); err != nil {
				t.Fatal(err)
			}
			before := registered(t, to)
			refused(t, from, to, "has families, members or keys that the other hasn't")
			if d := cmp.Diff(before, registered(t, to)); d != "" {
				t.Error(d)
			}
		})
	}
}

// familiesAdded: a later run adds the families, members and keys that the source has got since.
func familiesAdded(t *testing.T, from, to vault.Store) {
	r := withFamilies(t, from, 3)
	run(t, from, to)
	before := version(t, to)
	if _, err := r.Add(t.Context(), family.New{Name: "brown", Members: []string{"erin@example.com"}}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.AddKey(t.Context(), "jones", "phone"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.AddMember(t.Context(), "smith", "dan@example.com"); err != nil {
		t.Fatal(err)
	}
	run(t, from, to)
	if d := cmp.Diff(registered(t, from), registered(t, to)); d != "" {
		t.Error(d)
	}
	if version(t, to) == before {
		t.Error("a vault that serves the families goes on with what it knew")
	}
	// What was removed in either since is kept there, and not brought back here.
	if err := changes["a key is revoked"](t.Context(), r); err != nil {
		t.Fatal(err)
	}
	refused(t, from, to, "were removed in the database to move from since the move was finished, and are kept in the other: remove them there too")
	other := vault.New(vault.Options{Store: to}).Registry()
	if err := changes["a key is revoked"](t.Context(), other); err != nil {
		t.Fatal(err)
	}
	run(t, from, to)
	if err := other.RemoveMember(t.Context(), "smith", "dan@example.com"); err != nil {
		t.Fatal(err)
	}
	refused(t, from, to, touchedThere)
}

// familiesUnnoted: what an earlier build copied, which has no notes of families, isn't gone on with.
func familiesUnnoted(t *testing.T, a, b stores) {
	for when, begin := range map[string]func(t *testing.T, from, to vault.Store){
		"a move was finished":    func(t *testing.T, from, to vault.Store) { t.Helper(); run(t, from, to) },
		"a move was interrupted": interrupt,
	} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			from, to := a(t), b(t)
			withFamilies(t, from, many)
			begin(t, from, to)
			err := to.Write(t.Context(), func(tx vault.Tx) error {
				_, err := tx.Exec(`DELETE FROM moved_families`)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := changes["a member is removed"](t.Context(), vault.New(vault.Options{Store: to}).Registry()); err != nil {
				t.Fatal(err)
			}
			before := registered(t, to)
			for range 2 {
				refused(t, from, to, "a move was begun by a build of this program that didn't note")
			}
			if d := cmp.Diff(before, registered(t, to)); d != "" {
				t.Error(d)
			}
		})
	}
}

// keysUsed: the day on which a key was last used isn't set back.
func keysUsed(t *testing.T, from, to vault.Store) {
	withFamilies(t, from, 3)
	run(t, from, to)
	use := func(s vault.Store, day string) {
		t.Helper()
		err := s.Write(t.Context(), func(tx vault.Tx) error {
			_, err := tx.Exec(`UPDATE family_keys SET last_used = $1`, day)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	last := func() string {
		t.Helper()
		for _, f := range registered(t, to) {
			for _, k := range f.Keys {
				return k.LastUsed
			}
		}
		return "no key"
	}
	use(to, "2026-02-10")
	run(t, from, to)
	if got := last(); got != "2026-02-10" {
		t.Error(got)
	}
	use(from, "2026-02-09")
	run(t, from, to)
	if got := last(); got != "2026-02-10" {
		t.Error(got)
	}
	use(from, "2026-02-11")
	run(t, from, to)
	if got := last(); got != "2026-02-11" {
		t.Error(got)
	}
}
