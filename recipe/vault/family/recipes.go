package family

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Of returns the id of the family of a recipe, "" if it is of none or isn't there.
func Of(t Tx, recipe string) (family string, err error) {
	if !utf8.ValidString(recipe) || strings.ContainsRune(recipe, 0) {
		return "", nil
	}
	err = t.QueryRow(`SELECT family FROM recipes WHERE id = $1`, recipe).Scan(&family)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return family, err
}

// ErrGone says that a family was removed since a request began, or that who saves is no member any
// more.
var ErrGone = errors.New("the family was removed, or its member")

// LimitError says that a recipe would take a family over a limit.
type LimitError struct {
	Recipes int64 // the limit that is passed; 0: it isn't this one
	Bytes   int64
}

func (e *LimitError) Error() string { return "the family would pass a limit" }

// Count counts a recipe that a member, or no one in particular (""), has just made, or changed,
// with its lists, for its family. It fails with a [LimitError], or with [ErrGone].
func Count(t Tx, family, member, recipe string, made bool) error {
	var before, now int64
	if err := t.QueryRow(`SELECT size, `+t.SizeOf()+` FROM recipes WHERE id = $1`, recipe).Scan(&before, &now); err != nil {
		return err
	}
	n, more := 0, now-before
	if made {
		n, more = 1, now // the store may have set the size already
	} else if more == 0 {
		return nil
	}
	f, err := scan(t.QueryRow(`UPDATE families SET recipes = recipes + $2, size = size + $3
		WHERE id = $1 AND ($4 = '' OR EXISTS (SELECT 1 FROM family_members WHERE address = $4 AND family = $1)) RETURNING `+familyColumns, family, n, more, member))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrGone
	case err != nil:
		return err
	}
	switch recipes, bytes := f.passed(); {
	case made && recipes:
		return &LimitError{Recipes: f.Limits.Recipes}
	case more > 0 && bytes:
		return &LimitError{Bytes: f.Limits.Bytes}
	}
	if before != now {
		_, err = t.Exec(`UPDATE recipes SET size = $2 WHERE id = $1`, recipe, now)
	}
	return err
}

// passed reports which limits a family has passed.
func (f *Family) passed() (recipes, bytes bool) {
	return f.Limits.Recipes > 0 && f.Recipes > f.Limits.Recipes, f.Limits.Bytes > 0 && f.Bytes > f.Limits.Bytes
}

// Discount takes a recipe that is about to be deleted from what its family has. If the family
// has no such recipe, nothing is done.
func Discount(t Tx, family, recipe string) error {
	if !utf8.ValidString(recipe) || strings.ContainsRune(recipe, 0) {
		return nil
	}
	_, err := t.Exec(`UPDATE families SET recipes = recipes - 1, size = size - (SELECT size FROM recipes WHERE id = $2)
		WHERE id = $1 AND EXISTS (SELECT 1 FROM recipes WHERE id = $2 AND family = $1)`, family, recipe)
	return err
}

// taken is whether a recipe's title is one of the family $2, by one look at all titles of that. What a
// server makes of EXISTS, where its statistics don't know the families yet, is such a look for each
// recipe, through all of the family's.
const taken = `(NOT title_key NOT IN (SELECT title_key FROM recipes AS o WHERE o.family = $2))`

// clashes returns titles of a family's recipes that another has too, the first 20.
func (t tx) clashes(from, to string, and string, args ...any) ([]string, error) {
	rows, err := t.Query(`SELECT title FROM recipes WHERE family = $1 `+and+`
		AND `+taken+` ORDER BY title_key LIMIT 20`,
		append([]any{from, to}, args...)...)
	return database.Collect(rows, err, scanText)
}

// move makes recipes those of another family, unless it has their titles, and counts them.
func (t tx) move(from, to string, and string, args ...any) (int64, error) {
	n, err := t.Exec(`UPDATE recipes SET family = $2, size = `+t.SizeOf()+` WHERE family = $1 `+and+` AND NOT `+taken,
		append([]any{from, to}, args...)...)
	if err == nil && n > 0 {
		err = t.Moved(to)
	}
	if err == nil && n > 0 && to != "" {
		err = t.recount(to)
	}
	return n, err
}

// recount counts what a family has, from its recipes, to which some have just come. It refuses those
// that take the family over a limit.
func (t tx) recount(family string) error {
	f, err := scan(t.QueryRow(`UPDATE families SET recipes = (SELECT count(*) FROM recipes WHERE family = $1),
		size = (SELECT coalesce(sum(size), 0) FROM recipes WHERE family = $1) WHERE id = $1 RETURNING `+familyColumns, family))
	if err != nil {
		return err
	}
	switch recipes, bytes := f.passed(); {
	case recipes:
		return refuse(Conflict, "limits", "nothing was changed: with the recipes that would come, the family %q would have %d, and its limit is %d; raise the limit first", f.Name, f.Recipes, f.Limits.Recipes)
	case bytes:
		return refuse(Conflict, "limits", "nothing was changed: with the recipes that would come, the family %q would have %d bytes of text, and its limit is %d; raise the limit first", f.Name, f.Bytes, f.Limits.Bytes)
	}
	return nil
}

// take gives a family the recipes that someone has saved as a member of none.
func (t tx) take(family, address string) (joined Joined, err error) {
	const theirs = `AND created_by = $3`
	if joined.Left, err = t.clashes("", family, theirs, address); err != nil {
		return joined, err
	}
	joined.Recipes, err = t.move("", family, theirs, address)
	return joined, err
}

// Adopt gives the family of a member all recipes that are of none, as the member's. Those
// whose titles the family has are left.
func (r *Registry) Adopt(ctx context.Context, name, member string) (Joined, error) {
	return write(ctx, r, func(t tx) (joined Joined, err error) {
		f, err := t.find(name)
		if err != nil {
			return joined, err
		}
		switch of, err := Member(t, Normal(member)); {
		case err != nil:
			return joined, err
		case of != f.ID:
			return joined, refuse(NotFound, "address", "this address is not one of a member of the family %q", name)
		}
		if joined.Left, err = t.clashes("", f.ID, ""); err != nil {
			return joined, err
		}
		if _, err = t.Exec(`UPDATE recipes SET created_by = $1 WHERE family = '' AND NOT `+taken, Normal(member), f.ID); err != nil {
			return joined, err
		}
		joined.Recipes, err = t.move("", f.ID, "")
		return joined, err
	})
}

// Unowned returns titles of recipes that are of no family.
func (r *Registry) Unowned(ctx context.Context) ([]string, error) {
	return read(ctx, r, func(t tx) ([]string, error) {
		rows, err := t.Query(`SELECT title FROM recipes WHERE family = '' ORDER BY title_key, id`)
		return database.Collect(rows, err, scanText)
	})
}
