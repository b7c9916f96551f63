package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// A file that no other setting asks for is left alone: an old entry with a stale path starts.
//
//nolint:paralleltest // it sets the environment
func TestLoad_FileNotAskedFor(t *testing.T) {
	for auth, want := range map[string]string{"": "", "none": "", "Token": "AUTH_TOKEN_FILE must name a file"} {
		t.Setenv("AUTH", auth)
		t.Setenv("AUTH_TOKEN_FILE", filepath.Join(t.TempDir(), "gone"))
		err := config.Load(&config.HTTP{})
		if text := fmt.Sprint(err); (err != nil) != (want != "") || !strings.Contains(text, want) {
			t.Errorf("AUTH=%s: %v", auth, err)
		}
	}
}
