package store

import (
	"regexp"
	"slices"
	"testing"
)

// TestTables holds the list of what a dump has to the tables that there are.
func TestTables(t *testing.T) {
	t.Parallel()
	var made []string
	for _, step := range schema.Migrations {
		for _, m := range regexp.MustCompile(`CREATE TABLE (\w+)`).FindAllStringSubmatch(step, -1) {
			made = append(made, m[1])
		}
	}
	all := append([]string{"servers"}, tables...) // which are there, and no part of what is kept
	if !slices.Equal(slices.Sorted(slices.Values(made)), slices.Sorted(slices.Values(all))) {
		t.Errorf("the tables are %q, and those that are copied %q", made, tables)
	}
}
