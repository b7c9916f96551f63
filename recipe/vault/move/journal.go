package move

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// ErrSame says that both stores are one database.
var ErrSame = errors.New("both are the same database")

// begun is noted beside families by a run that is the first to go there: since then, all of them
// were noted that were copied. It is the id of none.
const begun = "begun"

// used is noted as that if To wasn't new then. What was removed from there before has no note, and
// would come back.
const used = "used"

// begin notes the run in To, and returns whether an earlier one has finished there. It fails
// with [ErrSame] if the note is in From too. What earlier runs noted stays, even when nothing is
// left there: it was removed, and isn't to come back.
func begin(ctx context.Context, o Options) (finished bool, err error) {
	run := rand.Text()
	var before string
	var was int
	err = o.To.Write(ctx, func(t vault.Tx) (err error) {
		if before, was, err = runOf(t); err == nil {
			err = note(t, run, was)
		}
		if err == nil && before == "" {
			err = noteBegun(t, run)
		}
		return err
	})
	if err != nil {
		return false, err
	}
	var seen string
	err = o.From.Read(ctx, func(t vault.Tx) (err error) {
		seen, _, err = runOf(t)
		return err
	})
	if err == nil && seen == run {
		err = o.To.Write(ctx, func(t vault.Tx) error {
			if err := note(t, before, was); err != nil || before != "" {
				return err
			}
			_, err := t.Exec(`DELETE FROM moved_families WHERE id = $1`, begun)
			return err
		})
		if err == nil {
			err = ErrSame
		}
	}
	return was != 0, err
}

// noteBegun notes that a run is the first, and whether To is new.
func noteBegun(t vault.Tx, run string) error {
	var some bool
	err := t.QueryRow(`SELECT EXISTS (SELECT 1 FROM recipes) OR EXISTS (SELECT 1 FROM families)`).Scan(&some)
	if err != nil {
		return err
	}
	if some {
		run = used
	}
	return writeFamily(t, begun, run)
}

// judgeNew fails if To had something before anything was moved there.
func judgeNew(ctx context.Context, o Options) error {
	return o.To.Read(ctx, func(t vault.Tx) error {
		known, err := copiedFamilies(t, []any{begun})
		if err == nil && known[begun] == used {
			err = &Error{own}
		}
		return err
	})
}

// runOf returns the run that is noted, if there is one.
func runOf(t vault.Tx) (run string, finished int, err error) {
	rows, err := t.Query(`SELECT run, finished FROM moves`)
	err = database.Each(rows, err, func(row database.Row) error { return row.Scan(&run, &finished) })
	return run, finished, err
}

// note notes a run, or none: "".
func note(t vault.Tx, run string, finished int) error {
	_, err := t.Exec(`DELETE FROM moves`)
	if err == nil && run != "" {
		_, err = t.Exec(`INSERT INTO moves (run, finished) VALUES ($1, $2)`, run, finished)
	}
	return err
}

func finish(ctx context.Context, o Options) error {
	return o.To.Write(ctx, func(t vault.Tx) error {
		_, err := t.Exec(`UPDATE moves SET finished = 1`)
		return err
	})
}

// copied are the digests of what runs have copied, by the ids of recipes.
func copied(t vault.Tx, of []vault.Record) (map[string]string, error) {
	args := make([]any, len(of))
	for i, r := range of {
		args[i] = r.ID
	}
	return digestsIn(t, "moved_recipes", args)
}

// copiedFamilies are the digests of what rows of families, members and keys said when they were
// copied, by what stands for them in the journal.
func copiedFamilies(t vault.Tx, ids []any) (map[string]string, error) {
	return digestsIn(t, "moved_families", ids)
}

func digestsIn(t vault.Tx, journal string, ids []any) (map[string]string, error) {
	digests := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return digests, nil
	}
	rows, err := t.Query(`SELECT id, digest FROM `+journal+` WHERE id IN (`+places(len(ids))+`)`, ids...)
	err = database.Each(rows, err, func(row database.Row) error {
		var id, digest string
		err := row.Scan(&id, &digest)
		digests[id] = digest
		return err
	})
	return digests, err
}

// write notes what was copied.
func write(t vault.Tx, all []vault.Record) error {
	for _, r := range all {
		if err := writeIn(t, "moved_recipes", r.ID, text(digest(r))); err != nil {
			return err
		}
	}
	return nil
}

// writeFamily notes what a family, member or key said that was copied.
func writeFamily(t vault.Tx, id, said string) error { return writeIn(t, "moved_families", id, said) }

func writeIn(t vault.Tx, journal, id, digest string) error {
	_, err := t.Exec(`INSERT INTO `+journal+` (id, digest) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET digest = excluded.digest`, id, digest)
	return err
}

// deleted are the ids, some after one, of what was copied and isn't there any more.
func deleted(t vault.Tx, after string) ([]vault.Record, error) {
	rows, err := t.Query(`SELECT id FROM moved_recipes WHERE id > $1
		AND NOT EXISTS (SELECT 1 FROM recipes WHERE recipes.id = moved_recipes.id) ORDER BY id LIMIT $2`, after, batch)
	return database.Collect(rows, err, func(row database.Row) (r vault.Record, err error) {
		err = row.Scan(&r.ID)
		return r, err
	})
}

func text(d [sha256.Size]byte) string { return hex.EncodeToString(d[:]) }

// places are those of n arguments in a statement.
func places(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("$%d", i+1)
	}
	return strings.Join(list, ", ")
}
