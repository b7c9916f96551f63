package clients

import (
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
// relative path is no home directory: it would be another one wherever the program
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
	// Path is its config file.
	Path string
	// HasFile tells whether that file exists. When not, the client's
	// directory does.
	HasFile bool
}

// Find gives the clients whose config file or directory exists, in the order
// of [All].
func Find(p Places) []Found {
	var found []Found
	for _, c := range All() {
		path, err := c.Path(p)
		if err != nil {
			continue
		}
		dir := filepath.Dir(path)
		if c.present != nil {
			dir = c.present(p)
		}
		_, err = os.Stat(path)
		if err == nil || isDir(dir) {
			found = append(found, Found{Client: c, Path: path, HasFile: err == nil})
		}
	}
	return found
}

// or gives the variable's value, or def when it is not set.
func (p Places) or(variable, def string) string {
	if p.Getenv != nil {
		if v := p.Getenv(variable); v != "" {
			return v
		}
	}
	return def
}

// config is the directory for the settings of desktop programs: Electron's
// appData, and what the platforms say.
func (p Places) config() string {
	switch p.GOOS {
	case "windows":
		return p.or("APPDATA", filepath.Join(p.Home, "AppData", "Roaming"))
	case "darwin":
		return filepath.Join(p.Home, "Library", "Application Support")
	}
	return p.xdg()
}

// data is the directory for what programs keep.
func (p Places) data() string {
	switch p.GOOS {
	case "windows":
		return p.or("LOCALAPPDATA", filepath.Join(p.Home, "AppData", "Local"))
	case "darwin":
		return filepath.Join(p.Home, "Library", "Application Support")
	}
	if dir := p.or("XDG_DATA_HOME", ""); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(p.Home, ".local", "share")
}

// xdg is XDG_CONFIG_HOME. The XDG Base Directory Specification says that a
// relative path is to be ignored.
func (p Places) xdg() string {
	if dir := p.or("XDG_CONFIG_HOME", ""); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(p.Home, ".config")
}

// devin is ~/.config/devin also on macOS, and under APPDATA on Windows.
func (p Places) devin() string {
	if p.GOOS == "windows" {
		return filepath.Join(p.config(), "devin")
	}
	return filepath.Join(p.xdg(), "devin")
}

// vscode is the User directory of VS Code. VS Code's source
// (platform/environment/node/userDataPath.ts): the portable mode's directory,
// or a directory named after the product.
func (p Places) vscode(product string) string {
	if dir := p.or("VSCODE_PORTABLE", ""); dir != "" {
		return filepath.Join(dir, "user-data", "User")
	}
	return filepath.Join(p.or("VSCODE_APPDATA", p.config()), product, "User")
}

// claudeDesktop is the app's directory, and the one that shows that the app is
// installed. On Windows, an app installed as a package (the Store, and since
// 2026 the download too) sees its own copy of APPDATA below
// LOCALAPPDATA\Packages, and never reads the other: anthropics/claude-code
// issues 25579 and 26073.
func (p Places) claudeDesktop() (dir, installed string) {
	if p.GOOS == "windows" {
		packages := filepath.Join(p.or("LOCALAPPDATA", filepath.Join(p.Home, "AppData", "Local")), "Packages")
		if name := claudePackage(packages); name != "" {
			installed = filepath.Join(packages, name)
			return filepath.Join(installed, "LocalCache", "Roaming", "Claude"), installed
		}
	}
	dir = filepath.Join(p.config(), "Claude")
	return dir, dir
}

// claudePackage gives the name of the package's directory, or "". The part
// after "_" is derived from the publisher's certificate; the known one comes
// first, so that a package of somebody else is not taken for it.
func claudePackage(packages string) string {
	const known = "Claude_pzs8sxrjxfjjc"
	if isDir(filepath.Join(packages, known)) {
		return known
	}
	entries, err := os.ReadDir(packages)
	if err != nil {
		return ""
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), "Claude_") {
			return e.Name()
		}
	}
	return ""
}

// isDir reports whether path is a directory.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
