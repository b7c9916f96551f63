package family

import (
	"context"
	"errors"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// Fate is what becomes of the recipes of a family that is removed. The zero value says
// nothing, so that a family with recipes stays.
type Fate struct {
	Delete  bool   // they are deleted
	Release bool   // they become those of no family, which the server's own key sees
	To      string // the name of the family to which they go
}

func (f Fate) check() error {
	n := 0
	for _, chosen := range []bool{f.Delete, f.Release, f.To != ""} {
		if chosen {
			n++
		}
	}
	if n > 1 {
		return refuse(Invalid, "recipes", "the recipes can have one fate alone")
	}
	return nil
}

// Remove removes a family with its members and keys, and returns how many recipes it had.
// Nothing is removed if it has some and fate doesn't say what becomes of them, or if where
// they go their titles are taken.
func (r *Registry) Remove(ctx context.Context, name string, fate Fate) (recipes int64, err error) {
	if err := fate.check(); err != nil {
		return 0, err
	}
	recipes, err = write(ctx, r, func(t tx) (int64, error) {
		f, err := t.find(name)
		if err != nil {
			return 0, err
		}
		// What is saved before the end of the long part would undo that, again and again while
		// the family is in use. Who saves later waits.
		if err := t.Hold(f.ID); err != nil {
			return 0, err
		}
		var n int64
		if err := t.QueryRow(`SELECT count(*) FROM recipes WHERE family = $1`, f.ID).Scan(&n); err != nil {
			return 0, err
		}
		if n > 0 {
			if err := t.settle(f, n, fate); err != nil {
				return 0, err
			}
		}
		if _, err = t.Exec(`DELETE FROM families WHERE id = $1`, f.ID); err == nil {
			err = t.renew()
		}
		return n, err
	})
	if errors.Is(err, database.ErrContended) {
		err = refuse(Conflict, "recipes", "nothing was removed: the recipes went on changing meanwhile; try again, or first revoke the keys of the family and remove its members")
	}
	return recipes, err
}

// settle does with n recipes of a family what fate says.
func (t tx) settle(f Family, n int64, fate Fate) error {
	to := ""
	switch {
	case fate.Delete:
		return t.DeleteAll(f.ID)
	case fate.To != "":
		other, err := t.find(fate.To)
		if err == nil && other.ID == f.ID {
			err = refuse(Invalid, "to", "the recipes can't go to the family that is removed")
		}
		if err != nil {
			return err
		}
		if _, err := t.Exec(`UPDATE families SET recipes = recipes WHERE id = $1`, other.ID); err != nil {
			return err
		}
		to = other.ID
	case !fate.Release:
		return &Error{Kind: Conflict, Field: "recipes", Recipes: n,
			Message: "the family has " + screen.Amount(int(n), "recipe", "recipes") + ", and nothing was removed; say what becomes of them"}
	}
	titles, err := t.clashes(f.ID, to, "")
	if err != nil {
		return err
	}
	if len(titles) > 0 {
		return &Error{Kind: Conflict, Field: "to", Titles: titles, Message: "nothing was removed: where the recipes go, some of their titles are taken; rename those first"}
	}
	_, err = t.move(f.ID, to, "")
	return err
}
