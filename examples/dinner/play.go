package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// shelf is how many recipes are in the vault beside tonight's.
const shelf = 5000

// evening is the play.
type evening struct {
	model   *guest // an assistant with every tool
	partner *guest // another one in the family, at the same vault
	out     io.Writer
	soup    recipe
}

type recipe struct {
	ID          string
	Title       string
	UpdatedAt   string `json:"updated_at"`
	Ingredients []struct {
		Name     string
		Quantity float64
	}
}

type object = map[string]any

func (e *evening) play(ctx context.Context) error {
	if err := e.fill(ctx); err != nil {
		return err
	}
	for _, scene := range []struct {
		title string
		play  func(context.Context) error
	}{
		{"Arguments in the wrong form", e.save},
		{"A list of 5,000 recipes", e.list},
		{"An edit that would have lost another", e.edit},
		{"A shopping list for four recipes", e.shop},
		{"A cooked dish", e.cook},
	} {
		fmt.Fprintf(e.out, "\n== %s\n\n", scene.title)
		if err := scene.play(ctx); err != nil {
			return fmt.Errorf("%s: %w", scene.title, err)
		}
	}
	return nil
}

// fill puts many recipes into the vault, without a word.
func (e *evening) fill(ctx context.Context) error {
	quiet := &guest{e.partner.ClientSession, e.partner.name, io.Discard}
	for n := range shelf {
		dish := []string{"Stew", "Gratin", "Curry", "Salad", "Pie"}[n%5]
		if _, err := quiet.does(ctx, "create_recipe", object{
			"title": fmt.Sprintf("%s no. %04d", dish, n), "description": "From the family's box of cards.", "servings": 2 + n%6, "cook_time_minutes": 10 + n%90,
			"ingredients": []any{object{"name": "onions", "quantity": 1 + n%3}, object{"name": "butter", "quantity": 20 + n%50, "unit": "g"}},
		}, nil); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(e.out, "The vault has %d recipes.\n", shelf)
	return err
}

// save sends what models send: lists and numbers as text, fractions, signs. What can't
// be read for sure is refused with the form that is wanted.
func (e *evening) save(ctx context.Context) error {
	saved, err := e.model.does(ctx, "create_recipe", object{
		"title": " Tomato soup ", "description": "A quick soup for cold days.", "servings": "4", "difficulty": "1",
		"ingredients": `[{"name":"tomatoes","quantity":"2 1/2","unit":"kg"},{"name":"onions","quantity":"2"},{"name":"salt","notes":"to taste"}]`,
		"steps":       object{"instruction": "Roast the tomatoes with the onions.", "duration_minutes": "40", "temperature_value": "200", "temperature_unit": "°C"},
	}, &e.soup)
	if err != nil {
		return err
	}
	if saved.notes["repairs"] == nil {
		return errors.New("no repair is mentioned")
	}
	refusal, err := e.model.refused(ctx, "create_recipe", object{"title": "Pancakes", "ingredients": "flour, eggs, milk"})
	if err != nil {
		return err
	}
	if !strings.Contains(refusal, "name") {
		return errors.New("the refusal does not show the form of an ingredient")
	}
	if _, err := e.model.does(ctx, "create_recipe", object{
		"title": "Pancakes", "description": "Thin ones.", "servings": 4,
		"ingredients": []any{object{"name": "flour", "quantity": 250, "unit": "g"}, object{"name": "eggs", "quantity": 3}, object{"name": "milk", "quantity": 500, "unit": "ml"}},
	}, nil); err != nil {
		return err
	}
	refusal, err = e.model.refused(ctx, "get_recipe", object{"recipe_id": "Tomato soup"})
	if err != nil {
		return err
	}
	id := idForm.FindString(refusal)
	_, err = e.model.does(ctx, "get_recipe", object{"recipe_id": id, "detail": "cook"}, nil)
	return err
}

var idForm = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// list asks for everything, gets what fits, and then asks for what it wants.
func (e *evening) list(ctx context.Context) error {
	var page struct {
		Recipes      []recipe
		Total, Shown int
		Next         string `json:"next_cursor"`
	}
	r, err := e.model.does(ctx, "list_recipes", object{}, &page)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "  %d of %d recipes in %d bytes, and a cursor\n", page.Shown, page.Total, r.bytes)
	if page.Total != shelf+2 || page.Shown >= page.Total || page.Next == "" || r.bytes > 140_000 {
		return errors.New("the list does not fit, or does not say what is left")
	}
	last := page.Recipes[len(page.Recipes)-1].Title
	if _, err := e.model.does(ctx, "list_recipes", object{"cursor": page.Next, "limit": 2}, &page); err != nil {
		return err
	}
	if len(page.Recipes) != 2 || page.Recipes[0].Title <= last {
		return errors.New("the cursor does not continue the list")
	}
	_, err = e.model.does(ctx, "list_recipes", object{"query": "SOUP tomato"}, &page)
	if err == nil && (len(page.Recipes) != 1 || page.Recipes[0].ID != e.soup.ID) {
		err = errors.New("the search does not find the soup alone")
	}
	return err
}

