package recipemcp_test

import (
	"context"
	"encoding/json"
	"os"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

// printFindings runs doctor in the environment that the test binary has.
func printFindings(home string) int {
	places := clients.Places{GOOS: "linux", Home: home}
	findings := doctor.Run(context.Background(), doctor.Options{System: recipemcp.Program().System(), Getenv: os.Getenv, Places: places})
	if json.NewEncoder(os.Stdout).Encode(findings) != nil {
		return 1
	}
	return 0
}
