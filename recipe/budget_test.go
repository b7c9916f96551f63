package recipe_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/widget"
)

// What a model reads before the first question costs its context in every
// conversation. The budgets are in tokens of cl100k, of the instructions and of
// tools/list with its _meta, though many hosts keep that from the model.
const (
	coreBudget = 3500
	fullBudget = 6000
)

// TestTools_TokenBudget holds the totals to the budgets, and each part to within 5 %
// of testdata/tokens.txt: to spend more, run go test ./recipe -update and have the
// difference reviewed.
func TestTools_TokenBudget(t *testing.T) {
	t.Parallel()
	core := tokensOf(t, recipe.CoreSet)
	all := tokensOf(t, recipe.Sets()...)
	for _, row := range []struct {
		sets   string
		parts  []part
		budget int
	}{{"core", core, coreBudget}, {"all sets", all, fullBudget}} {
		if n := total(row.parts); n > row.budget {
			t.Errorf("%s: %d tokens, and the budget is %d\n%s", row.sets, n, row.budget, lines(row.parts))
		}
	}
	file := filepath.Join("testdata", "tokens.txt")
	if mcptest.Update() {
		mcptest.Golden(t, file, lines(all))
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	accepted := map[string]int{}
	for _, line := range mcptest.Lines(strings.ReplaceAll(string(text), "\r\n", "\n")) {
		var p part
		if _, err := fmt.Sscan(line, &p.tokens, &p.name); err != nil {
			t.Fatalf("%s: %v: %s", file, err, line)
		}
		accepted[p.name] = p.tokens
	}
	for _, p := range all {
		switch was, ok := accepted[p.name]; {
		case !ok:
			t.Errorf("%s isn't in %s; accept its %d tokens with -update", p.name, file, p.tokens)
		case p.tokens*100 > was*105:
			t.Errorf("%s has %d tokens and had %d; say it in fewer words, or accept it with -update", p.name, p.tokens, was)
		}
		delete(accepted, p.name)
	}
	for name := range accepted {
		t.Errorf("%s has a line in %s and is gone; remove it with -update", name, file)
	}
}

// part is a part of what the model reads: the instructions, or a tool with its schemas
// as tools/list publishes them.
type part struct {
	name   string
	tokens int
}

// tokensOf counts what a model reads of these sets of tools.
func tokensOf(t *testing.T, sets ...string) []part {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.Cl100kBase)
	if err != nil {
		t.Fatal(err)
	}
	count := func(name, text string) part {
		n, err := codec.Count(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return part{name, n}
	}
	parts := []part{count("instructions", recipe.Instructions(recipe.ToolOptions{Sets: sets}))}
	page, err := widget.New()
	if err != nil {
		t.Fatal(err)
	}
	tools := recipe.Tools(nil, recipe.ToolOptions{Sets: sets})
	widget.Attach(page, tools) // as the program publishes them
	for _, tool := range tools {
		definition, err := tool.Definition()
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, count(tool.Name, string(definition)))
	}
	return parts
}

func total(parts []part) (n int) {
	for _, p := range parts {
		n += p.tokens
	}
	return n
}

// lines has a line for each part.
func lines(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "%5d %s\n", p.tokens, p.name)
	}
	return b.String()
}
