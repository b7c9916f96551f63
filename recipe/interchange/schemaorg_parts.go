package interchange

// linkedSupply is a schema.org HowToSupply: the parts of an ingredient whose
// line alone would not say them surely.
type linkedSupply struct {
	Type     string        `json:"@type"`
	Name     string        `json:"name"`
	Quantity *linkedAmount `json:"requiredQuantity,omitzero"`
	Notes    string        `json:"description,omitzero"`
}

// linkedAmount is a schema.org QuantitativeValue.
type linkedAmount struct {
	Type  string   `json:"@type"`
	Value *float64 `json:"value,omitzero"`
	Unit  string   `json:"unitText,omitzero"`
}

// suppliesOf returns all ingredients in parts, or nil when each line says its
// parts by itself.
func suppliesOf(ingredients []Ingredient) []linkedSupply {
	sure := true
	for _, in := range ingredients {
		sure = sure && sameIngredient(ParseIngredient(ingredientLine(in)), in)
	}
	if sure {
		return nil
	}
	all := make([]linkedSupply, 0, len(ingredients))
	for _, in := range ingredients {
		s := linkedSupply{Type: "HowToSupply", Name: in.Name, Notes: in.Notes}
		if in.Quantity != nil || in.Unit != "" {
			s.Quantity = &linkedAmount{Type: "QuantitativeValue", Value: in.Quantity, Unit: in.Unit}
		}
		all = append(all, s)
	}
	return all
}

// partsOf is the inverse of suppliesOf. It returns nil when any of the
// supplies does not say what its line says, as when a person has changed one
// of the two.
func partsOf(lines, supplies []any) []Ingredient {
	if len(lines) == 0 || len(lines) != len(supplies) {
		return nil
	}
	all := make([]Ingredient, 0, len(lines))
	for i, v := range supplies {
		m, _ := v.(map[string]any)
		o := object(m)
		amount := o.object("requiredQuantity")
		in := Ingredient{Name: o.text("name"), Unit: amount.text("unitText"), Notes: o.text("description")}
		if q, ok := amount["value"].(float64); ok {
			in.Quantity = &q
		}
		if line, ok := lines[i].(string); !ok || line != ingredientLine(in) {
			return nil
		}
		all = append(all, in)
	}
	return all
}
