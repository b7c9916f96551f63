package kitchen_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

// book has the recipes of testdata/book: what people and other programs really write.
func book(t *testing.T) []kitchen.Recipe {
	t.Helper()
	files, err := filepath.Glob("testdata/book/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no book", err)
	}
	recipes := make([]kitchen.Recipe, len(files))
	for i, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &recipes[i]); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	return recipes
}

// TestBook writes down what a cook reads, to be read by one. A change is reviewed like code.
func TestBook(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	recipes := book(t)
	for _, r := range recipes {
		for _, factor := range []kitchen.Quantity{kitchen.Ratio(1, 2), kitchen.Ratio(3, 2), kitchen.Ratio(4, 1)} {
			fmt.Fprintf(&b, "\n# %s x %v\n", r.Title, factor.Float())
			for _, in := range r.Ingredients {
				writeLine(&b, kitchen.Scale(in, factor))
			}
			for _, remark := range kitchen.ScaleRemarks(r, factor) {
				fmt.Fprintln(&b, remark)
			}
		}
	}
	var wanted []kitchen.Wanted
	for _, r := range recipes {
		wanted = append(wanted, kitchen.Wanted{Recipe: r, Factor: kitchen.Ratio(1, 1)})
	}
	fmt.Fprintf(&b, "\n# Shopping list of all\n")
	for _, section := range kitchen.Shop(wanted) {
		fmt.Fprintf(&b, "%s\n", section.Section)
		for _, it := range section.Items {
			fmt.Fprintf(&b, "  %s | %s | %s", it.Name, it.Amount, strings.Join(it.Recipes, ", "))
			if it.Notes != nil {
				fmt.Fprintf(&b, " | %s", strings.Join(it.Notes, "; "))
			}
			fmt.Fprintln(&b)
		}
	}
	mcptest.Golden(t, "testdata/book.txt", strings.TrimLeft(b.String(), "\n"))
}

func writeLine(b *strings.Builder, line kitchen.Line) {
	fmt.Fprintf(b, "%s | %s", line.Shown, line.Name)
	if line.Notes != "" {
		fmt.Fprintf(b, ", %s", line.Notes)
	}
	fmt.Fprintf(b, " [%s]", line.Mark)
	if line.Remark != "" {
		fmt.Fprintf(b, " %s", line.Remark)
	}
	fmt.Fprintln(b)
}
