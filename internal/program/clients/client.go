// Package clients finds the config files of MCP clients and edits the entry of one server
// in them.
//
//   - It changes no byte outside the entry: order, comments, indentation, line endings, a
//     byte order mark.
//   - In the entry it keeps members, variables and headers that the user added. It turns
//     numbers and booleans among variables into strings and removes other values, since
//     some clients refuse them. It removes members of the other transport, and headers
//     for another server.
//   - In TOML it edits only a table [mcp_servers.NAME], and rewrites the table without
//     its comments. Any other form is an error.
//   - It never writes a file that it cannot interpret with certainty: an invalid one, or
//     one with a name twice on the path to the entry.
//   - [Remove] restores the bytes from before [Plan] from a backup. Without one, or if
//     something else changed since, it cuts out only the entry.
//
// Values are written as given: clients disagree on the meaning of "${HOME}" and "~".
// All functions are safe for concurrent use.
package clients

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Client is one program that uses MCP servers. Its zero value is not a client:
// get one from [All], [ByID] or [Named].
type Client struct {
	// ID is what a person types: "claude-desktop".
	ID string
	// Name is what a person reads: "Claude Desktop".
	Name string

	format  codec
	member  string // of the root, that holds the servers
	typed   bool   // entries say in "type" how they are reached
	url     string // member of an entry with the address of a server; "": the file takes none
	headers string // member with the headers that go to that server

	file    string // the config file; see [Places.path]
	moved   string // the config file when the variable that the path begins with is set
	present string // a directory that shows that the program is installed; "": that of the file
}

const portable = "$VSCODE_PORTABLE/user-data/User/mcp.json" // VS Code in portable mode

// All returns the known clients, in the order in which to show them. The comments name the
// sources of each row.
func All() []Client {
	plain := jsonCodec{} // which may have comments
	strict := func(name string) codec { return jsonCodec{strict: name} }
	return []Client{
		// modelcontextprotocol.io, "Connect to local MCP servers"; on Linux the MCP Python SDK's get_claude_config_path.
		{"claude-desktop", "Claude Desktop", strict("Claude Desktop"), "mcpServers", false, "", "", "$claude/claude_desktop_config.json", "", "$claudeApp"},
		// Claude Code's docs, "MCP installation scopes". CLAUDE_CONFIG_DIR: its makers' answer.
		{"claude-code", "Claude Code", strict("Claude Code"), "mcpServers", true, "url", "headers", "$HOME/.claude.json", "$CLAUDE_CONFIG_DIR/.claude.json", "$HOME/.claude"},
		// Cursor's docs, "Model Context Protocol", "Configuration locations".
		{"cursor", "Cursor", plain, "mcpServers", false, "url", "headers", "$HOME/.cursor/mcp.json", "", ""},
		// The default user profile: VS Code's docs, "MCP configuration reference"; platform/environment/node/userDataPath.ts.
		{"vscode", "VS Code", plain, "servers", true, "url", "headers", "$VSCODE_APPDATA/Code/User/mcp.json", portable, ""},
		{"vscode-insiders", "VS Code Insiders", plain, "servers", true, "url", "headers", "$VSCODE_APPDATA/Code - Insiders/User/mcp.json", portable, ""},
		// Windsurf's docs, "Cascade MCP Integration".
		{"windsurf", "Windsurf", plain, "mcpServers", false, "serverUrl", "headers", "$HOME/.codeium/windsurf/mcp_config.json", "", ""},
		// Windsurf's name since June 2026. Its newer agent reads the Devin CLI's file: docs.devin.ai, "MCP configuration".
		{"devin", "Devin Desktop", plain, "mcpServers", false, "url", "headers", "$tools/devin/mcp_config.json", "", ""},
		// Gemini CLI's docs, "Configuration", "Settings files". Its member "url" is for the older SSE transport.
		{"gemini", "Gemini CLI", plain, "mcpServers", false, "httpUrl", "headers", "$HOME/.gemini/settings.json", "$GEMINI_CLI_HOME/.gemini/settings.json", ""},
		// Codex's docs, "Model Context Protocol", and "Environment variables".
		{"codex", "Codex", tomlCodec{}, "mcp_servers", false, "url", "http_headers", "$HOME/.codex/config.toml", "$CODEX_HOME/config.toml", ""},
	}
}

// ByID returns the client with that id.
func ByID(id string) (Client, bool) {
	return first(func(c Client) bool { return c.ID == id })
}

// Named returns the client with that id or name. Case, blanks and hyphens do not count.
func Named(name string) (Client, bool) {
	fold := func(name string) string {
		return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(name))
	}
	return first(func(c Client) bool { return fold(name) == fold(c.ID) || fold(name) == fold(c.Name) })
}

func first(is func(Client) bool) (Client, bool) {
	all := All()
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return Client{}, false
}

// isTOML reports whether the client's file is TOML.
func (c Client) isTOML() bool { return c.format == tomlCodec{} }

