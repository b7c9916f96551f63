package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMigrate_WhichEnd has what is wrong with one of the two databases say with which.
func TestMigrate_WhichEnd(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.many(1)
	text := h.file("text", strings.Repeat("not a database ", 100))
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"--to", "sqlite:" + text}, "recipe-vault: --to: the file is "},
		{[]string{"--from", "sqlite:" + text, "--to", "sqlite:" + filepath.Join(t.TempDir(), "new.db")}, "recipe-vault: --from: the vault "},
	} {
		got := h.run(append([]string{"migrate"}, row.args...)...)
		if got.code != exitFailed || !strings.HasPrefix(got.stderr, row.want) || strings.Contains(got.stderr, "DATABASE_URL") {
			t.Errorf("%q: %+v", row.args, got)
		}
	}
}
