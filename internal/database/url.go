package database

import (
	"errors"
	"net/url"
	"os"
	"os/user"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// URL says which database a program keeps its data in: sqlite:PATH, or the postgres:// address
// of a server. It may hold a password.
type URL string

// UnmarshalText checks an address. Its error is a rule for it, and holds nothing of it.
func (u *URL) UnmarshalText(text []byte) error {
	value := strings.Trim(string(text), " \t\r\n")
	scheme, _, _ := strings.Cut(value, ":")
	switch strings.ToLower(scheme) {
	case "sqlite":
		if _, err := ParseURL(value); err != nil {
			return err
		}
	case "postgres", "postgresql":
		if at, err := url.Parse(value); err != nil || at.Host == "" && !at.Query().Has("host") {
			return errors.New("must look like postgres://USER:PASSWORD@HOST:5432/NAME")
		}
	default:
		return errors.New("must be sqlite: followed by the path of a file, or an address that begins with postgres://")
	}
	*u = URL(value)
	return nil
}

// Private marks what is not shown: there may be a password in it.
func (URL) Private() {}

// Postgres reports whether it is the address of a server.
func (u URL) Postgres() bool {
	scheme, _, _ := strings.Cut(string(u), ":")
	return strings.HasPrefix(strings.ToLower(scheme), "postgres")
}

// File returns the path of the file, "" if none is named.
func (u URL) File() string {
	path, err := ParseURL(string(u))
	if err != nil {
		return ""
	}
	return path
}

// Directory returns the platform's place for the data of programs: $XDG_DATA_HOME (or
// ~/.local/share) on Linux and other Unix systems, ~/Library/Application Support on
// macOS, %LOCALAPPDATA% on Windows. If those variables are unset, as in a server that a
// desktop program started, it asks the system's user database for the home directory.
func Directory() (string, error) {
	return directory(runtime.GOOS, os.Getenv, func() string {
		if u, err := user.Current(); err == nil {
			return u.HomeDir
		}
		return ""
	})
}

func directory(goos string, getenv func(string) string, registered func() string) (string, error) {
	variable, inHome := "HOME", ".local/share"
	switch goos {
	case "windows":
		if base := getenv("LOCALAPPDATA"); base != "" {
			return base, nil
		}
		variable, inHome = "LOCALAPPDATA", "AppData/Local"
	case "darwin":
		inHome = "Library/Application Support"
	default:
		// The XDG specification tells programs to ignore a relative path.
		if base := getenv("XDG_DATA_HOME"); path.IsAbs(base) {
			return base, nil
		}
	}
	// A relative home is another place for each directory that the program starts in.
	home := getenv("HOME")
	if goos == "windows" || !path.IsAbs(home) {
		home = registered()
	}
	if home == "" {
		return "", errors.New(variable + " is not set")
	}
	return filepath.Join(home, filepath.FromSlash(inHome)), nil
}

// ParseURL returns the file that a DATABASE_URL names: sqlite:PATH, also written
// sqlite://PATH. PATH is taken as it is, without decoding; what follows a question mark,
// which other programs use for options, is refused. Its errors are rules for the value,
// such as "must name a file after the colon of sqlite:PATH".
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
		return "", errors.New("must name a file: what is kept in memory would be lost")
	case strings.ContainsRune(rest, 0):
		return "", errors.New("must not contain a NUL character")
	case strings.ContainsRune(rest, '?'):
		return "", errors.New("must be sqlite: followed by a path alone, without options after a question mark")
	}
	return rest, nil
}
