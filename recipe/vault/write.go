package vault

import (
	"net/http"
	"time"

	"github.com/google/uuid"

	"mcp-adapters/database"
	"mcp-adapters/recipe/title"
)

// timeFormat is how times are stored and sent: UTC, whole seconds. Later times
// are greater texts.
const timeFormat = time.DateTime

const (
	insertRecipe = `INSERT INTO recipes (id, title, title_key, description, prep_time_minutes, cook_time_minutes,
		servings, difficulty, created_at, updated_at, created_by, updated_by)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?10)`
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
		WHERE id = ?2 AND ` + inScope
	deleteRecipe      = `DELETE FROM recipes WHERE id = ?2 AND ` + inScope
	deleteIngredients = `DELETE FROM ingredients WHERE recipe_id = ?`
	deleteSteps       = `DELETE FROM steps WHERE recipe_id = ?`
)

var writeQueries = []string{
	insertRecipe, insertIngredient, insertStep, updateRecipe, deleteRecipe, deleteIngredients, deleteSteps,
	selectRecipe, selectIngredients, selectSteps, selectUnclean, selectTaken, selectTitle,
}

// create stores a new recipe and gives it as it was stored. It fails with [conflict]
// when the title is taken, by whomever; a restored recipe may have a title that
// differs from another only in what is cleaned away, and values from before the
// rules. When it fails with [crowded], nothing was stored.
func (v *Vault) create(c call) (result, error) {
	b, err := c.decodeBody()
	if err == nil && b.Title == nil {
		err = unprocessable("title is required")
	}
	if err != nil {
		return result{}, err
	}
	by := c.scope.author
	if restores(c.ctx) {
		author, err := b.restored(c.body)
		if err != nil {
			return result{}, err
		}
		if by == nil {
			by = author
		}
	} else {
		b.cleanTitle()
		if err := b.validate(); err != nil {
			return result{}, err
		}
	}
	return tagged(v.write(c, http.StatusCreated, func(t tx) ([]byte, error) {
		t.id = uuid.NewString()
		_, err := t.Exec(insertRecipe, t.id, *b.Title, title.ExactKey(*b.Title), b.Description, b.PrepTimeMinutes, b.CookTimeMinutes,
			b.Servings, b.Difficulty, v.now(), by)
		if err == nil && !restores(t.ctx) {
			err = t.checkUnclean(*b.Title)
		}
		if database.IsUnique(err) { // the one such constraint is on title_key
			return nil, t.conflict(*b.Title, err)
		}
		if err == nil {
			err = t.insertLists(b)
		}
		if err != nil {
			return nil, err
		}
		return t.details()
	}))
}

// update changes what the body holds and gives the recipe as it is then. It fails
// with the first rule that a change breaks, with [notFound] when the id is not in
// scope, with [changed], with [conflict] and with [crowded].
func (v *Vault) update(c call) (result, error) {
	sent, err := c.decodeBody()
	if err != nil {
		return result{}, err
	}
	sent.cleanTitle()
	broken := sent.validate()
	return tagged(v.write(c, http.StatusOK, func(t tx) ([]byte, error) {
		if err := t.checkMatch(); err != nil {
			return nil, err
		}
		b := sent // this try's own
		if broken != nil {
			if err := t.dropUnchanged(&b, broken); err != nil {
				return nil, err
			}
		}
		renames, err := t.titleChange(&b)
		if err != nil {
			return nil, err
		}
		var key *string
		if b.Title != nil {
			k := title.Key(*b.Title)
			key = &k
		}
		n, err := t.Exec(updateRecipe, t.scope.members, t.id, b.Title, key, b.Description, b.PrepTimeMinutes, b.CookTimeMinutes,
			b.Servings, b.Difficulty, v.now(), t.scope.author)
		switch {
		case database.IsUnique(err):
			return nil, t.conflict(*b.Title, err)
		case err == nil && n == 0:
			return nil, notFound(t.id)
		}
		if err == nil && renames {
			err = t.checkUnclean(*b.Title)
		}
		if err == nil && b.Ingredients != nil {
			_, err = t.Exec(deleteIngredients, t.id)
		}
		if err == nil && b.Steps != nil {
			_, err = t.Exec(deleteSteps, t.id)
		}
		if err == nil {
			err = t.insertLists(b)
		}
		if err != nil {
			return nil, err
		}
		return t.details()
	}))
}

// remove deletes a recipe; the schema deletes its lists with it. It fails with
// [notFound] when the id is not in scope, with [changed] and with [crowded].
func (v *Vault) remove(c call) (result, error) {
	return v.write(c, http.StatusNoContent, func(t tx) ([]byte, error) {
		if err := t.checkMatch(); err != nil {
			return nil, err
		}
		n, err := t.Exec(deleteRecipe, t.scope.members, t.id)
		if err == nil && n == 0 {
			err = notFound(t.id)
		}
		return nil, err
	})
}

// now is the time as it is stored.
func (v *Vault) now() string { return v.opts.Now().UTC().Format(timeFormat) }

func (t tx) insertLists(b recipeBody) error {
	for i, in := range deref(b.Ingredients) {
		if _, err := t.Exec(insertIngredient, t.id, i, uuid.NewString(), *in.Name, in.Quantity, in.Unit, in.Notes); err != nil {
			return err
		}
	}
	for i, st := range deref(b.Steps) {
		if _, err := t.Exec(insertStep, t.id, i, uuid.NewString(), *st.Instruction, st.DurationMinutes, st.TemperatureValue, st.TemperatureUnit); err != nil {
			return err
		}
	}
	return nil
}
