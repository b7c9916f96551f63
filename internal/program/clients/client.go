package clients

import (
	"path/filepath"
	"strings"
)

// Client is one program that uses MCP servers. Its zero value is not a client:
// get one from [All], [ByID] or [Named].
type Client struct {
	// ID is what a person types: "claude-desktop".
	ID string
	// Name is what a person reads: "Claude Desktop".
	Name string

	format codec
	member string // the member of the root that holds the servers
	typed  bool   // entries say in "type" how they are reached
	remote remote

	// file is the config file, moved what it is if the variable that moved begins with
	// is set, and present a directory that shows that the program is installed, ""
	// for that of the file. Places.path reads them.
	file, moved, present string
}

const portable = "$VSCODE_PORTABLE/user-data/User/mcp.json" // VS Code in portable mode

// All gives the known clients, in the order in which to show them.
func All() []Client {
	return []Client{
		{
			// Strict JSON. modelcontextprotocol.io, "Connect to local MCP servers". Linux:
			// Electron's userData, as in the MCP Python SDK's get_claude_config_path.
			ID: "claude-desktop", Name: "Claude Desktop",
			format: jsonCodec{strict: "Claude Desktop"}, member: "mcpServers",
			remote: remote{instead: "add it in the settings, under Connectors, with Add custom connector (only a public address works there)"},
			file:   "$claude/claude_desktop_config.json", present: "$claudeApp",
		},
		{
			// User scope, strict JSON. Claude Code's docs, "MCP installation scopes"; its
			// own "claude mcp add" writes the type. CLAUDE_CONFIG_DIR: its makers' answer.
			ID: "claude-code", Name: "Claude Code",
			format: jsonCodec{strict: "Claude Code"}, member: "mcpServers", typed: true,
			remote: remote{url: "url", headers: "headers"},
			file:   "$HOME/.claude.json", present: "$HOME/.claude", moved: "$CLAUDE_CONFIG_DIR/.claude.json",
		},
		{
			// Cursor's docs, "Model Context Protocol", "Configuration locations". Silent
			// about comments: what the user has is kept.
			ID: "cursor", Name: "Cursor",
			format: jsonCodec{}, member: "mcpServers",
			remote: remote{url: "url", headers: "headers"},
			file:   "$HOME/.cursor/mcp.json",
		},
		{
			// The default user profile: VS Code's docs, "MCP configuration reference" (type
			// is required), and its platform/environment/node/userDataPath.ts.
			ID: "vscode", Name: "VS Code",
			format: jsonCodec{}, member: "servers", typed: true,
			remote: remote{url: "url", headers: "headers"},
			file:   "$VSCODE_APPDATA/Code/User/mcp.json", moved: portable,
		},
		{
			// The same program under its other product name.
			ID: "vscode-insiders", Name: "VS Code Insiders",
			format: jsonCodec{}, member: "servers", typed: true,
			remote: remote{url: "url", headers: "headers"},
			file:   "$VSCODE_APPDATA/Code - Insiders/User/mcp.json", moved: portable,
		},
		{
			// Windsurf's docs, "Cascade MCP Integration". Silent about comments.
			ID: "windsurf", Name: "Windsurf",
			format: jsonCodec{}, member: "mcpServers",
			remote: remote{url: "serverUrl", headers: "headers"},
			file:   "$HOME/.codeium/windsurf/mcp_config.json",
		},
		{
			// What Windsurf is called since June 2026. Its newer agent reads the Devin
			// CLI's file, not Windsurf's: docs.devin.ai, "MCP configuration".
			ID: "devin", Name: "Devin Desktop",
			format: jsonCodec{}, member: "mcpServers",
			remote: remote{url: "url", headers: "headers"},
			file:   "$tools/devin/mcp_config.json",
		},
		{
			// Gemini CLI's docs, "Configuration", "Settings files": comments are allowed.
			// GEMINI_CLI_HOME stands for the home directory, as was reported to its makers.
			ID: "gemini", Name: "Gemini CLI",
			format: jsonCodec{}, member: "mcpServers",
			remote: remote{url: "httpUrl", headers: "headers"}, // "url" is for the older SSE
			file:   "$HOME/.gemini/settings.json", moved: "$GEMINI_CLI_HOME/.gemini/settings.json",
		},
		{
			// Codex's docs, "Model Context Protocol", and "Environment variables".
			ID: "codex", Name: "Codex",
			format: tomlCodec{}, member: "mcp_servers",
			remote: remote{url: "url", headers: "http_headers"},
			file:   "$HOME/.codex/config.toml", moved: "$CODEX_HOME/config.toml",
		},
	}
}

// ByID gives the client with that id.
func ByID(id string) (Client, bool) {
	return first(func(c Client) bool { return c.ID == id })
}

// Named gives the client that a person means: its id or its name, in letters of
// any case, with or without blanks and hyphens.
func Named(name string) (Client, bool) {
	wanted := folded(name)
	return first(func(c Client) bool { return wanted == folded(c.ID) || wanted == folded(c.Name) })
}

func first(is func(Client) bool) (Client, bool) {
	for _, c := range All() {
		if is(c) {
			return c, true
		}
	}
	return Client{}, false
}

func folded(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(name))
}

// Path is the client's config file for that user. It need not exist. The
// error is of [KindPlace].
func (c Client) Path(p Places) (string, error) {
	if c.ID == "" {
		return "", &Error{Kind: KindPlace, Message: "unknown client"}
	}
	if p.Home == "" {
		return "", &Error{Kind: KindPlace, Message: "the home directory is not known; set HOME (on Windows USERPROFILE) to its absolute path"}
	}
	file, _ := c.places(p)
	return file, nil
}

// places gives the config file, and the directory that shows that the program is
// installed.
func (c Client) places(p Places) (file, present string) {
	variable, _, _ := strings.Cut(strings.TrimPrefix(c.moved, "$"), "/")
	if p.variable(variable) != "" {
		file = p.path(c.moved)
		return file, filepath.Dir(file)
	}
	file = p.path(c.file)
	if c.present == "" {
		return file, filepath.Dir(file)
	}
	return file, p.path(c.present)
}
