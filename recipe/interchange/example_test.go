package interchange_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

func ExampleOpen() {
	const export = `{"title":"Rice","ingredients":[{"name":"rice","quantity":200,"unit":"g"}]}
{"title":""}
{"title":"Tea"}
`
	file, err := interchange.Open("mine.jsonl", strings.NewReader(export))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("format:", file.Format())
	for item, err := range file.Recipes() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println("read:", item.Recipe.Title)
	}
	// Output:
	// format: jsonl
	// read: Rice
	// mine.jsonl, line 2: the recipe has no title; give it one in the program it came from.
	// read: Tea
}

func ExampleParseIngredient() {
	for _, line := range []string{"2 1/2 cups flour, sifted", "2-3 eggs"} {
		in := interchange.ParseIngredient(line)
		if in.Quantity == nil {
			fmt.Printf("whole: %s\n", in.Name)
			continue
		}
		fmt.Printf("%g | %s | %s | %s\n", *in.Quantity, in.Unit, in.Name, in.Notes)
	}
	// Output:
	// 2.5 | cups | flour | sifted
	// whole: 2-3 eggs
}

func ExampleRecipe_Fit() {
	level := int32(9)
	r := interchange.Recipe{Title: " Rice ", Difficulty: &level}
	warnings, err := r.Fit()
	fmt.Printf("%q %q %v\n", r.Title, warnings, err)
	// Output: "Rice" ["The difficulty (1 to 5) was out of range and was left out."] <nil>
}

func ExampleNewWriter() {
	w, err := interchange.NewWriter(os.Stdout, interchange.FormatCooklang)
	if err != nil {
		fmt.Println(err)
		return
	}
	err = w.Write([]byte(`{"id":"1","title":"Rice","servings":2,
		"ingredients":[{"position":0,"name":"rice","quantity":200,"unit":"g","notes":"rinsed"}],
		"steps":[{"position":0,"instruction":"Boil.","duration_minutes":12}]}`))
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// ---
	// title: Rice
	// servings: 2
	// ---
	//
	// = Ingredients
	//
	// @rice{200%g}(rinsed)
	//
	// = Steps
	//
	// Boil. (~{12%minutes})
}
