package docs_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mcp-adapters/mcp-adapters"

var systems = []string{"recipe", "portfolio", "gift", "appbuilder"}

// only names the folder that may import a library, where the boundary matters.
var only = map[string]string{
	"github.com/mark3labs/mcp-go":           "mcp",
	"github.com/hashicorp/go-retryablehttp": "apiclient",
	"github.com/kelseyhightower/envconfig":  "config",
	"modernc.org/sqlite":                    "internal/database",
	"github.com/jackc/pgx":                  "internal/database/postgres",
	"github.com/VictoriaMetrics/metrics":    "internal/metrics",
	"go.opentelemetry.io/otel":              "internal/tracing",
	"github.com/go-jose/go-jose":            "internal/oauth",
	"github.com/aws/aws-sdk-go-v2":          "gift/store/s3vectors",
	"github.com/jarcoal/httpmock":           "internal/testing",
	"github.com/chromedp/chromedp":          "internal/testing",
}

// TestImports holds the rule of imports: the core knows no system, a system knows no
// other, only cmd knows more than one part, and nothing that ships has test support.
func TestImports(t *testing.T) {
	t.Parallel()
	list := exec.CommandContext(t.Context(), "go", "list", "-pgo=off", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(strings.ReplaceAll(line, module+"/", ""))
		from := fields[0]
		if within(from, "internal/testing") {
			continue
		}
		area, _, _ := strings.Cut(from, "/")
		for _, to := range fields[1:] {
			target, _, _ := strings.Cut(to, "/")
			switch {
			case within(to, "internal/testing"), target == "cmd" && !slices.Contains([]string{"cmd", "deploy", "examples"}, area):
				t.Errorf("%s imports %s", from, to)
			case slices.Contains(systems, target) && target != area && area != "cmd":
				t.Errorf("%s imports the system %s", from, to)
			}
			for library, place := range only {
				if within(to, library) && !within(from, place) {
					t.Errorf("%s imports %s, which only %s may", from, to, place)
				}
			}
		}
	}
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }
