package catalog

import (
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// Gift is one idea. Its fields have the same names in every [Format].
type Gift struct {
	ID         string   `yaml:"id" json:"id"` // UUID v4, in lower case
	Name       string   `yaml:"name" json:"name"`
	Brief      string   `yaml:"brief_description" json:"brief_description"`
	Full       string   `yaml:"full_description" json:"full_description"`
	Price      Price    `yaml:"price_range" json:"price_range"`
	Categories []string `yaml:"categories" json:"categories"` // the main one first
	Occasions  []string `yaml:"occasions,omitempty" json:"occasions,omitempty"`
	Recipients []string `yaml:"recipient_types,omitempty" json:"recipient_types,omitempty"`
	// LovedBy has phrases in which people speak of someone whom the gift suits: "always bakes on
	// sundays". Only ranking reads them.
	LovedBy []string `yaml:"loved_by,omitempty" json:"loved_by,omitempty"`
	// Popularity is from 0 to 1: how broadly the gift suits. nil is as [Gift.Score] says.
	Popularity *float64 `yaml:"popularity_score,omitempty" json:"popularity_score,omitzero"`
	Guidance   string   `yaml:"purchasing_guidance,omitempty" json:"purchasing_guidance,omitempty"`
	URL        string   `yaml:"purchase_url,omitempty" json:"purchase_url,omitempty"`
	Image      string   `yaml:"image_url,omitempty" json:"image_url,omitempty"` // an https address
	Cost       string   `yaml:"price,omitempty" json:"price,omitempty"`         // as the shop wrote it: "24.90 EUR"
	// Suggested are those of the tags that no one wrote: they were found by the words of a shop's product.
	Suggested []string `yaml:"suggested_tags,omitempty" json:"suggested_tags,omitempty"`
	Affiliate bool     `yaml:"has_affiliate_commission,omitempty" json:"has_affiliate_commission,omitzero"`
	// Adult is for what no one under 21 is offered: alcohol, tobacco, weapons and the like.
	Adult bool `yaml:"adult,omitempty" json:"adult,omitzero"`
}

// Price is one of four brackets; a boundary belongs to the upper one.
type Price string

// The brackets, from the lowest.
const (
	Budget   Price = "budget"
	Moderate Price = "moderate"
	Premium  Price = "premium"
	Luxury   Price = "luxury"
)

// Prices are the brackets, from the lowest.
var Prices = [...]Price{Budget, Moderate, Premium, Luxury}

// Label is the bracket in dollars, "$25-75"; it is empty if p is not a bracket.
func (p Price) Label() string {
	switch p {
	case Budget:
		return "under $25"
	case Moderate:
		return "$25-75"
	case Premium:
		return "$75-200"
	case Luxury:
		return "over $200"
	}
	return ""
}

// Score is the popularity of g, 0.5 where it isn't known.
func (g *Gift) Score() float64 {
	if g.Popularity == nil {
		return 0.5
	}
	return *g.Popularity
}

// Text is what an embedder reads of g.
func (g *Gift) Text() string {
	return g.Name + ". " + strings.TrimSuffix(g.Brief, ".") + ". Categories: " + strings.Join(g.Categories, ", ")
}

// NonNil returns list, or an empty one in place of nil, which JSON and databases have as null.
func NonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Error is a rule that a gift breaks.
type Error struct {
	Field string // as in a file; empty if it is about the whole entry
	Rule  string // what must hold: "is required"
}

// Error returns field and rule.
func (e *Error) Error() string { return strings.TrimPrefix(e.Field+" "+e.Rule, " ") }

func rule(field, format string, args ...any) *Error {
	return &Error{Field: field, Rule: fmt.Sprintf(format, args...)}
}

func checkID(id string) *Error {
	parsed, err := uuid.Parse(id)
	if err != nil || len(id) != 36 || parsed.Version() != 4 || parsed.Variant() != uuid.RFC4122 {
		return rule("id", "must be a version 4 UUID, such as 7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d")
	}
	return nil
}
