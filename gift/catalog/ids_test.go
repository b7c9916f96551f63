package catalog_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
)

var update = flag.Bool("update", false, "give an id to each idea that begins with its name")

// TestIDs holds that each idea begins with its id. With -update it writes the missing
// ones, and leaves the others as they are: an id is for ever.
func TestIDs(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("ideas/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(len(names), "files of ideas", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		missing := 0
		for i, line := range lines {
			if rest, ok := strings.CutPrefix(line, "- name:"); ok {
				missing++
				lines[i] = "- id: " + uuid.NewString() + "\n  name:" + rest
			}
		}
		switch {
		case missing == 0:
		case !*update:
			t.Errorf("%s: %d ideas have no id; go test ./gift/catalog -run TestIDs -update gives them one", name, missing)
		default:
			if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
