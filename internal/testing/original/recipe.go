package original

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// recipe is a stored recipe, and how it is sent.
type recipe struct {
	ID              string       `json:"id"`
	Title           string       `json:"title"`
	Description     *string      `json:"description,omitzero"`
	PrepTimeMinutes *int32       `json:"prep_time_minutes,omitzero"`
	CookTimeMinutes *int32       `json:"cook_time_minutes,omitzero"`
	Servings        *int32       `json:"servings,omitzero"`
	Difficulty      *int32       `json:"difficulty,omitzero"`
	CreatedAt       string       `json:"created_at"`
	UpdatedAt       string       `json:"updated_at"`
	CreatedBy       *string      `json:"created_by,omitzero"`
	UpdatedBy       *string      `json:"updated_by,omitzero"`
	Ingredients     []ingredient `json:"ingredients,omitzero"`
	Steps           []step       `json:"steps,omitzero"`
}

type ingredient struct {
	ID       string         `json:"id"`
	RecipeID string         `json:"recipe_id"`
	Position int            `json:"position"`
	Name     string         `json:"name"`
	Quantity jsontext.Value `json:"quantity,omitzero"`
	Unit     *string        `json:"unit,omitzero"`
	Notes    *string        `json:"notes,omitzero"`
}

type step struct {
	ID               string  `json:"id"`
	RecipeID         string  `json:"recipe_id"`
	Position         int     `json:"position"`
	Instruction      string  `json:"instruction"`
	DurationMinutes  *int32  `json:"duration_minutes,omitzero"`
	TemperatureValue *int32  `json:"temperature_value,omitzero"`
	TemperatureUnit  *string `json:"temperature_unit,omitzero"`
}

// input is the body of a write. Nil is absent or null.
type input struct {
	Title           *string        `json:"title"`
	Description     *string        `json:"description"`
	PrepTimeMinutes *int32         `json:"prep_time_minutes"`
	CookTimeMinutes *int32         `json:"cook_time_minutes"`
	Servings        *int32         `json:"servings"`
	Difficulty      *int32         `json:"difficulty"`
	Ingredients     jsontext.Value `json:"ingredients"`
	Steps           jsontext.Value `json:"steps"`

	ingredients []ingredient
	steps       []step
}

// decode reads a body. Members are named by exact case, and others ignored.
func (s *Server) decode(data []byte, create bool) (*input, error) {
	var in input
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, misfit(err)
	}
	if jsontext.Value(data).Kind() != '{' || create && in.Title == nil {
		return nil, untyped
	}
	for _, list := range []*jsontext.Value{&in.Ingredients, &in.Steps} {
		if string(*list) == "null" {
			if create {
				return nil, untyped
			}
			*list = nil
		}
	}
	return &in, errors.Join(s.decodeIngredients(&in), decodeSteps(&in))
}

func (s *Server) decodeIngredients(in *input) error {
	if in.Ingredients == nil {
		return nil
	}
	var sent []*struct {
		Name     *string        `json:"name"`
		Quantity jsontext.Value `json:"quantity"`
		Unit     *string        `json:"unit"`
		Notes    *string        `json:"notes"`
	}
	if err := json.Unmarshal(in.Ingredients, &sent); err != nil {
		return misfit(err)
	}
	in.ingredients = []ingredient{}
	for _, x := range sent {
		if x == nil || x.Name == nil {
			return untyped
		}
		quantity, err := s.quantity(x.Quantity)
		if err != nil {
			return err
		}
		in.ingredients = append(in.ingredients, ingredient{Name: *x.Name, Quantity: quantity, Unit: x.Unit, Notes: x.Notes})
	}
	return nil
}

func decodeSteps(in *input) error {
	if in.Steps == nil {
		return nil
	}
	var sent []*struct {
		Instruction      *string `json:"instruction"`
		DurationMinutes  *int32  `json:"duration_minutes"`
		TemperatureValue *int32  `json:"temperature_value"`
		TemperatureUnit  *string `json:"temperature_unit"`
	}
	if err := json.Unmarshal(in.Steps, &sent); err != nil {
		return misfit(err)
	}
	in.steps = []step{}
	for _, x := range sent {
		if x == nil || x.Instruction == nil {
			return untyped
		}
		in.steps = append(in.steps, step{
			Instruction: *x.Instruction, DurationMinutes: x.DurationMinutes,
			TemperatureValue: x.TemperatureValue, TemperatureUnit: x.TemperatureUnit,
		})
	}
	return nil
}

// untyped is the refusal of JSON that doesn't have the types of a recipe.
var untyped = &failure{status: 422, text: "Failed to deserialize the JSON body into the target type"}

// misfit tells what isn't JSON from what is of another type.
func misfit(err error) error {
	syntax, isSyntax := errors.AsType[*jsontext.SyntacticError](err)
	if isSyntax && !errors.Is(syntax, jsontext.ErrDuplicateName) {
		return &failure{status: 400, text: "Failed to parse the request body as JSON"}
	}
	return untyped
}

// quantity returns a quantity as it is stored and sent.
func (s *Server) quantity(sent jsontext.Value) (jsontext.Value, error) {
	switch {
	case sent == nil || sent.Kind() == 'n':
		return nil, nil
	case sent.Kind() != '0':
		return nil, untyped
	case !s.has(RoundsQuantities):
		return sent.Clone(), nil
	}
	f, err := strconv.ParseFloat(string(sent), 64)
	if err != nil {
		return nil, &failure{status: 400, text: "Failed to parse the request body as JSON"}
	}
	if abs := math.Abs(f); abs != 0 && (abs < 1e-5 || abs >= 1e16) {
		return strconv.AppendFloat(nil, f, 'e', -1, 64), nil
	}
	text := strconv.AppendFloat(nil, f, 'f', -1, 64)
	if !bytes.Contains(text, []byte(".")) {
		text = append(text, ".0"...)
	}
	return text, nil
}

func (s *Server) checkTitle(title string) error {
	switch {
	case strings.TrimSpace(title) == "":
		return invalid("Title cannot be empty")
	case s.length(title) > 200:
		return invalid("Title exceeds maximum length of 200 characters")
	}
	return nil
}

func (s *Server) checkDescription(text *string) error {
	if text != nil && s.length(*text) > 2000 {
		return invalid("Description exceeds maximum length of 2000 characters")
	}
	return nil
}

func (s *Server) length(text string) int {
	if s.has(CountsBytes) {
		return len(text)
	}
	return utf8.RuneCountInString(text)
}

// checkTables is what the database checks of itself.
func (s *Server) checkTables(in *input) error {
	refuse := invalid
	if s.has(LeavesRulesToDatabase) {
		refuse = func(string) error { return databaseError("Database error occurred") }
	}
	if d := in.Difficulty; d != nil && (*d < 1 || *d > 5) {
		return refuse("Difficulty must be between 1 and 5")
	}
	for _, st := range in.steps {
		if u := st.TemperatureUnit; u != nil && *u != "Celsius" && *u != "Fahrenheit" {
			return refuse("Temperature unit must be Celsius or Fahrenheit")
		}
	}
	return nil
}

// key is what titles are compared and ordered by.
func (s *Server) key(title string) string {
	if !s.has(LowersASCII) {
		return strings.ToLower(title)
	}
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, title)
}