// edit changes a recipe that someone else has changed since it was read.
func (e *evening) edit(ctx context.Context) error {
	if _, err := e.model.does(ctx, "get_recipe", object{"recipe_id": e.soup.ID}, &e.soup); err != nil {
		return err
	}
	if _, err := e.partner.does(ctx, "update_recipe", object{"recipe_id": e.soup.ID, "ingredient_edits": []any{object{"op": "add", "ingredient": object{"name": "basil", "notes": "a handful"}}}}, nil); err != nil {
		return err
	}
	edits := object{
		"recipe_id": e.soup.ID, "expected_updated_at": e.soup.UpdatedAt,
		"ingredient_edits": []any{object{"op": "replace", "name": "onions", "ingredient": object{"name": "onions", "quantity": 3}}},
	}
	if _, err := e.model.refused(ctx, "update_recipe", edits); err != nil {
		return err
	}
	if _, err := e.model.does(ctx, "get_recipe", object{"recipe_id": e.soup.ID}, &e.soup); err != nil {
		return err
	}
	edits["expected_updated_at"] = e.soup.UpdatedAt
	var after recipe
	if _, err := e.model.does(ctx, "update_recipe", edits, &after); err != nil {
		return err
	}
	if len(after.Ingredients) != 4 || after.Ingredients[3].Name != "basil" || after.Ingredients[1].Quantity != 3 {
		return errors.New("an edit was lost")
	}
	return nil
}

// shop makes one list for four recipes, each for as many people as come.
func (e *evening) shop(ctx context.Context) error {
	var found struct{ Recipes []recipe }
	if _, err := e.model.does(ctx, "list_recipes", object{"query": "no. 000", "fields": "summary", "limit": 2}, &found); err != nil {
		return err
	}
	chosen := []any{object{"recipe_id": e.soup.ID, "servings": 6}}
	var pancakes struct{ Recipes []recipe }
	if _, err := e.model.does(ctx, "list_recipes", object{"ingredient": "milk"}, &pancakes); err != nil {
		return err
	}
	for _, r := range append(found.Recipes, pancakes.Recipes...) {
		chosen = append(chosen, object{"recipe_id": r.ID, "servings": 6})
	}
	var list struct {
		Sections []struct {
			Items []struct {
				Name, Amount string
				Recipes      []string
			}
		}
	}
	if _, err := e.model.does(ctx, "shopping_list", object{"recipes": chosen}, &list); err != nil {
		return err
	}
	titles := map[string]bool{}
	for _, section := range list.Sections {
		for _, item := range section.Items {
			fmt.Fprintf(e.out, "  %-10s %-12s for %s\n", item.Amount, item.Name, strings.Join(item.Recipes, ", "))
			for _, title := range item.Recipes {
				titles[title] = true
			}
		}
	}
	if len(chosen) != 4 || len(titles) != 4 {
		return fmt.Errorf("%d recipes were chosen, and the list names %d", len(chosen), len(titles))
	}
	return nil
}

// cook picks the prompt in the client, completes the title, and gets the recipe with it.
func (e *evening) cook(ctx context.Context) error {
	completion, err := e.model.Complete(ctx, &mcp.CompleteParams{
		Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "cook_recipe"}, Argument: mcp.CompleteParamsArgument{Name: "recipe", Value: "toma"},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "person: picks cook_recipe, types \"toma\", is offered %q\n", completion.Completion.Values)
	if len(completion.Completion.Values) != 1 {
		return errors.New("the title is not completed")
	}
	prompt, err := e.model.GetPrompt(ctx, &mcp.GetPromptParams{Name: "cook_recipe", Arguments: map[string]string{"recipe": completion.Completion.Values[0], "servings": "6"}})
	if err != nil {
		return err
	}
	for _, m := range prompt.Messages {
		encoded, err := json.Marshal(m.Content)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.out, "prompt: %s\n", short(string(encoded)))
	}
	if _, err := e.model.does(ctx, "scale_recipe", object{"recipe_id": e.soup.ID, "servings": 6}, nil); err != nil {
		return err
	}
	page, err := e.model.ReadResource(ctx, &mcp.ReadResourceParams{URI: "recipe://" + e.soup.ID})
	if err != nil {
		return err
	}
	text := page.Contents[0].Text
	fmt.Fprintf(e.out, "\n%s", text)
	if !strings.HasPrefix(text, "# Tomato soup\n") || !strings.Contains(text, "(40 min, 200 °C)") {
		return errors.New("the dish is not the soup")
	}
	return nil
}
