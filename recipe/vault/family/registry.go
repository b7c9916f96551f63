package family

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// New is what a new family is to be.
type New struct {
	Name    string
	Members []string
	Limits  Limits
}

// Joined is what came of new members.
type Joined struct {
	// Recipes is how many came with them.
	Recipes int64
	// Left are titles of theirs that the family has already. Those recipes are no
	// family's, as they were.
	Left []string
}

func (j *Joined) add(more Joined) {
	j.Recipes += more.Recipes
	j.Left = append(j.Left, more.Left...)
}

const familyColumns = `id, name, created_at, recipes, size, max_recipes, max_size`

func scan(row database.Row) (f Family, err error) {
	err = row.Scan(&f.ID, &f.Name, &f.CreatedAt, &f.Recipes, &f.Bytes, &f.Limits.Recipes, &f.Limits.Bytes)
	return f, err
}

func scanText(row database.Row) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// tx is one transaction of a registry.
type tx struct {
	Tx
	now time.Time
}

func (t tx) stamp() string { return t.now.UTC().Format(time.RFC3339) }

// find returns a family by its name, without members and keys.
func (t tx) find(name string) (Family, error) {
	f, err := scan(t.QueryRow(`SELECT `+familyColumns+` FROM families WHERE name = $1`, name))
	if errors.Is(err, sql.ErrNoRows) {
		err = unknown(name)
	}
	return f, err
}

func read[T any](ctx context.Context, r *Registry, f func(tx) (T, error)) (got T, err error) {
	err = r.store.Read(ctx, func(t Tx) (err error) {
		got, err = f(tx{t, r.store.Now()})
		return err
	})
	return got, err
}

func write[T any](ctx context.Context, r *Registry, f func(tx) (T, error)) (got T, err error) {
	err = r.store.Write(ctx, func(t Tx) (err error) {
		got, err = f(tx{t, r.store.Now()})
		return err
	})
	if err == nil {
		r.store.Changed()
	}
	return got, err
}

// Any reports whether there are families.
func (r *Registry) Any(ctx context.Context) (bool, error) {
	return read(ctx, r, func(t tx) (any bool, err error) {
		var version string
		err = t.QueryRow(LookupAny).Scan(&version, &any)
		return any, err
	})
}

// Add adds a family with its members.
func (r *Registry) Add(ctx context.Context, n New) (joined Joined, err error) {
	return write(ctx, r, func(t tx) (Joined, error) { return t.add(n) })
}

func (t tx) add(n New) (joined Joined, err error) {
	if err := errors.Join(checkName(n.Name), n.Limits.check()); err != nil {
		return joined, err
	}
	there, err := t.alike(n.Name)
	if err == nil && there != "" {
		err = refuse(Conflict, "name", "there is a family with the name %q already", there)
	}
	if err != nil {
		return joined, err
	}
	f := Family{ID: uuid.NewString(), Name: n.Name, Limits: n.Limits}
	if _, err := t.Exec(`INSERT INTO families (id, name, name_key, created_at, max_recipes, max_size) VALUES ($1, $2, $3, $4, $5, $6)`,
		f.ID, f.Name, nameKey(f.Name), t.stamp(), f.Limits.Recipes, f.Limits.Bytes); err != nil {
		return joined, err
	}
	// With the first family, those who are in none are let in no longer. Whether it is the first
	// can't be seen while another transaction removes the last one.
	if err := t.renew(); err != nil {
		return joined, err
	}
	return t.join(f, n.Members)
}

// List returns up to limit families in the order of their names, without members and keys;
// after is the last name of the list before, "" for the first.
func (r *Registry) List(ctx context.Context, after string, limit int) ([]Family, error) {
	return read(ctx, r, func(t tx) ([]Family, error) {
		rows, err := t.Query(`SELECT `+familyColumns+` FROM families WHERE name > $1 ORDER BY name LIMIT $2`, after, limit)
		return database.Collect(rows, err, scan)
	})
}

// Get returns a family, with its members and keys.
func (r *Registry) Get(ctx context.Context, name string) (Family, error) {
	return read(ctx, r, func(t tx) (f Family, err error) {
		if f, err = t.find(name); err != nil {
			return f, err
		}
		rows, err := t.Query(`SELECT address FROM family_members WHERE family = $1 ORDER BY address`, f.ID)
		f.Members, err = database.Collect(rows, err, scanText)
		if err != nil {
			return f, err
		}
		rows, err = t.Query(`SELECT id, note, created_at, last_used FROM family_keys WHERE family = $1 ORDER BY created_at, id`, f.ID)
		f.Keys, err = database.Collect(rows, err, func(row database.Row) (k Key, err error) {
			err = row.Scan(&k.ID, &k.Note, &k.CreatedAt, &k.LastUsed)
			return k, err
		})
		return f, err
	})
}

// Limit sets the limits that are not nil, and returns the family without members and keys.
func (r *Registry) Limit(ctx context.Context, name string, recipes, bytes *int64) (Family, error) {
	return write(ctx, r, func(t tx) (Family, error) {
		f, err := t.find(name)
		if err != nil {
			return f, err
		}
		if recipes != nil {
			f.Limits.Recipes = *recipes
		}
		if bytes != nil {
			f.Limits.Bytes = *bytes
		}
		if err = f.Limits.check(); err == nil {
			_, err = t.Exec(`UPDATE families SET max_recipes = $2, max_size = $3 WHERE id = $1`, f.ID, f.Limits.Recipes, f.Limits.Bytes)
		}
		return f, err
	})
}
