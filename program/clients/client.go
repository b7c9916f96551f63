package clients

import (
	"path/filepath"
	"strings"
)

// Client is one program that starts MCP servers. Its zero value is no client:
// get one from [All], [ByID] or [Named].
type Client struct {
	// ID is what a person types: "claude-desktop".
	ID string
	// Name is what a person reads: "Claude Desktop".
	Name string

	format codec
	member string // the member of the root that holds the servers
	typ    string // the value of an entry's "type", "" where none is written
	remote remote // of an entry that is an address

	// file gives the path of the config file; present gives a directory that
	// shows that the program is installed, "" for that of the file.
	file    func(Places) string
	present func(Places) string
}

// All gives the known clients, in the order in which to show them.
func All() []Client {
	return []Client{
		{
			// Strict JSON. macOS and Windows: modelcontextprotocol.io,
			// "Connect to local MCP servers". Linux: Electron's userData for
			// the name "Claude"; the MCP Python SDK's installer
			// (get_claude_config_path) uses it and obeys XDG_CONFIG_HOME.
			ID: "claude-desktop", Name: "Claude Desktop",
			format: jsonCodec{}, member: "mcpServers",
			file: func(p Places) string {
				dir, _ := p.claudeDesktop()
				return filepath.Join(dir, "claude_desktop_config.json")
			},
			present: func(p Places) string {
				_, installed := p.claudeDesktop()
				return installed
			},
		},
		{
			// User scope. Claude Code's docs, "MCP installation scopes"; its
			// own "claude mcp add" writes the type. With CLAUDE_CONFIG_DIR
			// the file is inside that directory, as its makers answered to
			// a report.
			ID: "claude-code", Name: "Claude Code",
			format: jsonCodec{}, member: "mcpServers", typ: "stdio",
			remote: remote{url: "url", headers: "headers", typ: "http"},
			file: func(p Places) string {
				return filepath.Join(p.or("CLAUDE_CONFIG_DIR", p.Home), ".claude.json")
			},
			present: func(p Places) string {
				return p.or("CLAUDE_CONFIG_DIR", filepath.Join(p.Home, ".claude"))
			},
		},
		{
			// Cursor's docs, "Model Context Protocol", "Configuration
			// locations". They are silent about comments: what the user has
			// is kept.
			ID: "cursor", Name: "Cursor",
			format: jsonCodec{comments: true}, member: "mcpServers",
			remote: remote{url: "url", headers: "headers"},
			file:   func(p Places) string { return filepath.Join(p.Home, ".cursor", "mcp.json") },
		},
		{
			// mcp.json of the default user profile: VS Code's docs, "MCP
			// configuration reference" (servers; type is required).
			ID: "vscode", Name: "VS Code",
			format: jsonCodec{comments: true}, member: "servers", typ: "stdio",
			remote: remote{url: "url", headers: "headers", typ: "http"},
			file:   func(p Places) string { return filepath.Join(p.vscode("Code"), "mcp.json") },
		},
		{
			// The same program under its other product name.
			ID: "vscode-insiders", Name: "VS Code Insiders",
			format: jsonCodec{comments: true}, member: "servers", typ: "stdio",
			remote: remote{url: "url", headers: "headers", typ: "http"},
			file:   func(p Places) string { return filepath.Join(p.vscode("Code - Insiders"), "mcp.json") },
		},
		{
			// Windsurf's docs, "Cascade MCP Integration", mcp_config.json.
			// Silent about comments.
			ID: "windsurf", Name: "Windsurf",
			format: jsonCodec{comments: true}, member: "mcpServers",
			remote: remote{url: "serverUrl", headers: "headers"},
			file: func(p Places) string {
				return filepath.Join(p.Home, ".codeium", "windsurf", "mcp_config.json")
			},
		},
		{
			// What Windsurf is called since June 2026. Its newer agent reads
			// the Devin CLI's file, not Windsurf's: docs.devin.ai, "MCP
			// configuration", as told by the setup pages of Vaadin and
			// Browserless.
			ID: "devin", Name: "Devin Desktop",
			format: jsonCodec{comments: true}, member: "mcpServers",
			file: func(p Places) string { return filepath.Join(p.devin(), "mcp_config.json") },
		},
		{
			// Gemini CLI's docs, "Configuration", "Settings files": comments
			// are allowed. GEMINI_CLI_HOME stands for the home directory, so
			// ".gemini" follows it, as was reported to its makers.
			ID: "gemini", Name: "Gemini CLI",
			format: jsonCodec{comments: true}, member: "mcpServers",
			remote: remote{url: "httpUrl", headers: "headers"}, // "url" is for the older SSE
			file: func(p Places) string {
				return filepath.Join(p.or("GEMINI_CLI_HOME", p.Home), ".gemini", "settings.json")
			},
		},
		{
			// Codex's docs, "Model Context Protocol", and "Environment
			// variables" for CODEX_HOME.
			ID: "codex", Name: "Codex",
			format: tomlCodec{}, member: "mcp_servers",
			remote: remote{url: "url", headers: "http_headers"},
			file: func(p Places) string {
				return filepath.Join(p.or("CODEX_HOME", filepath.Join(p.Home, ".codex")), "config.toml")
			},
		},
	}
}

// ByID gives the client with that id.
func ByID(id string) (Client, bool) {
	for _, c := range All() {
		if c.ID == id {
			return c, true
		}
	}
	return Client{}, false
}

// Named gives the client that a person means: its id or its name, in letters of
// any case, with or without blanks and hyphens.
func Named(name string) (Client, bool) {
	for _, c := range All() {
		if wanted := folded(name); wanted == folded(c.ID) || wanted == folded(c.Name) {
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
	if c.file == nil {
		return "", &Error{Kind: KindPlace, Message: "this is no known client"}
	}
	if p.Home == "" {
		return "", &Error{Kind: KindPlace, Message: "the home directory is not known; set HOME (on Windows USERPROFILE) to its whole path"}
	}
	return c.file(p), nil
}
