package main_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// TestScenario26_Postgres has the scenarios 1, 9, 12, 14 and 17 with the gifts in PostgreSQL.
func TestScenario26_Postgres(t *testing.T) {
	t.Parallel()
	r := &remote{t, []string{"VECTOR_STORE=postgres", "DATABASE_URL=" + pgtest.SharedVector(t).Database(t), "LOG_LEVEL=trace"}}
	file := big(t)
	r.must("1200 created, 0 updated, 0 unchanged, 0 errors", "import", file, "--setup")
	r.must("0 created, 0 updated, 1200 unchanged, 0 errors", "import", file)
	c, p := overStdio(t, r.settings...)

	first := c.find(dad)
	about := map[string]int{}
	for _, g := range first.Structured.Gifts {
		for _, category := range g.Categories {
			about[category]++
		}
	}
	if about["woodworking"] < 2 || about["music"] < 1 || first.Structured.Context.Searched != 1200 || first.Structured.Context.Fallback {
		t.Errorf("1: %s", first.text)
	}
	cheap := c.find("friend who loves yoga, under $25")
	for _, g := range cheap.Structured.Gifts {
		if g.Price != "budget" {
			t.Errorf("9: %s", cheap.said())
		}
	}
	if !strings.Contains(cheap.said(), "under $25") {
		t.Errorf("9: %s", cheap.said())
	}
	yoga := c.find("sister who loves yoga", "past_gifts", []string{"yoga mat"}, "limit", 10)
	stay := 0
	for _, g := range yoga.Structured.Gifts {
		if strings.Contains(strings.ToLower(g.Name), "yoga mat") {
			t.Errorf("12: %s", yoga.said())
		}
		if slices.Contains(g.Categories, "yoga") {
			stay++
		}
	}
	if stay == 0 {
		t.Errorf("12: %s", yoga.said())
	}
	story(t, c) // 14 and 17 among it
	if log := p.Log.String(); strings.Contains(log, "woodworking") || strings.Contains(log, "yoga") {
		t.Errorf("the log: %s", log)
	}
}

// TestPostgres_Commands imports, prunes and exports, and starts with what doesn't fit.
func TestPostgres_Commands(t *testing.T) {
	t.Parallel()
	server := pgtest.SharedVector(t)
	r := &remote{t, []string{"VECTOR_STORE=postgres", "DATABASE_URL=" + server.Database(t)}}
	r.must("The store is ready: import gifts with gift-mcp import.", "setup")
	r.must("8 created, 0 updated, 0 unchanged, 0 errors", "import", write(t, "a.csv", sheet(4)))
	r.must("2 deleted", "prune", write(t, "b.csv", sheet(3)), "--yes")
	r.must("0 created, 0 updated, 2 unchanged, 0 errors, 4 deleted", "import", write(t, "c.csv", sheet(1)), "--prune", "--yes")
	if got := r.run("export", "--format", "jsonl"); got.Code != 0 || strings.Count(got.Stdout, "\n") != 2 {
		t.Errorf("%+v", got)
	}
	if got := r.run("doctor"); got.Code != 0 || !strings.Contains(got.Stdout, "2 gifts are in the store (VECTOR_STORE=postgres)") {
		t.Errorf("%+v", got)
	}
	s := newService(t)
	other := &remote{t, append(r.settings, s.settings("EMBEDDING_DIMENSIONS=256")...)}
	if got := other.run(); got.Code != 2 || !strings.Contains(got.Stderr, `"embedded/all-MiniLM-L6-v2/256/`) || !strings.Contains(got.Stderr, `"openai/text-embedding-3-small/256"`) {
		t.Errorf("another embedder: %+v", got)
	}
	refused := harness.Program(t, "gift-mcp").Set("VECTOR_STORE=postgres", fmt.Sprintf("DATABASE_URL=%s", strings.Replace(server.Database(t), "://", "://nobody:top-secret@", 1))).Run()
	if strings.Contains(refused.Stdout+refused.Stderr, "top-secret") {
		t.Errorf("%+v", refused)
	}
}
