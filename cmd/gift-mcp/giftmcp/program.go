// Package giftmcp is the program gift-mcp: its settings, the embedders and stores that they
// name, what install asks, what doctor looks at, and the commands on catalogs. All else is in
// packages program and gift.
package giftmcp

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/program/install"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// The names of the program and of its system.
const (
	Name  = "gift-mcp"
	Title = "Gift Catalog"
)

// read is the right that a person gives to a client. No tool changes anything.
var read = issuer.Scope{Name: "gifts:read", Meaning: "Get gift ideas for the people you describe"}

// Program returns gift-mcp.
func Program() *program.Program {
	return &program.Program{
		Name:  Name,
		Title: Title,
		Short: "Finds gift ideas for a person",
		Long: `gift-mcp is an MCP server: an assistant such as Claude Desktop starts it and speaks
JSON-RPC with it, one message a line, over stdin and stdout. Its tools find gifts in a
catalog of ideas for a person whom someone describes, by meaning rather than by keywords.

With nothing configured it needs no network: the catalog and the embedder are built in.
What people write is neither stored nor logged.`,
		Start:    []string{"EMBEDDER", "EMBEDDING_API_KEY", "VECTOR_STORE", "CATALOG", "HTTP_ADDR", "AUTH"},
		Settings: func() program.Settings { return &Settings{} },
		Read:     read,
		Data:     dataDirectory,
		Tools:    func() []mcp.Tool { return gift.Tools(nil, gift.ToolOptions{}) },
		CallExample: `  gift-mcp call get_recommendations '{"recipient_description": "My dad who loves woodworking, 65 years old"}'
  gift-mcp call get_gift_details '{"gift_id": "e7ca03c7-89a9-4007-ba25-10865ec1f8a7"}'`,
		Install: install.Program{
			About:   "With nothing configured, the built-in catalog is searched on this computer.",
			Try:     "What could I give my sister, who loves hiking and coffee, for under $50?",
			Example: "gift-mcp install --catalog ~/gifts.csv",
			Questions: []install.Question{
				{
					Variable: "CATALOG", Flag: "catalog", Noun: "file",
					Usage: "file of gifts in place of the built-in catalog: .jsonl, .json, .yaml or .csv; empty: take it out of the entry",
					Text:  "File with gifts of your own (empty: the built-in catalog): ",
				},
			},
			Portable: func(values map[string]string) error {
				return install.Absolute(values, "CATALOG", "EMBEDDING_API_KEY_FILE")
			},
		},
		Checks:   func(s program.Settings) []doctor.Check { return s.(*Settings).checks() },
		Faults:   []doctor.Trouble{unusable, noEmbedding, noSearch, noHit, noGifts},
		Commands: func(p *program.Program, r *cli.Run) []*cobra.Command { return (&commands{program: p, run: r}).all() },
	}
}

// dataDirectory is where the sign-ins of the built-in authorization server are, and nothing
// else.
func dataDirectory() (string, error) {
	base, err := database.Directory()
	if err != nil {
		return "", err
	}
	return filepath.Join(base, Name), nil
}
