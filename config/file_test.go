package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/config"
)

func TestLoad_File(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string]string{"key": "hunter2\r\n", "empty": " \n", "control": "hunter2\x01", "nul": "hunter2\x00"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct{ file, value, want, err string }{
		{" ", "set", "set", ""},
		{"${user_config.file}", "", "", ""},
		{filepath.Join(dir, "key"), " ", "hunter2", ""},
		{filepath.Join(dir, "key"), "set", "", "KEY_FILE must not be set together with KEY"},
		{filepath.Join(dir, "empty"), "", "", "KEY_FILE must name a file of text that is not empty"},
		{filepath.Join(dir, "nul"), "", "", "KEY_FILE must name a file of text that is not empty"},
		{filepath.Join(dir, "control"), "", "", "KEY_FILE names a file whose content must be printable ASCII, and has U+0001 at character 8; type it again without that character"},
		{filepath.Join(dir, "hunter2"), "", "", "KEY_FILE must name a file that can be read: no such file or directory"},
		{dir, "", "", "KEY_FILE must name a file"},
	} {
		var got struct {
			Key config.Secret `envconfig:"KEY" file:"true"`
		}
		fault := ""
		if err := (environment{"KEY": row.value, "KEY_FILE": row.file}).load(&got); err != nil {
			fault = err.Error()
		}
		if got.Key.Reveal() != row.want || fault != row.err {
			t.Errorf("%q with %q set: %q, %q; want %q, %q", row.file, row.value, got.Key.Reveal(), fault, row.want, row.err)
		}
	}
}
