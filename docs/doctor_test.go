package docs_test

import (
	"testing"

	"mcp-adapters/cmd/recipe-mcp/recipemcp"
	"mcp-adapters/program/doctor"
)

// TestTroubleshooting holds the page to what the code says.
func TestTroubleshooting(t *testing.T) {
	t.Parallel()
	for _, section := range []struct{ name, table string }{
		{"messages", messages()},
		{"faults", doctorFaults()},
	} {
		checkSection(t, "troubleshooting.md", section.name, section.table)
	}
}

func doctorFaults() string {
	rows := [][]string{{"check", "doctor says", "what to do"}}
	for _, f := range doctor.Faults(recipemcp.Program().System()) {
		rows = append(rows, []string{f.Check, f.Text, f.Fix})
	}
	return table(rows)
}
