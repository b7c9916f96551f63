package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// write makes a file of a test.
func write(t *testing.T, name, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// sheet is a CSV file of n gifts about kites and n about anvils.
func sheet(n int, more ...string) string {
	lines := []string{"name,brief_description,full_description,price_range,categories"}
	for i := range n {
		lines = append(lines,
			fmt.Sprintf(`Kite number %d,A kite that flies in the wind %d.,It flies.,budget,"outdoors, kites"`, i+1, i),
			fmt.Sprintf(`Anvil number %d,An anvil for a blacksmith %d.,It is heavy.,luxury,blacksmithing`, i+1, i))
	}
	return strings.Join(append(lines, more...), "\n") + "\n"
}

// TestCatalog has the server recommend from a file, in each format, and export to it.
func TestCatalog(t *testing.T) {
	t.Parallel()
	own := write(t, "own.csv", sheet(4))
	for _, format := range []string{"csv", "json", "jsonl", "yaml"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "gifts."+format)
			got := harness.Program(t, "gift-mcp", "export", path).Set("CATALOG=" + own).Run()
			if got.Code != 0 || !strings.Contains(got.Stderr, "8 gifts were written") {
				t.Fatalf("%+v", got)
			}
			if got := harness.Program(t, "gift-mcp", "export", path).Run(); got.Code != 1 || !strings.Contains(got.Stderr, "exists already") {
				t.Errorf("%+v", got)
			}
			c, _ := overStdio(t, "CATALOG="+path)
			r := c.find("a blacksmith who needs an anvil", "limit", 3)
			if r.Structured.Context.Searched != 8 || !strings.HasPrefix(r.Structured.Gifts[0].Name, "Anvil") {
				t.Errorf("%s", r.text)
			}
			again := harness.Program(t, "gift-mcp", "import", path, "--dry-run").Set("CATALOG=" + own).Run()
			if again.Code != 0 || !strings.Contains(again.Stdout, "Nothing was written. It would be: 0 created, 0 updated, 8 unchanged, 0 errors") {
				t.Errorf("%+v", again)
			}
		})
	}
}

