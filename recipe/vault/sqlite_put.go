package vault

import "github.com/mcp-adapters/mcp-adapters/internal/database"

const putRecipe = `INSERT INTO recipes (id, family, title, title_key, description, prep_time_minutes, cook_time_minutes,
	servings, difficulty, photo_filename, created_at, updated_at, created_by, updated_by, size)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func (t sqliteTx) Put(r Record) error {
	if _, err := t.Exec(deleteTerms, r.ID); err != nil {
		return err
	}
	if _, err := t.Exec(`DELETE FROM recipes WHERE id = ?`, r.ID); err != nil {
		return err
	}
	_, err := t.Exec(putRecipe, r.ID, r.Family, r.Title, r.Key, r.Description, r.PrepTime, r.CookTime,
		r.Servings, r.Difficulty, r.Photo, r.Created.Format(sqliteTime), r.Updated.Format(sqliteTime), r.CreatedBy, r.UpdatedBy, r.Size)
	if err != nil {
		return taken(err)
	}
	for i, in := range r.Ingredients {
		if _, err := t.Exec(insertIngredient, r.ID, i, in.ID, *in.Name, in.Quantity, in.Unit, in.Notes); err != nil {
			return err
		}
	}
	for i, st := range r.Steps {
		if _, err := t.Exec(insertStep, r.ID, i, st.ID, *st.Instruction, st.DurationMinutes, st.TemperatureValue, st.TemperatureUnit); err != nil {
			return err
		}
	}
	terms := r.Terms()
	return t.setTerms(r.ID, r.Family, &terms)
}

func (t sqliteTx) Lists(records []Record) error {
	at, ids := map[string]int{}, make([]string, len(records))
	for i, r := range records {
		at[r.ID], ids[i] = i, r.ID
	}
	err := each(t, `SELECT recipe_id, id, name, quantity, unit, notes FROM ingredients WHERE `+in("recipe_id", len(ids))+` ORDER BY recipe_id, position`, anys(ids), func(row database.Row) error {
		var of string
		var i IngredientRecord
		err := row.Scan(&of, &i.ID, &i.Name, &i.Quantity, &i.Unit, &i.Notes)
		if err == nil {
			r := &records[at[of]]
			r.Ingredients = append(r.Ingredients, i)
		}
		return err
	})
	if err != nil {
		return err
	}
	return each(t, `SELECT recipe_id, id, instruction, duration_minutes, temperature_value, temperature_unit FROM steps WHERE `+in("recipe_id", len(ids))+` ORDER BY recipe_id, position`, anys(ids), func(row database.Row) error {
		var of string
		var s StepRecord
		err := row.Scan(&of, &s.ID, &s.Instruction, &s.DurationMinutes, &s.TemperatureValue, &s.TemperatureUnit)
		if err == nil {
			r := &records[at[of]]
			r.Steps = append(r.Steps, s)
		}
		return err
	})
}