// Path returns the client's config file for that user. It need not exist. The error is
// of [KindPlace].
func (c Client) Path(p Places) (string, error) {
	switch {
	case c.ID == "":
		return "", &Error{Kind: KindPlace, Message: "unknown client"}
	case p.Home == "":
		return "", &Error{Kind: KindPlace, Message: "the home directory is not known; set HOME (on Windows USERPROFILE) to its absolute path"}
	}
	file, _ := c.places(p)
	return file, nil
}

// places returns the config file, and the directory that shows that the client is installed.
func (c Client) places(p Places) (file, present string) {
	variable, _, _ := strings.Cut(strings.TrimPrefix(c.moved, "$"), "/")
	if file = p.path(c.file); p.variable(variable) != "" {
		file = p.path(c.moved)
	} else if c.present != "" {
		return file, p.path(c.present)
	}
	return file, filepath.Dir(file)
}

// Places determines the paths of the config files.
type Places struct {
	GOOS   string              // darwin, windows; all others are as linux
	Home   string              // the user's home directory, "" if it is not known
	Getenv func(string) string // looks up a variable; nil: none is set
}

// Here returns the places for that environment. It ignores a relative home directory.
func Here(getenv func(string) string) Places {
	variable := "HOME"
	if runtime.GOOS == "windows" {
		variable = "USERPROFILE"
	}
	home := getenv(variable)
	if !filepath.IsAbs(home) {
		home = "" // Client.Path reports the error
	}
	return Places{GOOS: runtime.GOOS, Home: home, Getenv: getenv}
}

// Found is an installed client and the path of its config file, which need not exist.
type Found struct {
	Client Client
	Path   string
}

// Find returns the clients whose config file or directory exists, in the order of [All].
func Find(p Places) []Found {
	var found []Found
	for _, c := range All() {
		file, present := c.places(p)
		_, err := os.Stat(file)
		if info, e := os.Stat(present); p.Home != "" && (err == nil || e == nil && info.IsDir()) {
			found = append(found, Found{Client: c, Path: file})
		}
	}
	return found
}

const library = "$HOME/Library/Application Support"

// directories are the defaults of the variables that a path in [All] may begin with, for
// each system. Names in small letters are not variables.
var directories = map[string]struct{ windows, darwin, other string }{
	"APPDATA":         {other: "$HOME/AppData/Roaming"},
	"LOCALAPPDATA":    {other: "$HOME/AppData/Local"},
	"XDG_CONFIG_HOME": {other: "$HOME/.config"},
	"XDG_DATA_HOME":   {other: "$HOME/.local/share"},
	"VSCODE_APPDATA":  {other: "$config"},

	"config": {"$APPDATA", library, "$XDG_CONFIG_HOME"}, // of desktop programs: Electron's appData
	"tools":  {windows: "$APPDATA", other: "$XDG_CONFIG_HOME"},
	"data":   {"$LOCALAPPDATA", library, "$XDG_DATA_HOME"}, // what programs keep
}

// path expands the directory that a path begins with.
func (p Places) path(path string) string {
	return filepath.Clean(filepath.FromSlash(os.Expand(path, p.dir)))
}

func (p Places) dir(name string) string {
	switch value := p.variable(name); {
	case name == "HOME":
		return p.Home
	case name == "claude", name == "claudeApp":
		return p.claude(name == "claudeApp")
	case value == "":
	case filepath.IsAbs(value), !strings.HasPrefix(name, "XDG_"): // whose specification says to ignore a relative path
		return value
	}
	switch d := directories[name]; p.GOOS {
	case "windows":
		return p.path(cmp.Or(d.windows, d.other))
	case "darwin":
		return p.path(cmp.Or(d.darwin, d.other))
	default:
		return p.path(d.other)
	}
}

// variable returns the value of an environment variable.
func (p Places) variable(name string) string {
	if p.Getenv == nil || name != strings.ToUpper(name) {
		return ""
	}
	return p.Getenv(name)
}

// claude returns Claude Desktop's directory, or the one that shows that the app is
// installed. On Windows, an app installed as a package (from the Store, and since 2026
// from the download) reads only its own copy of APPDATA below LOCALAPPDATA\Packages:
// anthropics/claude-code issues 25579 and 26073. The known publisher's package goes first.
func (p Places) claude(app bool) string {
	packages := p.path("$LOCALAPPDATA/Packages")
	found, _ := fs.Glob(os.DirFS(packages), "Claude_*")
	if known := "Claude_pzs8sxrjxfjjc"; slices.Contains(found, known) {
		found = []string{known}
	}
	switch {
	case p.GOOS != "windows" || len(found) == 0:
		return p.path("$config/Claude")
	case app:
		return filepath.Join(packages, found[0])
	}
	return filepath.Join(packages, found[0], "LocalCache", "Roaming", "Claude")
}
