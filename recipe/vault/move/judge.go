package move

import (
	"context"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// afresh is what to do about a database that was used.
const afresh = "; nothing there is overwritten or brought back: to have the vault as it is in the other, begin with a new database"

// findings are titles in To by what is the matter with them.
type findings struct {
	strange, changed, older, gone, deleted []string
	stale                                  []vault.Record // ids and families
}

// judge finds out, before anything is done, whether all that To has was copied there and not
// used since. It returns what was, and is to be copied again or, where From has it no longer,
// deleted. After a run has finished, nothing is deleted: what From lacks by then may be in use.
func judge(ctx context.Context, o Options, finished bool) ([]vault.Record, error) {
	var f findings
	err := inBatches(ctx, o.To, func(there []vault.Record) error {
		here, err := recordsOf(ctx, o.From, there)
		if err != nil {
			return err
		}
		var known map[string]string
		err = o.To.Read(ctx, func(t vault.Tx) (err error) {
			known, err = copied(t, there)
			return err
		})
		if err != nil {
			return err
		}
		for _, r := range there {
			source, ok := here[r.ID]
			now := digest(r)
			ours := known[r.ID] == text(now)
			switch {
			case ok && digest(source) == now:
			case !ok && !ours:
				f.strange = noted(f.strange, r)
			case !ok && finished:
				f.gone = noted(f.gone, r)
			case ok && !ours:
				f.changed = noted(f.changed, r)
			case ok && source.Updated.Before(r.Updated):
				f.older = noted(f.older, r)
			default:
				f.stale = append(f.stale, vault.Record{ID: r.ID, Family: r.Family})
			}
		}
		return nil
	})
	if err == nil {
		err = f.findDeleted(ctx, o)
	}
	if err == nil {
		err = f.failure()
	}
	return f.stale, err
}

// findDeleted finds what was copied and is only in From now.
func (f *findings) findDeleted(ctx context.Context, o Options) error {
	for after := ""; ; {
		var ids []vault.Record
		err := o.To.Read(ctx, func(t vault.Tx) (err error) {
			ids, err = deleted(t, after)
			return err
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		here, err := recordsOf(ctx, o.From, ids)
		if err != nil {
			return err
		}
		for _, r := range here {
			f.deleted = noted(f.deleted, r)
		}
		after = ids[len(ids)-1].ID
	}
}

func (f *findings) failure() error {
	for _, found := range []struct {
		titles []string
		text   string
	}{
		{f.strange, "the database to move to has recipes that the other hasn't, such as %s" + afresh},
		{f.changed, "%s was changed in the database to move to since an earlier run" + afresh},
		{f.deleted, "%s was deleted in the database to move to since an earlier run" + afresh},
		{f.older, "%s is in an earlier state in the database to move from than in the other, where it was copied to; name the one that was copied before, or begin with a new database"},
		{f.gone, "%s was deleted in the database to move from since the move was finished, and is kept in the other: delete it there too, or begin with a new database"},
	} {
		if len(found.titles) > 0 {
			return &Error{fmt.Sprintf(found.text, some(found.titles))}
		}
	}
	return nil
}

// noted adds a title, while one will be shown.
func noted(titles []string, r vault.Record) []string {
	if len(titles) < shown {
		titles = append(titles, r.Title)
	}
	return titles
}

// clearStale deletes what is to be copied again, all before anything is: titles may have changed
// places.
func clearStale(ctx context.Context, o Options, stale []vault.Record) error {
	for at := 0; at < len(stale); at += batch {
		some := stale[at:min(at+batch, len(stale))]
		err := o.To.Write(ctx, func(t vault.Tx) error {
			if err := unused(t, some); err != nil {
				return err
			}
			for _, r := range some {
				if _, err := t.Delete(vault.Scope{Family: r.Family}, r.ID); err != nil {
					return err
				}
				if _, err := t.Exec(`DELETE FROM moved_recipes WHERE id = $1`, r.ID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// unused fails if one of what was copied has been changed since.
func unused(t vault.Tx, list []vault.Record) error {
	there, err := vault.RecordsOf(t, ids(list))
	if err != nil {
		return err
	}
	known, err := copied(t, list)
	if err != nil {
		return err
	}
	for _, r := range there {
		if known[r.ID] != text(digest(r)) {
			return (&findings{changed: []string{r.Title}}).failure()
		}
	}
	return nil
}
