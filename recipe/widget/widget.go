// Package widget is the widget of the recipe tools: a card that a cook can use at the
// stove, and a list that opens one.
package widget

import (
	_ "embed"

	"github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// What esbuild makes of the scripts and styles here. Of a page that each chat keeps, every
// byte counts; TestScript has them made anew when a source has changed.
var (
	//go:embed script.min.js
	script string
	//go:embed style.min.css
	style string
)

// tables are kitchen.ScaleTables as JSON. To make them takes too long for each start;
// TestTables has them made anew when they have changed.
//
//go:embed tables.json
var tables string

// New returns the widget.
func New() (*widget.Widget, error) {
	return widget.New(widget.Options{
		Name:        "recipes",
		Title:       "Recipes",
		Description: "Shows the recipe, or the list of recipes, with servings to change, ingredients to tick off, and steps with timers. There is no need to repeat it.",
		AppsURI:     "ui://recipe-vault/recipes.html",
		OpenAIURI:   "ui://recipe-vault/recipes.chatgpt.html",
		Style:       widget.Minified(style),
		Script:      "(function(){\"use strict\";var TABLES=" + tables + ";\n" + widget.Minified(script) + "})();\n",
	})
}

// Attach has hosts show the widget for those of the tools that return recipes.
func Attach(w *widget.Widget, tools []mcp.Tool) {
	for i := range tools {
		switch t := &tools[i]; t.Name {
		case "list_recipes":
			w.Attach(t, "Looking through the recipes", "Recipes")
		case "get_recipe":
			w.Attach(t, "Opening the recipe", "Recipe")
		case "create_recipe":
			w.Attach(t, "Saving the recipe", "Recipe saved")
		case "update_recipe":
			w.Attach(t, "Changing the recipe", "Recipe changed")
		}
	}
}
