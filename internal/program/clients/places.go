package clients

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

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
