package catalog_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"go.yaml.in/yaml/v3"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

var update = flag.Bool("update", false, "give each idea that begins with its name an id, and write builtin.txt")

// themes is the catalog as people write it: vocabulary.yaml and ideas/*.yaml.
var themes = sync.OnceValues(func() (*catalog.Catalog, error) {
	c := &catalog.Catalog{}
	text, err := os.ReadFile("vocabulary.yaml")
	if err != nil {
		return nil, err
	}
	if err := yaml.Unmarshal(text, &c.Vocabulary); err != nil {
		return nil, err
	}
	names, err := fs.Glob(os.DirFS("."), "ideas/*.yaml")
	if err != nil {
		return nil, err
	}
	var broken []error
	seen := map[string]string{} // id or folded name -> file
	for _, name := range names {
		if *update {
			if err := giveIDs(name); err != nil {
				return nil, err
			}
		}
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		for g, err := range catalog.Read(file, catalog.YAML, &c.Vocabulary) {
			if err == nil && g.ID == "" {
				err = fmt.Errorf("%q has no id; go test ./gift/catalog -run TestBuiltIn -update gives it one", g.Name)
			}
			for _, key := range []string{g.ID, catalog.Fold(g.Name)} {
				if other := seen[key]; err == nil && other != "" {
					err = fmt.Errorf("%q has the id or the name of one in %s", g.Name, other)
				}
				seen[key] = name
			}
			if err != nil {
				broken = append(broken, fmt.Errorf("%s: %w", name, err))
			}
			c.Gifts = append(c.Gifts, g)
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
	}
	return c, errors.Join(broken...)
})

func ideas(t *testing.T) *catalog.Catalog {
	t.Helper()
	c, err := themes()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// giveIDs leaves the ids that are there as they are: an id is for ever.
func giveIDs(name string) error {
	text, err := os.ReadFile(filepath.Clean(name))
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, "- name:"); ok {
			lines[i] = "- id: " + uuid.NewString() + "\n  name:" + rest
		}
	}
	if with := strings.Join(lines, "\n"); with != string(text) {
		return os.WriteFile(name, []byte(with), 0o600)
	}
	return nil
}

// TestBuiltIn holds the catalog of the program to the files that people edit.
func TestBuiltIn(t *testing.T) {
	t.Parallel()
	want := ideas(t)
	if *update {
		if err := os.WriteFile("builtin.txt", lines(t, want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("builtin.txt is stale; go test ./gift/catalog -run TestBuiltIn -update writes it:\n%.2000s", diff)
	}
}

// lines is what builtin.txt has to say.
func lines(t *testing.T, c *catalog.Catalog) []byte {
	t.Helper()
	var b strings.Builder
	line := func(s string) {
		if strings.Contains(s, "\n") {
			t.Fatalf("builtin.txt has no place for a text of two lines: %q", s)
		}
		b.WriteString(s + "\n")
	}
	tags := func(lists ...[]string) {
		for _, list := range lists {
			line(strings.Join(list, ","))
		}
	}
	tags(c.Vocabulary.Categories, c.Vocabulary.Occasions, c.Vocabulary.Recipients)
	for _, g := range c.Gifts {
		for _, s := range []string{g.ID, g.Name, g.Brief, g.Full, g.Guidance, string(g.Price)} {
			line(s)
		}
		tags(g.Categories, g.Occasions, g.Recipients, g.LovedBy)
		score := fmt.Sprint(g.Score())
		if g.Adult {
			score += " adult"
		}
		line(score)
	}
	return []byte(b.String())
}
