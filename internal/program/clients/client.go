// Package clients finds the configuration files of MCP clients, and adds the entry
// of one server to them or removes it.
//
// It promises:
//
//   - Everything outside the entry stays as it is, byte for byte: other servers,
//     unknown members, order, comments, indentation, line endings, a byte order
//     mark, a missing final newline.
//   - In an existing entry of the same name, the given command, arguments and
//     variables are set. Members and variables that the user added are kept;
//     variables that are numbers or booleans become strings, since some clients
//     refuse them otherwise. Variables with any other type of value are removed,
//     and an "env" without variables.
//   - An entry has a command or a URL: the members of the other are removed. Headers
//     are kept when the URL stays on the same scheme, host and port, and else removed.
//   - In TOML, only a table [mcp_servers.NAME] is edited. A table that changes is
//     rewritten without its comments. An entry in another form (an inline table,
//     dotted keys) is an error.
//   - Planning a change that has been made changes nothing.
//   - A file that cannot be interpreted with certainty (invalid, a duplicate name
//     on the path to the entry, a list where an object belongs) is an error with
//     line and column, and is never written.
//   - [Remove] after [Plan] restores the former bytes from the backup that
//     [Change.Apply] made. If that is missing, or something else has changed since,
//     only the entry is cut out: an object around it stays, even if it is empty, and
//     so does a file that did not exist before.
//
// Only its owner can read a backup. It is kept out of version control if the file, the
// link to it or the user's data directory is. [Files] lists backups, for a caller that
// wants to find and remove the keys in them.
//
// Values are passed through as written: "${HOME}", "~" and the like mean different
// things to different clients.
//
// Nothing is written before [Change.Apply]. All functions are safe for concurrent use.
// Of two changes planned on the same file, the second one to be applied fails with
// [KindChanged]. [Install] and [Uninstall] lock the file and plan again, so that none of
// several concurrent changes is lost.
package clients

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
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

// isTOML reports whether the client's file is TOML.
func (c Client) isTOML() bool { return c.format == tomlCodec{} }

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

// Places is what the paths of the config files depend on. Tests lay out a
// home directory of any system with it.
type Places struct {
	// GOOS is the system: darwin, windows, and anything else is as linux.
	GOOS string
	// Home is the user's home directory, "" when it is not known.
	Home string
	// Getenv looks up a variable; nil means that none is set.
	Getenv func(string) string
}

// Here returns the places of the user in whose environment the program runs. A
// relative path is not a home directory: it would be another one wherever the program
// is started.
func Here(getenv func(string) string) Places {
	variable := "HOME"
	if runtime.GOOS == "windows" {
		variable = "USERPROFILE"
	}
	home := getenv(variable)
	if !filepath.IsAbs(home) {
		home = "" // said by Client.Path, where it matters
	}
	return Places{GOOS: runtime.GOOS, Home: home, Getenv: getenv}
}

// Found is an installed client.
type Found struct {
	Client Client
	// Path is its config file, or where that will be.
	Path string
}

// Find gives the clients whose config file or directory exists, in the order
// of [All].
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

// directories are what a path in [All] may begin with: names of variables, which the
// variables override, and names of our own in small letters. Where a system has no
// directory of its own, it is other.
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

// path replaces the directory that a path begins with.
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

// variable gives a variable's value. Names of our own are not looked up.
func (p Places) variable(name string) string {
	if p.Getenv == nil || name != strings.ToUpper(name) {
		return ""
	}
	return p.Getenv(name)
}

// claude is Claude Desktop's directory, or the one that shows that the app is
// installed. On Windows, an app installed as a package (the Store, and since
// 2026 the download too) sees its own copy of APPDATA below
// LOCALAPPDATA\Packages, and never reads the other: anthropics/claude-code
// issues 25579 and 26073. The part of a package's name after "_" is derived from the
// publisher's certificate; the known one comes first, so that a package of someone
// else is not taken for it.
func (p Places) claude(app bool) string {
	const known = "Claude_pzs8sxrjxfjjc"
	name, packages := "", p.path("$LOCALAPPDATA/Packages")
	if p.GOOS == "windows" {
		entries, _ := os.ReadDir(packages) // none where there is no directory
		for _, e := range entries {
			if e.IsDir() && strings.HasPrefix(e.Name(), "Claude_") && (name == "" || e.Name() == known) {
				name = e.Name()
			}
		}
	}
	switch {
	case name == "":
		return p.path("$config/Claude")
	case app:
		return filepath.Join(packages, name)
	}
	return filepath.Join(packages, name, "LocalCache", "Roaming", "Claude")
}
