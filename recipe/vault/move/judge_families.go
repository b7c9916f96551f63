package move

import (
	"context"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

const (
	strange = "the database to move to has families, members or keys that the other hasn't, or no longer" + afresh
	removed = "families, members or keys were removed in the database to move from since the move was finished, and are kept in the other: remove them there too with recipe-vault family, or begin with a new database"
	differ  = "families, members, keys or limits were changed in one of the databases since the move was finished" + afresh
	unnoted = "a move was begun by a build of this program that didn't note which families, members and keys it copied, and someone may have removed them since; begin with a new database"
	own     = "the database to move to had recipes or families before anything was moved there, and what was deleted there since can't be told from what is new in the other; begin with a new database"
	touched = "families, members, keys or limits were changed or removed in the database to move to since an earlier run" + afresh
)

// judgeFamilies finds out, before anything is done, whether To has families, members and keys that
// aren't in From and weren't copied from there, and whether what was copied was changed or removed
// since: who was removed isn't to come back. Once a move was finished, what From has got since is
// all that may differ.
func judgeFamilies(ctx context.Context, o Options, finished bool) error {
	from, err := familiesOf(ctx, o.From)
	if err != nil {
		return err
	}
	to, err := familiesOf(ctx, o.To)
	if err != nil {
		return err
	}
	if len(from[0]) > 0 {
		err := o.To.Read(ctx, func(t vault.Tx) error {
			known, err := copiedFamilies(t, []any{begun})
			if err == nil && known[begun] == "" {
				err = &Error{unnoted}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	for i, tb := range familyTables {
		var gone [][]any
		for key, row := range to[i] {
			switch source, ok := from[i][key]; {
			case !ok:
				gone = append(gone, row)
			case finished && tb.said(source) != tb.said(row):
				return &Error{differ}
			}
		}
		for some := range slices.Chunk(gone, batch) {
			if err := o.To.Read(ctx, func(t vault.Tx) error { return tb.copied(t, some, strange) }); err != nil {
				return err
			}
		}
		if finished && len(gone) > 0 {
			return &Error{removed}
		}
		for some := range parts(from[i]) {
			err := o.To.Read(ctx, func(t vault.Tx) error {
				_, _, err := tb.untouched(t, some)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// copied fails with a message if one of the rows that To has isn't as it was copied.
func (tb table) copied(t vault.Tx, rows [][]any, message string) error {
	known, err := copiedFamilies(t, tb.ids(rows))
	if err != nil {
		return err
	}
	for _, row := range rows {
		if known[tb.id(row)] != tb.said(row) {
			return &Error{message}
		}
	}
	return nil
}

// untouched returns which of the rows To has, and what they said when they were copied, by their ids.
// It fails if one is there no longer, or says something else than it did and than it is to.
func (tb table) untouched(t vault.Tx, from [][]any) (to map[any][]any, known map[string]string, err error) {
	if to, err = tb.among(t, from); err != nil {
		return nil, nil, err
	}
	if known, err = copiedFamilies(t, tb.ids(from)); err != nil {
		return nil, nil, err
	}
	for _, row := range from {
		now, there := to[row[0]]
		was, copied := known[tb.id(row)]
		if copied && !there || there && tb.said(now) != was && tb.said(now) != tb.said(row) {
			return nil, nil, &Error{touched}
		}
	}
	return to, known, nil
}
