package main

import (
	"os"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../deploy/server.json")
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	portfolio, err := os.ReadFile("../../../deploy/server-portfolio.json")
	if err != nil {
		t.Fatal(err)
	}
	gift, err := os.ReadFile("../../../deploy/server-gift.json")
	if err != nil {
		t.Fatal(err)
	}
	builder, err := os.ReadFile("../../../deploy/server-builder.json")
	if err != nil {
		t.Fatal(err)
	}
	sum := `"fileSha256": "` + strings.Repeat("0a", 32) + `", "transport"`
	for name, row := range map[string]struct {
		text  string
		fault string // "" where it is valid
	}{
		"the repository's":          {text, ""},
		"the portfolio's":           {string(portfolio), ""},
		"the gifts'":                {string(gift), ""},
		"the app builder's":         {string(builder), ""},
		"another image":             {strings.Replace(string(builder), "app-builder:0.1.0", "app-builder:0.2.0", 1), "is not of version 0.1.0"},
		"with hashes":               {strings.ReplaceAll(text, `"transport"`, sum), ""},
		"one hash missing":          {strings.Replace(text, `"transport"`, sum, 1), "5 of 6 packages have no fileSha256"},
		"a hash that is none":       {strings.ReplaceAll(text, `"transport"`, strings.ReplaceAll(sum, "0a", "ZZ")), "fileSha256"},
		"a long description":        {strings.Replace(text, "Save, find", strings.Repeat("Save, find ", 9), 1), "description"},
		"an unknown member":         {strings.Replace(text, `"title"`, `"titel"`, 1), "titel"},
		"another schema":            {strings.Replace(text, "/2025-12-11/", "/2025-07-09/", 1), "$schema"},
		"a name without a slash":    {strings.Replace(text, "mcp-adapters/recipe-mcp\"", "recipe-mcp\"", 1), "name"},
		"a version that is another": {strings.Replace(text, `"version": "0.1.0"`, `"version": "0.2.0"`, 1), "is not of version 0.2.0"},
		"no packages":               {text[:strings.Index(text, `"packages"`)] + `"packages": []}`, "no packages"},
		"not JSON":                  {text[:100], "unexpected EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := check(t.Context(), []byte(row.text))
			if row.fault == "" && err != nil {
				t.Error(err)
			}
			if row.fault != "" && (err == nil || !strings.Contains(err.Error(), row.fault)) {
				t.Errorf("error %v, want one with %q", err, row.fault)
			}
		})
	}
}
