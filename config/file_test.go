package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/config"
)

func TestFromFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string]string{"key": "hunter2\r\n", "empty": " \n", "control": "hunter2\x01"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		file  string
		value config.Secret
		want  string // of the value, or of the error
	}{
		{"", "", ""},
		{"", "set", "set"},
		{filepath.Join(dir, "key"), "", "hunter2"},
		{filepath.Join(dir, "key"), "set", "must not be set together with API_KEY"},
		{filepath.Join(dir, "empty"), "", "must name a file that is not empty"},
		{filepath.Join(dir, "control"), "", "names a file whose content must be printable ASCII"},
		{filepath.Join(dir, "hunter2"), "", "must name a file that can be read"},
		{dir, "", "must name a file"},
	} {
		got := row.value
		err := config.FromFile(row.file, "API_KEY", &got)
		if err == nil && got.Reveal() != row.want || err != nil && (!strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "hunter2") || got != row.value) {
			t.Errorf("%q with %q set: %q, %v; want %q", row.file, row.value.Reveal(), got.Reveal(), err, row.want)
		}
	}
}