// TestCatalog_BadRows has a file of which rows break rules: the server does not start and
// says why, on stderr and to the client, unless it is told to leave them out.
func TestCatalog_BadRows(t *testing.T) {
	t.Parallel()
	var bad []string
	for i := range 12 {
		bad = append(bad, fmt.Sprintf("Boat %d,Floats.,It floats.,cheap,boats", i+1))
	}
	path := write(t, "gifts.csv", sheet(3, append(bad, "Raft,Floats.,It floats.,budget,")...))
	p := harness.Program(t, "gift-mcp").Set("CATALOG=" + path).Feed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}` + "\n").Run()
	for _, part := range []string{"CATALOG names a file with gifts that break a rule", "CATALOG_LENIENT=true", `row 8 ("Boat 1"): price_range must be`, `row 17 ("Boat 10")`} {
		if p.Code != 2 || !strings.Contains(p.Stderr, part) || !strings.Contains(strings.ReplaceAll(p.Stdout, `\"`, `"`), part) {
			t.Errorf("it doesn't say %s: %+v", part, p)
		}
	}
	if strings.Contains(p.Stderr, "Boat 11") || strings.Contains(p.Stderr, "Raft") {
		t.Errorf("more than ten rows: %s", p.Stderr)
	}
	c, server := overStdio(t, "CATALOG="+path, "CATALOG_LENIENT=true")
	if r := c.find("someone who flies kites"); r.Structured.Context.Searched != 6 {
		t.Errorf("%s", r.text)
	}
	if log := server.Log.String(); !strings.Contains(log, `"left out":13`) || strings.Contains(log, "Boat") {
		t.Errorf("the log: %s", log)
	}
	check := harness.Program(t, "gift-mcp", "import", path, "--dry-run").Run()
	if check.Code != 1 || strings.Count(check.Stderr, "\nrow ") < 12 || !strings.Contains(check.Stderr, `row 20 ("Raft"): categories must have at least one entry`) || !strings.Contains(check.Stdout, "6 created, 0 updated, 0 unchanged, 13 errors") {
		t.Errorf("%+v", check)
	}
}

// TestCatalog_Quotes has a quotation mark out of place: a row of its own, as others that break a rule.
func TestCatalog_Quotes(t *testing.T) {
	t.Parallel()
	lines := strings.SplitAfter(sheet(2), "\n")
	path := write(t, "gifts.csv", strings.Join(lines[:3], "")+"12\" skillet,b,f,budget,books\nBoat,Floats.,It floats.,cheap,boats\n"+strings.Join(lines[3:], ""))
	want := []string{"row 4: name has a quotation mark out of place (line 4)", `row 5 ("Boat"): price_range must be`}
	p := harness.Program(t, "gift-mcp").Set("CATALOG=" + path).Feed("").Run()
	check := harness.Program(t, "gift-mcp", "import", path, "--dry-run").Run()
	for _, part := range want {
		if p.Code != 2 || !strings.Contains(p.Stderr, part) || !strings.Contains(check.Stderr, part) {
			t.Errorf("it doesn't say %s: %+v %+v", part, p, check)
		}
	}
	if check.Code != 1 || !strings.Contains(check.Stdout, "4 created, 0 updated, 0 unchanged, 2 errors") {
		t.Errorf("%+v", check)
	}
	c, server := overStdio(t, "CATALOG="+path, "CATALOG_LENIENT=true")
	if r := c.find("someone who flies kites"); r.Structured.Context.Searched != 4 || !strings.Contains(server.Log.String(), `"left out":2`) {
		t.Errorf("%s\n%s", r.text, server.Log.String())
	}
}

// TestSettings_Refused has what the settings forbid, with what to do.
func TestSettings_Refused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want     string
		args     []string
		settings []string
	}{
		{"CATALOG must name a file that can be read", nil, []string{"CATALOG=/nowhere/top-secret.csv"}},
		{"CATALOG must name a file that ends in .jsonl, .json, .yaml, .csv or .tsv", nil, []string{"CATALOG=top-secret.txt"}},
		{"CATALOG must name a file of gifts", nil, []string{"CATALOG=" + write(t, "a.csv", "name,top-secret\n")}},
		{"CATALOG must not be set with VECTOR_STORE=s3vectors", nil, []string{"CATALOG=a.csv", "VECTOR_STORE=s3vectors"}},
		{"VECTOR_STORE can't be postgres: the program no longer uses pgvector. Set VECTOR_STORE=s3vectors", nil, []string{"VECTOR_STORE=postgres", "DATABASE_URL=postgres://a:top-secret@127.0.0.1:1/x"}},
		{"EMBEDDER can't be minilm: the program no longer runs the model itself. Serve it with Ollama", nil, []string{"EMBEDDER=minilm"}},
		{"EMBEDDING_MODEL_DIR must not be set: the program no longer runs the model itself.", nil, []string{"EMBEDDING_MODEL_DIR=/top-secret"}},
		{"RELEVANCE_THRESHOLD must be a number from 0 to 1", nil, []string{"RELEVANCE_THRESHOLD=top-secret"}},
		{"EMBEDDER must be embedded or openai", nil, []string{"EMBEDDER=top-secret"}},
		{"VECTOR_STORE must be s3vectors for this", []string{"import", write(t, "b.csv", sheet(1))}, nil},
		{"VECTOR_STORE must be s3vectors for this", []string{"prune", write(t, "c.csv", sheet(1))}, nil},
		{"VECTOR_STORE must be s3vectors for this", []string{"setup"}, nil},
		{"--format csv, json, jsonl or yaml", []string{"import", "-"}, nil},
		{"--format csv, json, jsonl or yaml", []string{"export"}, nil},
	} {
		args := tt.args
		if args == nil {
			args = []string{"call", "get_recommendations", `{"recipient_description":"my dad"}`}
		}
		if got := harness.Program(t, "gift-mcp", args...).Set(tt.settings...).Run(); got.Code != 2 || !strings.Contains(got.Stderr, tt.want) || strings.Contains(got.Stderr, "top-secret") && !strings.Contains(tt.want, "of gifts") {
			t.Errorf("%v: %+v; want %s", tt.settings, got, tt.want)
		}
	}
}
