package docs_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/cmd/app-builder/builder"
	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

// TestTroubleshooting holds the page to what the code says.
func TestTroubleshooting(t *testing.T) {
	t.Parallel()
	for _, section := range []struct{ file, name, table string }{
		{"troubleshooting.md", "messages", messages()},
		{"troubleshooting.md", "faults", doctorFaults(doctor.Faults(recipemcp.Program().System()))},
		{"portfolio.md", "faults", doctorFaults(ownFaults(portfoliomcp.Program().System()))},
		{"app-builder.md", "faults", doctorFaults(ownFaults(builder.Examined()))},
		{"gifts.md", "faults", doctorFaults(ownFaults(giftmcp.Program().System()))},
	} {
		checkSection(t, section.file, section.name, section.table)
	}
}

func doctorFaults(list []doctor.Finding) string {
	rows := [][]string{{"check", "doctor says", "what to do"}}
	for _, f := range list {
		rows = append(rows, []string{f.Check, f.Text, f.Fix})
	}
	return table(rows)
}

// ownFaults are those that doctor finds for one program alone.
func ownFaults(s doctor.System) (list []doctor.Finding) {
	name := strings.NewReplacer("%s", "…", "{program}", s.Program)
	for _, t := range s.Faults {
		list = append(list, doctor.Finding{Check: t.Check, Text: name.Replace(t.Text), Fix: name.Replace(t.Fix)})
	}
	return list
}
