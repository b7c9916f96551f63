package vault

import (
	"context"
	"database/sql"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

const (
	// Of two queries that differ only in a search, the one without it is prepared: it is
	// what a list by page is.
	pageColumns = `SELECT ` + RecipeColumns + `, title_key`
	passes      = ` AND (?2 IS NULL OR (prep_time_minutes IS NOT NULL OR cook_time_minutes IS NOT NULL) AND ` + minutes + ` <= ?2) AND (?3 IS NULL OR difficulty <= ?3)`
	pageOrder   = ` AND (title_key, id) > (?4, ?5) ORDER BY title_key, id LIMIT ?6`
	// CROSS has SQLite take them in this order.
	isFound  = ` FROM search` + itsRows + `?7 AND `
	itsRows  = ` CROSS JOIN documents ON document = search.rowid CROSS JOIN recipes ON id = recipe_id WHERE search MATCH `
	ofAll    = ` FROM recipes WHERE `
	inFamily = `recipes.family = ?8 AND ` + inScope
	minutes  = `coalesce(prep_time_minutes, 0) + coalesce(cook_time_minutes, 0)`

	selectPage  = pageColumns + ofAll + inFamily + passes + pageOrder
	selectFound = pageColumns + isFound + inFamily + passes + pageOrder
	// isFoundIn looks in one family after the other, and among the recipes of none.
	isFoundIn = ` FROM (SELECT '' AS tag UNION ALL SELECT 'f' || replace(id, '-', '') FROM families) CROSS JOIN search` +
		itsRows + `replace(?7, '` + anyTag + `', tag) AND `
	selectFoundIn = pageColumns + isFoundIn + inFamily + passes + pageOrder

	// countEvery reads the pages of an index and no row.
	countEvery = `SELECT count(*) FROM recipes WHERE family = ?`
	// countScope reads the index alone.
	countScope = `SELECT count(*)` + ofAll + `family = ?2 AND ` + inScope
	// countPage counts what passes a filter, and what would pass it if all were known.
	counts     = `SELECT count(*) FILTER (WHERE true` + passes + `), count(*)`
	mayPass    = ` AND (?2 IS NULL OR ` + minutes + ` <= ?2) AND (?3 IS NULL OR difficulty IS NULL OR difficulty <= ?3)`
	countPage  = counts + ofAll + inFamily + mayPass
	countFound = counts + isFound + inFamily + mayPass
	countIn    = counts + isFoundIn + inFamily + mayPass

	fileDocument = `INSERT INTO documents (recipe_id, family) VALUES (?, ?)
		ON CONFLICT (recipe_id) DO UPDATE SET family = excluded.family WHERE family <> excluded.family`
	replaceTerms   = `INSERT OR REPLACE INTO search (rowid, terms) SELECT document, ?2 FROM documents WHERE recipe_id = ?1`
	deleteTerms    = `DELETE FROM search WHERE rowid = (SELECT document FROM documents WHERE recipe_id = ?)`
	deleteAllTerms = `DELETE FROM search WHERE rowid IN (SELECT document FROM documents WHERE recipe_id IN (SELECT id FROM recipes WHERE family = ?))`
)

func (t sqliteTx) Page(s Scope, f Filter, after title.Position, limit int) (*sql.Rows, error) {
	args := []any{s.Members, f.MaxMinutes, f.MaxDifficulty, after.Key, after.ID, limit}
	if len(f.Words) == 0 {
		return t.Query(every(selectPage, s), append(args, nil, s.Family)...)
	}
	query, tag := selectFound, tagOfFamily(s.Family)
	if s.Every {
		query, tag = selectFoundIn, anyTag
	}
	return t.Query(every(query, s), append(args, match(f.Words, tag), s.Family)...)
}

func (t sqliteTx) Count(s Scope, f Filter) (found, unknown int, err error) {
	args := []any{s.Members, f.MaxMinutes, f.MaxDifficulty}
	switch {
	case len(f.Words) > 0:
		query, tag := countFound, tagOfFamily(s.Family)
		if s.Every {
			query, tag = countIn, anyTag
		}
		err = t.QueryRow(every(query, s), append(args, nil, nil, nil, match(f.Words, tag), s.Family)...).Scan(&found, &unknown)
	case f.MaxMinutes != nil || f.MaxDifficulty != nil:
		err = t.QueryRow(every(countPage, s), append(args, nil, nil, nil, nil, s.Family)...).Scan(&found, &unknown)
	case s.Members == nil:
		err = t.QueryRow(every(countEvery, s), s.Family).Scan(&found)
		unknown = found
	default:
		err = t.QueryRow(countScope, s.Members, s.Family).Scan(&found)
		unknown = found
	}
	return found, unknown - found, err
}

// tagOfFamily begins each term of a family's recipes in the index, so that those of other
// families are elsewhere there. Those of a recipe of none have no tag, and begin with another letter.
// Should two families have one tag, it would cost time and nothing else.
func tagOfFamily(family string) string {
	if family == "" {
		return ""
	}
	return "f" + strings.ReplaceAll(family, "-", "")
}

// anyTag stands for the tag of each family. No term holds it.
const anyTag = "@"

// match writes what FTS5 is to find, by terms with a tag. Terms have no quotes.
func match(all [][]words.Term, tag string) string {
	return words.Match(all, " AND ", " OR ", func(t words.Term) string {
		if t.Prefix {
			return `"` + tag + t.Text + `"*`
		}
		return `"` + tag + t.Text + `"`
	})
}

// setTerms sets what searches of a family find a recipe by, unless that is nil.
func (t sqliteTx) setTerms(id, family string, terms *string) error {
	if terms == nil {
		return nil
	}
	text := *terms
	if tag := tagOfFamily(family); text != "" {
		text = tag + strings.ReplaceAll(text, " ", " "+tag)
	}
	_, err := t.Exec(fileDocument, id, family)
	if err == nil {
		_, err = t.Exec(replaceTerms, id, text)
	}
	return err
}

// Moved files what searches find a family's recipes by, as far as it is filed elsewhere.
func (t sqliteTx) Moved(family string) error {
	return t.file(`WHERE recipes.family = ? AND documents.family IS NOT recipes.family`, family)
}

// filed is the version since which the file has what searches find recipes by, under families.
const filed = 6

// fill makes that for the recipes of a file from before, in the transaction of the migration.
func fill(_ context.Context, t database.Tx, from int) error {
	if from >= filed {
		return nil
	}
	return sqliteTx{t}.file(`WHERE documents.family IS NOT recipes.family`)
}

// file makes what searches find recipes by, whose documents there may not be yet.
func (t sqliteTx) file(where string, args ...any) error {
	rows, err := t.Query(`SELECT id, recipes.family, title, coalesce(description, ''),
		(SELECT coalesce(group_concat(name, char(10)), '') FROM ingredients WHERE recipe_id = recipes.id)
		FROM recipes LEFT JOIN documents ON recipe_id = id `+where, args...)
	return database.Each(rows, err, func(row database.Row) error {
		var id, family, name, description, ingredients string
		if err := row.Scan(&id, &family, &name, &description, &ingredients); err != nil {
			return err
		}
		var terms words.Terms
		terms.Add(words.Title, name)
		terms.Add(words.Description, description)
		terms.Add(words.Ingredients, ingredients)
		text := terms.String()
		return t.setTerms(id, family, &text)
	})
}
