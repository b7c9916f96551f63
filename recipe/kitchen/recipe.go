package kitchen

import "strings"

// Recipe is what is needed of a recipe. The names of members are those of the API.
type Recipe struct {
	ID          string       `json:"id"`
	Title       string       `json:"title"`
	Servings    int          `json:"servings"` // 0: unknown
	Ingredients []Ingredient `json:"ingredients"`
	Steps       []Step       `json:"steps"`
}

// Ingredient is one entry of a recipe's list.
type Ingredient struct {
	Name     string   `json:"name"`
	Quantity Quantity `json:"quantity,omitzero"`
	Unit     string   `json:"unit,omitempty"`
	Notes    string   `json:"notes,omitempty"`
}

// IsHeading reports whether it is the heading of a part of the list, such as "For the
// sauce:".
func (in Ingredient) IsHeading() bool {
	return in.Quantity.IsZero() && in.Unit == "" && strings.HasSuffix(strings.TrimSpace(in.Name), ":")
}

// Step is one step of a recipe.
type Step struct {
	Instruction string `json:"instruction"`
}

// Mark says how a line came about.
type Mark string

// The marks of lines.
const (
	Scaled  Mark = "scaled"  // shown as it is, to half a percent
	Rounded Mark = "rounded" // scaled, and shown as what can be measured or bought
	AsIs    Mark = "as is"   // the cook's own words
)

// Line is an ingredient after scaling.
type Line struct {
	Ingredient // its quantity is exact, in its unit
	// Shown is the amount that a cook can measure; "": there is none.
	Shown  string `json:"shown,omitempty"`
	Mark   Mark   `json:"mark"`
	Remark string `json:"remark,omitempty"` // what else a cook should know
}
