package vault

import (
	"context"
	"errors"
	"reflect"
	"time"

	"github.com/go-json-experiment/json"
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
	selectRecipe, selectIngredients, selectSteps, selectUnclean, selectTitle,
}

// create stores a new recipe and returns it as it was stored. It fails with
// [conflict] when the title is taken, by whomever; a restored recipe may have a
// title that differs from another only in what is cleaned away. When it fails
// with [crowded], nothing was stored.
func (s store) create(ctx context.Context, sc scope, author any, b recipeBody, now time.Time, mem *lease) ([]byte, error) {
	var out []byte
	err := s.write(ctx, func(t tx) error {
		id := uuid.NewString()
		_, err := t.Exec(insertRecipe, id, *b.Title, title.ExactKey(*b.Title), b.Description, b.PrepTimeMinutes, b.CookTimeMinutes,
			b.Servings, b.Difficulty, now.UTC().Format(timeFormat), author)
		if err == nil && !restores(ctx) {
			err = t.checkUnclean(id, *b.Title)
		}
		if database.IsUnique(err) { // the one such constraint is on title_key
			return conflict(*b.Title, err)
		}
		if err != nil {
			return err
		}
		if err := t.insertLists(id, b); err != nil {
			return err
		}
		out, err = t.details(sc, id, mem)
		return err
	})
	return out, err
}

// update changes what b holds and returns the recipe as it is then. It fails with
// the first rule that a change breaks, with [notFound] when the id is not in scope,
// with [conflict] and with [crowded].
func (s store) update(ctx context.Context, sc scope, id string, b recipeBody, now time.Time, mem *lease) ([]byte, error) {
	var out []byte
	broken := b.validate()
	err := s.write(ctx, func(t tx) error {
		b := b // this try's own
		if broken != nil {
			if err := t.dropUnchanged(sc, id, &b, mem); err != nil {
				if _, ok := errors.AsType[*failure](err); ok { // there is no such recipe
					return broken
				}
				return err
			}
			if err := b.validate(); err != nil {
				return err
			}
		}
		renames, err := t.titleChange(sc, id, &b)
		if err != nil {
			return err
		}
		var key *string
		if b.Title != nil {
			k := title.Key(*b.Title)
			key = &k
		}
		n, err := t.Exec(updateRecipe, sc.members, id, b.Title, key, b.Description, b.PrepTimeMinutes, b.CookTimeMinutes,
			b.Servings, b.Difficulty, now.UTC().Format(timeFormat), sc.author)
		switch {
		case database.IsUnique(err):
			return conflict(*b.Title, err)
		case err != nil:
			return err
		case n == 0:
			return notFound(id)
		}
		if renames {
			if err := t.checkUnclean(id, *b.Title); err != nil {
				return err
			}
		}
		if b.Ingredients != nil {
			if _, err := t.Exec(deleteIngredients, id); err != nil {
				return err
			}
		}
		if b.Steps != nil {
			if _, err := t.Exec(deleteSteps, id); err != nil {
				return err
			}
		}
		if err := t.insertLists(id, b); err != nil {
			return err
		}
		out, err = t.details(sc, id, mem)
		return err
	})
	return out, err
}

// dropUnchanged takes out of b what the recipe has already: a value from before a
// rule may be sent back as it was read. It fails with [notFound].
func (t tx) dropUnchanged(sc scope, id string, b *recipeBody, mem *lease) error {
	data, err := t.details(sc, id, mem)
	if err != nil {
		return err
	}
	var there recipeBody
	if err := json.Unmarshal(data, &there); err != nil {
		return err
	}
	if *there.Title == b.sentTitle {
		b.Title = nil
	}
	drop(&b.Description, there.Description)
	drop(&b.Ingredients, there.Ingredients)
	drop(&b.Steps, there.Steps)
	return nil
}

func drop[T any](sent **T, there *T) {
	if reflect.DeepEqual(*sent, there) {
		*sent = nil
	}
}

// remove deletes a recipe; the schema deletes its lists with it. It fails with
// [notFound] when the id is not in scope.
func (s store) remove(ctx context.Context, sc scope, id string) error {
	return s.write(ctx, func(t tx) error {
		n, err := t.Exec(deleteRecipe, sc.members, id)
		if err == nil && n == 0 {
			return notFound(id)
		}
		return err
	})
}

func (t tx) insertLists(id string, b recipeBody) error {
	for i, in := range deref(b.Ingredients) {
		if _, err := t.Exec(insertIngredient, id, i, uuid.NewString(), *in.Name, in.Quantity, in.Unit, in.Notes); err != nil {
			return err
		}
	}
	for i, st := range deref(b.Steps) {
		if _, err := t.Exec(insertStep, id, i, uuid.NewString(), *st.Instruction, st.DurationMinutes, st.TemperatureValue, st.TemperatureUnit); err != nil {
			return err
		}
	}
	return nil
}
