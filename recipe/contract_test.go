package recipe_test

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	titles "github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// The REST contract's rules for a body, written down a second time and in
// another way than the schemas, so that the two can be held against each other.
// Values are those of a decoder with UseNumber.

// contract has a check for each member of an object.
type contract map[string]func(v any) error

var (
	ingredientContract = contract{"name": words(1, math.MaxInt), "quantity": double, "unit": words(0, math.MaxInt), "notes": words(0, math.MaxInt)}
	stepContract       = contract{
		"instruction": words(1, math.MaxInt), "duration_minutes": whole(0, math.MaxInt32),
		"temperature_value": whole(math.MinInt32, math.MaxInt32), "temperature_unit": scale,
	}
	bodyContract = contract{
		"title": title, "description": words(0, 2000),
		"prep_time_minutes": whole(0, math.MaxInt32), "cook_time_minutes": whole(0, math.MaxInt32),
		"servings": whole(1, math.MaxInt32), "difficulty": whole(1, 5),
		"ingredients": each(ingredientContract, "name"), "steps": each(stepContract, "instruction"),
	}
)

// check gives the first thing that is wrong with an object.
func (c contract) check(v any, required ...string) error {
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("%T is not an object", v)
	}
	for _, name := range required {
		if _, ok := object[name]; !ok {
			return fmt.Errorf("%s is missing", name)
		}
	}
	for name, value := range object {
		rule := c[name]
		if rule == nil {
			return fmt.Errorf("%q is unknown", name)
		}
		if err := rule(value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func words(least, most int) func(any) error {
	return func(v any) error {
		s, ok := v.(string)
		switch n := utf8.RuneCountInString(s); {
		case !ok:
			return fmt.Errorf("%T is not a text", v)
		case !utf8.ValidString(s) || strings.ContainsRune(s, 0):
			return fmt.Errorf("%q can't be stored", s)
		case n < least || n > most:
			return fmt.Errorf("%d characters", n)
		}
		return nil
	}
}

func title(v any) error {
	if err := words(1, 200)(v); err != nil {
		return err
	}
	// A control character alone is for the vault to refuse.
	if strings.TrimFunc(v.(string), func(r rune) bool { return unicode.IsSpace(r) || titles.Blank(string(r)) && !unicode.IsControl(r) }) == "" {
		return fmt.Errorf("%q is blank", v)
	}
	return nil
}

func scale(v any) error {
	if v != "Celsius" && v != "Fahrenheit" {
		return fmt.Errorf("%v is not a scale", v)
	}
	return nil
}

func double(v any) error {
	n, ok := v.(json.Number)
	if !ok {
		return fmt.Errorf("%T is not a number", v)
	}
	_, err := n.Float64()
	return err
}

func whole(least, most float64) func(any) error {
	return func(v any) error {
		if err := double(v); err != nil {
			return err
		}
		if f, _ := v.(json.Number).Float64(); f != math.Trunc(f) || f < least || f > most {
			return fmt.Errorf("%v is not a whole number from %v to %v", v, least, most)
		}
		return nil
	}
}

func each(c contract, required ...string) func(any) error {
	return func(v any) error {
		list, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%T is not a list", v)
		}
		for i, entry := range list {
			if err := c.check(entry, required...); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	}
}

// integerLiteral is what a server that counts in integers reads as one.
var integerLiteral = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)

// literals finds an integer member that is not written as one.
func literals(v any) error {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if n, ok := value.(json.Number); ok && name != "quantity" && !integerLiteral.MatchString(n.String()) {
				return fmt.Errorf("%s is written as %s", name, n)
			}
			if err := literals(value); err != nil {
				return err
			}
		}
	case []any:
		for _, value := range v {
			if err := literals(value); err != nil {
				return err
			}
		}
	}
	return nil
}

// withoutNulls leaves out members that are null, at every level, and gives
// numbers the form in which they can be compared.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		kept := map[string]any{}
		for name, value := range v {
			if value != nil {
				kept[name] = withoutNulls(value)
			}
		}
		return kept
	case []any:
		kept := make([]any, len(v))
		for i, value := range v {
			kept[i] = withoutNulls(value)
		}
		return kept
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return v
		}
		return json.Number(strconv.FormatFloat(f+0, 'g', -1, 64))
	default:
		return v
	}
}
