package database_test

import (
	"path/filepath"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

func TestDirectory(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name, goos string
		env        map[string]string
		registered string // what the user database says
		want       string // empty: an error
	}{
		{"Linux", "linux", map[string]string{"HOME": "/home/a", "XDG_DATA_HOME": "/data"}, "", "/data"},
		{"Linux without XDG_DATA_HOME", "linux", map[string]string{"HOME": "/home/a"}, "", "/home/a/.local/share"},
		{"Linux with a relative one", "linux", map[string]string{"HOME": "/home/a", "XDG_DATA_HOME": "data"}, "", "/home/a/.local/share"},
		{"Linux with nothing", "linux", nil, "", ""},
		{"Linux with a user database alone", "linux", nil, "/home/b", "/home/b/.local/share"},
		{"Linux with a relative home", "linux", map[string]string{"HOME": "a"}, "/home/b", "/home/b/.local/share"},
		{"Linux with a home and another in the user database", "linux", map[string]string{"HOME": "/home/a"}, "/home/b", "/home/a/.local/share"},
		{"macOS with a user database alone", "darwin", nil, "/Users/b", "/Users/b/Library/Application Support"},
		{"Windows with a user database alone", "windows", nil, "/Users/b", "/Users/b/AppData/Local"},
		{"macOS", "darwin", map[string]string{"HOME": "/Users/a", "XDG_DATA_HOME": "/data"}, "", "/Users/a/Library/Application Support"},
		{"macOS with nothing", "darwin", nil, "", ""},
		{"Windows", "windows", map[string]string{"LOCALAPPDATA": "/AppData/Local"}, "", "/AppData/Local"},
		{"Windows with nothing", "windows", map[string]string{"HOME": "/x"}, "", ""},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			got, err := database.DirectoryOn(r.goos, func(name string) string { return r.env[name] }, func() string { return r.registered })
			if (err != nil) != (r.want == "") || filepath.ToSlash(got) != r.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestParseURL(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"sqlite:recipes.db":              "recipes.db",
		"sqlite:/var/lib/recipes.db":     "/var/lib/recipes.db",
		"sqlite:///var/lib/recipes.db":   "/var/lib/recipes.db",
		"sqlite://recipes.db":            "recipes.db",
		"SQLite:a b.db":                  "a b.db",
		"sqlite:C:\\recipes.db":          "C:\\recipes.db",
		"":                               "",
		"recipes.db":                     "",
		"sqlite:":                        "",
		"sqlite:// ":                     "",
		"sqlite::memory:":                "",
		"sqlite:a.db?mode=rwc":           "",
		"sqlite:a\x00.db":                "",
		"postgres://user:secret@host/db": "",
	} {
		if got, err := database.ParseURL(in); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}
