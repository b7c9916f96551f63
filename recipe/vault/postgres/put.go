package postgres

import (
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

const putRecipe = `INSERT INTO recipes (id, family, title, title_key, clean_key, description, prep_time_minutes, cook_time_minutes,
	servings, difficulty, photo_filename, created_at, updated_at, created_by, updated_by, size, terms, ingredients, steps)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::tsvector, $18::json, $19::json) ON CONFLICT (family, title_key) DO NOTHING`

func (t *tx) Put(r vault.Record) error {
	if _, err := t.Exec(`DELETE FROM recipes WHERE id = $1`, r.ID); err != nil {
		return err
	}
	ingredients, steps := [][]any{}, [][]any{}
	for _, in := range r.Ingredients {
		ingredients = append(ingredients, ingredientRow(in.ID, in.Ingredient))
	}
	for _, st := range r.Steps {
		steps = append(steps, stepRow(st.ID, st.Step))
	}
	first, err := encode(ingredients)
	if err != nil {
		return err
	}
	second, err := encode(steps)
	if err != nil {
		return err
	}
	n, err := t.Exec(putRecipe, r.ID, r.Family, r.Title, []byte(r.Key), []byte(title.Clean(r.Key)), r.Description, r.PrepTime, r.CookTime,
		r.Servings, r.Difficulty, r.Photo, r.Created, r.Updated, r.CreatedBy, r.UpdatedBy, r.Size, r.Terms(), first, second)
	if err == nil && n == 0 {
		err = vault.ErrTaken
	}
	return err
}
