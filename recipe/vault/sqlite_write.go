package vault

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

const (
	// selectUnclean finds the title of another recipe from before titles were
	// cleaned; see migrations/0002_clean_titles.sql. The UNIQUE constraint finds all
	// others.
	selectUnclean = `SELECT 1 FROM recipes WHERE family = ? AND clean_key = ? AND clean_key <> title_key AND id <> ?`

	insertRecipe = `INSERT INTO recipes (id, title, title_key, description, prep_time_minutes, cook_time_minutes,
		servings, difficulty, created_at, updated_at, created_by, updated_by, family)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?10, ?11)`
	insertIngredient = `INSERT INTO ingredients (recipe_id, position, id, name, quantity, unit, notes)
		VALUES (?, ?, ?, ?, ?, ?, ?)`
	insertStep = `INSERT INTO steps (recipe_id, position, id, instruction, duration_minutes, temperature_value, temperature_unit)
		VALUES (?, ?, ?, ?, ?, ?, ?)`
	// Two updates within one second, or a clock that was set back, still move
	// updated_at: by the one second that its text can show.
	updateRecipe = `UPDATE recipes SET
		title = coalesce(?3, title), title_key = coalesce(?4, title_key), description = coalesce(?5, description),
		prep_time_minutes = coalesce(?6, prep_time_minutes), cook_time_minutes = coalesce(?7, cook_time_minutes),
		servings = coalesce(?8, servings), difficulty = coalesce(?9, difficulty),
		updated_at = max(?10, datetime(updated_at, '+1 second')), updated_by = ?11
		WHERE id = ?2 AND family = ?12 AND NOT (?13 AND ` + anyFamily + `) AND ` + inScope
	// The schema deletes the lists with it.
	deleteRecipe      = `DELETE FROM recipes WHERE id = ?2 AND family = ?3 AND ` + inScope
	deleteIngredients = `DELETE FROM ingredients WHERE recipe_id = ?`
	deleteSteps       = `DELETE FROM steps WHERE recipe_id = ?`
)

var writeQueries = []string{
	insertRecipe, insertIngredient, insertStep, updateRecipe, deleteRecipe, deleteIngredients, deleteSteps,
	fileDocument, replaceTerms, deleteTerms,
	selectRecipe, selectIngredients, selectSteps, selectUnclean, selectTaken, selectTitle,
}

func (t sqliteTx) Insert(s Scope, id string, v Values) error {
	_, err := t.Exec(insertRecipe, id, *v.Title, *v.Key, v.Description, v.PrepTimeMinutes, v.CookTimeMinutes,
		v.Servings, v.Difficulty, v.At.Format(sqliteTime), v.By, s.Family)
	if err = taken(err); err == nil && v.Distinct {
		err = t.checkUnclean(s, *v.Key, id)
	}
	if err == nil {
		err = t.insertLists(id, v)
	}
	if err == nil {
		err = t.setTerms(id, s.Family, v.Terms)
	}
	return err
}

// taken makes [ErrTaken] of a violation of the one UNIQUE constraint, that on the title in its family.
func taken(err error) error {
	if database.IsUnique(err) {
		return fmt.Errorf("%w: %w", ErrTaken, err)
	}
	return err
}

// checkUnclean fails with [ErrTaken] when another recipe's title, cleaned, has this key.
func (t sqliteTx) checkUnclean(s Scope, key, id string) error {
	var one int
	switch err := t.QueryRow(selectUnclean, s.Family, key, id).Scan(&one); {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return ErrTaken
}

func (t sqliteTx) Update(s Scope, id string, v Values) (found bool, err error) {
	n, err := t.Exec(updateRecipe, s.Members, id, v.Title, v.Key, v.Description, v.PrepTimeMinutes, v.CookTimeMinutes,
		v.Servings, v.Difficulty, v.At.Format(sqliteTime), v.By, s.Family, s.Alone)
	if err = taken(err); err != nil || n == 0 {
		return false, err
	}
	if v.Distinct {
		err = t.checkUnclean(s, *v.Key, id)
	}
	if err == nil && v.Ingredients != nil {
		_, err = t.Exec(deleteIngredients, id)
	}
	if err == nil && v.Steps != nil {
		_, err = t.Exec(deleteSteps, id)
	}
	if err == nil {
		err = t.insertLists(id, v)
	}
	if err == nil {
		err = t.setTerms(id, s.Family, v.Terms)
	}
	return true, err
}

func (t sqliteTx) insertLists(id string, v Values) error {
	for i, in := range deref(v.Ingredients) {
		if _, err := t.Exec(insertIngredient, id, i, uuid.NewString(), *in.Name, in.Quantity, in.Unit, in.Notes); err != nil {
			return err
		}
	}
	for i, st := range deref(v.Steps) {
		if _, err := t.Exec(insertStep, id, i, uuid.NewString(), *st.Instruction, st.DurationMinutes, st.TemperatureValue, st.TemperatureUnit); err != nil {
			return err
		}
	}
	return nil
}

func (t sqliteTx) Delete(s Scope, id string) (found bool, err error) {
	if _, key, err := t.Title(s, id); err != nil || key == "" {
		return false, err
	}
	if _, err := t.Exec(deleteTerms, id); err != nil {
		return false, err
	}
	n, err := t.Exec(deleteRecipe, s.Members, id, s.Family)
	return n > 0, err
}

func (t sqliteTx) DeleteAll(family string) error {
	_, err := t.Exec(deleteAllTerms, family)
	if err == nil {
		_, err = t.Exec(`DELETE FROM recipes WHERE family = ?`, family)
	}
	return err
}

// Hold has nothing to do: a file has one writer at a time.
func (t sqliteTx) Hold(string) error { return nil }

func (t sqliteTx) SizeOf() string {
	return `octet_length(title) + coalesce(octet_length(description), 0)
	+ coalesce((SELECT sum(octet_length(name) + coalesce(octet_length(unit), 0) + coalesce(octet_length(notes), 0)) FROM ingredients WHERE recipe_id = recipes.id), 0)
	+ coalesce((SELECT sum(octet_length(instruction)) FROM steps WHERE recipe_id = recipes.id), 0)`
}
