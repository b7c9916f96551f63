package vault

import (
	"errors"
	"fmt"
	"os/user"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// DefaultPath returns the platform's place for the database file:
// $XDG_DATA_HOME/recipe-vault/recipes.db (or ~/.local/share) on Linux and other
// Unix systems, ~/Library/Application Support/recipe-vault/recipes.db on macOS,
// %LOCALAPPDATA%\recipe-vault\recipes.db on Windows. getenv is [os.Getenv] or a
// stand-in for it. Where the variables that name the place are unset, as in a
// server that a desktop program started without any, the home directory is what
// the system's user database says. It fails when that doesn't know it either.
func DefaultPath(getenv func(string) string) (string, error) {
	return defaultPath(runtime.GOOS, getenv, registeredHome)
}

// registeredHome is the home directory of the user who runs the program, or "".
func registeredHome() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}

func defaultPath(goos string, getenv func(string) string, registered func() string) (string, error) {
	base, variable, inHome := "", "HOME", ".local/share"
	switch goos {
	case "windows":
		base, variable, inHome = getenv("LOCALAPPDATA"), "LOCALAPPDATA", "AppData/Local"
	case "darwin":
		inHome = "Library/Application Support"
	default:
		// The XDG specification tells programs to ignore a relative path.
		if data := getenv("XDG_DATA_HOME"); path.IsAbs(data) {
			base = data
		}
	}
	if base == "" {
		// A relative home is another place for each directory that the program starts in.
		home := getenv("HOME")
		if goos == "windows" || !path.IsAbs(home) {
			home = registered()
		}
		if home == "" {
			return "", errors.New(variable + " is not set, so there is no place for the recipes; set DATABASE_URL to sqlite:PATH")
		}
		base = filepath.Join(home, filepath.FromSlash(inHome))
	}
	return filepath.Join(base, "recipe-vault", "recipes.db"), nil
}

// Locate returns the file that DATABASE_URL names with that value, or the platform's
// place for it if the value is empty.
func Locate(url string, getenv func(string) string) (string, error) {
	if url != "" {
		return ParseURL(url)
	}
	path, err := DefaultPath(getenv)
	if err != nil {
		return "", fmt.Errorf("is not set, and %w", err)
	}
	return path, nil
}

// ParseURL returns the file that a DATABASE_URL names: sqlite:PATH, also
// written sqlite://PATH. PATH is taken as it is, without decoding; what
// follows a question mark, which other programs use for options, is refused.
func ParseURL(s string) (string, error) {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || !strings.EqualFold(scheme, "sqlite") {
		return "", errors.New("must be sqlite: followed by the path of a file")
	}
	rest = strings.TrimPrefix(rest, "//")
	switch {
	case strings.TrimSpace(rest) == "":
		return "", errors.New("must name a file after the colon of sqlite:PATH")
	case rest == ":memory:":
		return "", errors.New("must name a file: recipes in memory would be lost")
	case strings.ContainsRune(rest, 0):
		return "", errors.New("must not contain a NUL character")
	case strings.ContainsRune(rest, '?'):
		return "", errors.New("must be sqlite: followed by a path alone, without options after a question mark")
	}
	return rest, nil
}
