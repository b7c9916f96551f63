package endpoint

import (
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// Rights has the definitions of tools say which right each needs, where clients sign in
// to call them over HTTP: hosts ask a person for no more than that.
func Rights(tools []mcp.Tool, h config.HTTP, read, write issuer.Scope) {
	if h.Addr == "" || h.Auth != config.AuthOAuth {
		return
	}
	for i := range tools {
		right := write
		if tools[i].Hints.ReadOnly {
			right = read
		}
		tools[i].Scopes = []string{right.Name}
	}
}
