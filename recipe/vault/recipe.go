package vault

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// recipeBody is the body of a POST and of a PUT. Nil means absent, and so does
// null: neither says anything about the recipe.
type recipeBody struct {
	Title           *string       `json:"title"`
	Description     *string       `json:"description"`
	PrepTimeMinutes *int32        `json:"prep_time_minutes"`
	CookTimeMinutes *int32        `json:"cook_time_minutes"`
	Servings        *int32        `json:"servings"`
	Difficulty      *int32        `json:"difficulty"`
	Ingredients     *[]Ingredient `json:"ingredients"`
	Steps           *[]Step       `json:"steps"`

	sentTitle string // as it came; Title may be without what is at its ends
}

// decodeBody reads a body. Members that the contract does not name are ignored,
// as the deployed server ignores them; duplicate members, text that is not UTF-8
// and lone surrogates are refused, because whatever were stored in their place
// would not be what was sent. Member names match by exact case.
//
// A recipe that is restored may be from before the bounds.
func (c call) decodeBody() (b recipeBody, err error) {
	if !restores(c.ctx) {
		if err := checkBounds(c.body); err != nil {
			return b, err
		}
	}
	if err = json.Unmarshal(c.body, &b); err == nil {
		// JSON null leaves b as it was and so passes for an empty object.
		if jsontext.Value(c.body).Kind() != '{' {
			return b, unprocessable("the body must be a JSON object")
		}
		for _, in := range deref(b.Ingredients) {
			if in.Quantity != nil {
				*in.Quantity = unsigned(*in.Quantity)
			}
		}
		return b, b.checkRequired()
	}
	// Both messages are built here instead of passing on the decoder's, which
	// quotes the body.
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		return b, unprocessable(misfit(semantic))
	}
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case !ok:
		return b, invalid("the body is not valid JSON in UTF-8")
	case errors.Is(err, jsontext.ErrDuplicateName):
		return b, invalid("the body is not usable JSON: a member occurs twice, before byte %d", syntax.ByteOffset)
	}
	return b, invalid("the body is not valid JSON in UTF-8, at byte %d", syntax.ByteOffset)
}

var wanted = map[reflect.Kind]string{
	reflect.Int32:   "an integer between -2147483648 and 2147483647, written without fraction or exponent",
	reflect.Float64: "a number in the range of a double",
	reflect.String:  "a string",
	reflect.Slice:   "an array",
	reflect.Struct:  "an object",
}

// misfit says where a value does not fit and what would.
func misfit(e *json.SemanticError) string {
	where := fieldName(e.JSONPointer)
	if where == "" {
		return "the body must be a JSON object"
	}
	want := "another type"
	if e.GoType != nil {
		want = cmp.Or(wanted[e.GoType.Kind()], want)
	}
	return where + " must be " + want
}

// fieldName writes /steps/0/instruction as steps[0].instruction.
func fieldName(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		switch {
		case token != "" && token[0] >= '0' && token[0] <= '9':
			b.WriteString("[" + token + "]")
		case b.Len() > 0:
			b.WriteString("." + token)
		default:
			b.WriteString(token)
		}
	}
	return b.String()
}

// checkRequired finds the list members without which an entry has no shape.
func (b *recipeBody) checkRequired() error {
	for i, in := range deref(b.Ingredients) {
		if in.Name == nil {
			return unprocessable(fmt.Sprintf("ingredients[%d].name is required", i))
		}
	}
	for i, st := range deref(b.Steps) {
		if st.Instruction == nil {
			return unprocessable(fmt.Sprintf("steps[%d].instruction is required", i))
		}
	}
	return nil
}

func deref[T any](list *[]T) []T {
	if list == nil {
		return nil
	}
	return *list
}
