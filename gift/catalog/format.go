package catalog

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Format is a form of files of gifts.
type Format string

// The formats. In CSV the first row has the names of the fields, in any order, and a list is
// one cell with commas; in JSON the file is one array; in JSON Lines each line is a gift; in
// YAML each entry of one list is.
const (
	CSV       Format = "csv"
	JSON      Format = "json"
	JSONLines Format = "jsonl"
	YAML      Format = "yaml"
)

// Formats are all of them.
var Formats = [...]Format{CSV, JSON, JSONLines, YAML}

// FormatOf returns the format that a file's name ends with.
func FormatOf(name string) (Format, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv", ".tsv":
		return CSV, nil
	case ".json":
		return JSON, nil
	case ".jsonl", ".ndjson":
		return JSONLines, nil
	case ".yaml", ".yml":
		return YAML, nil
	}
	return "", fmt.Errorf("the name %q doesn't end in .csv, .json, .jsonl or .yaml, so say which format the file has", filepath.Base(name))
}

// unit is what an entry of a file is called where people count them.
func (f Format) unit() string {
	switch f {
	case CSV:
		return "row"
	case JSONLines:
		return "line"
	default:
		return "entry"
	}
}

// field is a field of a gift in a file. at returns where it is kept: a *string, *Price,
// *[]string, **float64 or *bool.
type field struct {
	name     string
	required bool
	at       func(g *Gift) any
}

// fields are in the order in which they are written.
var fields = []field{
	{"id", false, func(g *Gift) any { return &g.ID }}, // an import gives one to a gift without
	{"name", true, func(g *Gift) any { return &g.Name }},
	{"brief_description", true, func(g *Gift) any { return &g.Brief }},
	{"full_description", true, func(g *Gift) any { return &g.Full }},
	{"price_range", true, func(g *Gift) any { return &g.Price }},
	{"categories", true, func(g *Gift) any { return &g.Categories }},
	{"occasions", false, func(g *Gift) any { return &g.Occasions }},
	{"recipient_types", false, func(g *Gift) any { return &g.Recipients }},
	{"loved_by", false, func(g *Gift) any { return &g.LovedBy }},
	{"popularity_score", false, func(g *Gift) any { return &g.Popularity }},
	{"adult", false, func(g *Gift) any { return &g.Adult }},
	{"purchasing_guidance", false, func(g *Gift) any { return &g.Guidance }},
	{"purchase_url", false, func(g *Gift) any { return &g.URL }},
	{"image_url", false, func(g *Gift) any { return &g.Image }},
	{"price", false, func(g *Gift) any { return &g.Cost }},
	{"suggested_tags", false, func(g *Gift) any { return &g.Suggested }},
	{"has_affiliate_commission", false, func(g *Gift) any { return &g.Affiliate }},
}

func fieldNamed(name string) (field, bool) {
	for _, f := range fields {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

// mustBe says what a field takes, of which at is where it is kept.
func mustBe(at any) string {
	switch at.(type) {
	case *[]string:
		return "must be a list of words"
	case **float64:
		return "must be a number from 0.0 to 1.0"
	case *bool:
		return "must be true or false"
	default:
		return "must be text"
	}
}
