package main

import (
	"embed"

	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
)

// product is a program that is shipped as a bundle. Everything here loops over
// products and platforms.
type product struct {
	*program.Program // Name is that of cmd/NAME too
	summary          string
	description      string
	keywords         []string
	asked            map[string]question // the fields of the client's form, by variable
	registry         string              // path of the entry for the MCP registry, in the repository
}

// question is one field of the client's form.
type question struct {
	name string
	setting
}

//go:embed icons/*.png
var icons embed.FS

// icon returns the product's icon, a PNG of 512 by 512, the size that the format
// recommends.
func (b product) icon() ([]byte, error) { return icons.ReadFile("icons/" + b.Name + ".png") }

// binary is the path of the program in a bundle.
func (b product) binary(p platform) string { return "server/" + b.Name + p.suffix() }

// file is the name of a bundle.
func (b product) file(version string, p platform) string {
	return b.Name + "_" + version + "_" + p.name() + ".mcpb"
}

func products() []product {
	return []product{{
		Program:     recipemcp.Program(),
		summary:     "Save, find and change your recipes by talking about them.",
		description: "Say \"save grandma's soup\" or \"what can I cook in 30 minutes?\". Your recipes are kept on this computer, or in a Recipe Vault on a server at home that your family shares. You can start without filling in anything.",
		keywords:    []string{"recipes", "cooking", "family"},
		registry:    "deploy/server.json",
		asked: map[string]question{
			"API_BASE_URL": {"api_base_url", setting{Type: "string", Title: "Address of your Recipe Vault",
				Description: "For example http://192.168.1.9:3000. Leave it empty to keep your recipes on this computer."}},
			"API_KEY": {"api_key", setting{Type: "string", Title: "Key of your Recipe Vault", Sensitive: true,
				Description: "Ask the person who set up the Recipe Vault for it. Leave it empty to keep your recipes on this computer."}},
			"USER_EMAIL": {"user_email", setting{Type: "string", Title: "Your e-mail address",
				Description: "If your family shares the Recipe Vault: the address that you use there. Leave it empty to see everything that the key allows."}},
		},
	}, {
		Program:     portfoliomcp.Program(),
		summary:     "Turn a finished job into a public page with photos, by talking about it.",
		description: "Say \"I finished the chimney on Elm Street, make a case study of it\". The assistant asks what is missing, adds your photos, and publishes the page when you say so. Everything is kept on this computer, or at a portfolio API. You can start without filling in anything.",
		keywords:    []string{"contractors", "portfolio", "photos"},
		registry:    "deploy/server-portfolio.json",
		asked: map[string]question{
			"PORTFOLIO_BUSINESS_NAME": {"business_name", setting{Type: "string", Title: "Name of your business",
				Description: "As your pages show it."}},
			"PORTFOLIO_CITY": {"city", setting{Type: "string", Title: "City",
				Description: "For example Denver. New projects get it."}},
			"PORTFOLIO_STATE": {"state", setting{Type: "string", Title: "State",
				Description: "For example CO. New projects get it."}},
			"API_BASE_URL": {"api_base_url", setting{Type: "string", Title: "Address of a portfolio API",
				Description: "Leave it empty to keep your projects and photos on this computer."}},
			"API_TOKEN": {"api_token", setting{Type: "string", Title: "Token of the portfolio API", Sensitive: true,
				Description: "Ask whoever runs the portfolio API for it. Leave it empty to keep your projects and photos on this computer."}},
		},
	}, {
		Program:     giftmcp.Program(),
		summary:     "Get gift ideas for a person, by saying who it is.",
		description: "Say \"what could I give my dad? He loves woodworking and turns 65\". The assistant shows ideas to star, and finds others like those. Everything happens on this computer, with a catalog of gift ideas that is built in. You can start without filling in anything.",
		keywords:    []string{"gifts", "presents", "recommendations"},
		registry:    "deploy/server-gift.json",
		asked: map[string]question{
			"CATALOG": {"catalog", setting{Type: "string", Title: "File with gifts of your own",
				Description: "A .csv, .jsonl, .json or .yaml file on this computer. Leave it empty for the built-in catalog."}},
		},
	}}
}
