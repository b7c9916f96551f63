package postgres

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// columns is how many a row of either list has, as it is stored: a JSON array of these.
const columns = 5

func ingredientRow(id string, in vault.Ingredient) []any {
	return []any{id, in.Name, in.Quantity, in.Unit, in.Notes}
}

func stepRow(id string, st vault.Step) []any {
	return []any{id, st.Instruction, st.DurationMinutes, st.TemperatureValue, st.TemperatureUnit}
}

// size is the expression of what a recipe counts toward a limit, as [vault.Values.Size] has it.
const size = `octet_length(title) + coalesce(octet_length(description), 0)
	+ coalesce((SELECT sum(octet_length(r ->> 1) + coalesce(octet_length(r ->> 3), 0) + coalesce(octet_length(r ->> 4), 0)) FROM json_array_elements(ingredients) AS i(r)), 0)
	+ coalesce((SELECT sum(octet_length(r ->> 1)) FROM json_array_elements(steps) AS s(r)), 0)`

func (t *tx) SizeOf() string { return size }

// lists are those of a write as they are stored; nil: as they were.
func lists(v vault.Values) (ingredients, steps any, err error) {
	if v.Ingredients != nil {
		rows := [][]any{}
		for _, in := range *v.Ingredients {
			rows = append(rows, ingredientRow(uuid.NewString(), in))
		}
		if ingredients, err = encode(rows); err != nil {
			return nil, nil, err
		}
	}
	if v.Steps != nil {
		rows := [][]any{}
		for _, st := range *v.Steps {
			rows = append(rows, stepRow(uuid.NewString(), st))
		}
		steps, err = encode(rows)
	}
	return ingredients, steps, err
}

// encode writes a list. It refuses texts that the server would refuse in a column of their own,
// and that JSON would replace.
func encode(rows [][]any) (string, error) {
	for _, row := range rows {
		for _, value := range row {
			if text, ok := value.(*string); ok && text != nil && impossible(*text) {
				return "", errors.New("a list has text that the server can't store")
			}
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(rows); err != nil {
		return "", fmt.Errorf("write a list of a recipe: %w", err)
	}
	return b.String(), nil
}

// Lists reads the rows of both lists of records.
func (t *tx) Lists(records []vault.Record) error {
	at, ids := map[string]*vault.Record{}, make([]string, len(records))
	for i := range records {
		ids[i] = records[i].ID
		at[ids[i]] = &records[i]
	}
	rows, err := t.Query(`SELECT id, ingredients, steps FROM recipes WHERE id = ANY($1::text[])`, ids)
	return database.Each(rows, err, func(row database.Row) error {
		var id string
		var ingredients, steps []byte
		if err := row.Scan(&id, &ingredients, &steps); err != nil {
			return err
		}
		r := at[id]
		if err := unpack(ingredients, func() []any {
			r.Ingredients = append(r.Ingredients, vault.IngredientRecord{})
			in := &r.Ingredients[len(r.Ingredients)-1]
			return []any{&in.ID, &in.Name, &in.Quantity, &in.Unit, &in.Notes}
		}); err != nil {
			return err
		}
		return unpack(steps, func() []any {
			r.Steps = append(r.Steps, vault.StepRecord{})
			st := &r.Steps[len(r.Steps)-1]
			return []any{&st.ID, &st.Instruction, &st.DurationMinutes, &st.TemperatureValue, &st.TemperatureUnit}
		})
	})
}

// unpack reads a list into the places that row returns for each of its rows.
func unpack(text []byte, row func() []any) error {
	if text == nil {
		return nil
	}
	var rows [][]json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil {
		return fmt.Errorf("read a list of a recipe: %w", err)
	}
	for _, values := range rows {
		if len(values) != columns {
			return fmt.Errorf("read a list of a recipe: a row has %d columns", len(values))
		}
		for i, into := range row() {
			if err := json.Unmarshal(values[i], into); err != nil {
				return fmt.Errorf("read a list of a recipe: %w", err)
			}
		}
	}
	return nil
}
