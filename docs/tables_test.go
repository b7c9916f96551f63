// Package docs_test holds the documents to the code: tables between
// "<!-- begin NAME -->" and "<!-- end NAME -->" are made from what the code
// itself uses. Run it with -update to rewrite them.
package docs_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/cmd/app-builder/builder"
	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/metrics"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

func TestTables(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file, name, table string
	}{
		{"../README.md", "tools", tools()},
		{"../README.md", "prompts", prompts()},
		{"../README.md", "environment", environment(start())},
		{"settings.md", "http", environment(config.Variables(&config.HTTP{}))},
		{"settings.md", "recipe-mcp", environment(own(recipemcp.Program().Variables()))},
		{"settings.md", "recipe-vault", environment(config.Variables(&serve.Settings{}))},
		{"settings.md", "portfolio-mcp", environment(own(portfoliomcp.Program().Variables()))},
		{"settings.md", "gift-mcp", environment(own(giftmcp.Program().Variables()))},
		{"settings.md", "app-builder", environment(config.Variables(&builder.Settings{}))},
		{"portfolio.md", "tools", short(portfoliomcp.Program().Tools())},
		{"portfolio.md", "messages", messagesOf(portfolio.Messages())},
		{"gifts.md", "tools", short(giftmcp.Program().Tools())},
		{"operations.md", "metrics", counted(serve.Metrics())},
		{"app-builder.md", "metrics", counted(builder.Metrics())},
		{"../README.md", "errors", failures()},
		{"../README.md", "messages", messages()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !mcptest.Update() { // sections of one file are rewritten one by one
				t.Parallel()
			}
			checkSection(t, tt.file, tt.name, tt.table)
		})
	}
}

func prompts() string {
	rows := [][]string{{"prompt", "what it is for", "what you fill in"}}
	for _, p := range recipe.Prompts(nil, recipe.Tools(nil, recipe.ToolOptions{})) {
		var arguments []string
		for _, a := range p.Arguments {
			arguments = append(arguments, "`"+a.Name+"`")
		}
		rows = append(rows, []string{"`" + p.Name + "`", p.Description, strings.Join(arguments, ", ")})
	}
	return table(rows)
}

func tools() string {
	rows := [][]string{{"tool", "what it does", "needs", "set"}}
	for _, set := range recipe.Sets() {
		for _, tool := range recipe.Tools(nil, recipe.ToolOptions{Sets: []string{set}}) {
			needs := "nothing"
			var required []string
			for _, a := range tool.Arguments() {
				if a.Required {
					required = append(required, "`"+a.Name+"`")
				}
			}
			if len(required) > 0 {
				needs = strings.Join(required, ", ")
			}
			first, _, _ := strings.Cut(tool.Description, ". ")
			rows = append(rows, []string{"`" + tool.Name + "`", first + ".", needs, set})
		}
	}
	return table(rows)
}

// own returns the settings of a program without those of every server over HTTP.
func own(variables []config.Variable) []config.Variable {
	return slices.DeleteFunc(variables, func(v config.Variable) bool { return slices.Contains(config.Variables(&config.HTTP{}), v) })
}

// start returns the settings that --help of recipe-mcp shows.
func start() []config.Variable {
	p := recipemcp.Program()
	return slices.DeleteFunc(p.Variables(), func(v config.Variable) bool { return !slices.Contains(p.Start, v.Name) })
}

func environment(variables []config.Variable) string {
	rows := [][]string{{"variable", "meaning", "default"}}
	for _, v := range variables {
		preset := ""
		if v.Default != "" {
			preset = "`" + v.Default + "`"
		}
		rows = append(rows, []string{"`" + v.Name + "`", v.Meaning, preset})
	}
	return table(rows)
}

func counted(families []*metrics.Family) string {
	rows := [][]string{{"metric", "kind", "labels", "meaning"}}
	for _, f := range families {
		labels := make([]string, len(f.Labels))
		for i, name := range f.Labels {
			labels[i] = "`" + name + "`"
		}
		rows = append(rows, []string{"`" + f.Name + "`", f.Kind(), strings.Join(labels, " "), f.Help})
	}
	return table(rows)
}

func failures() string {
	rows := [][]string{{"code", "data.kind", "when"}}
	for _, k := range mcp.Kinds() {
		rows = append(rows, []string{fmt.Sprint(int(k.Code)), "`" + string(k.Name) + "`", k.When})
	}
	return table(rows)
}

// short says of each tool what it does, in a sentence.
func short(tools []mcp.Tool) string {
	rows := [][]string{{"tool", "what it does"}}
	for _, tool := range tools {
		first, _, _ := strings.Cut(tool.Description, ". ")
		rows = append(rows, []string{"`" + tool.Name + "`", strings.TrimSuffix(first, ".") + "."})
	}
	return table(rows)
}

func messages() string { return messagesOf(recipe.Messages()) }

func messagesOf(list []apiclient.Sentence) string {
	rows := [][]string{{"the message says", "what to do"}}
	for _, m := range list {
		says := m.Pattern()
		if m.Remote != "" {
			says += "<br>Over HTTP: " + m.For(true).Pattern()
		}
		rows = append(rows, []string{says, m.Do})
	}
	return table(rows)
}

// table writes rows as Markdown; the first is the head.
func table(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
		}
	}
	return b.String()
}

func checkSection(t *testing.T, file, name, want string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	head, rest, ok := strings.Cut(string(text), begin)
	got, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no section %q", file, name)
	}
	if mcptest.Update() {
		if err := os.WriteFile(file, []byte(head+begin+want+end+tail), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s, section %q is stale; run make docs (-want +got):\n%s", file, name, diff)
	}
}
