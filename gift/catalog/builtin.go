package catalog

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/cases"
)

//go:embed vocabulary.yaml ideas/*.yaml
var files embed.FS

// Vocabulary has the tags that gifts may carry. A nil list allows every tag.
type Vocabulary struct {
	Categories []string `yaml:"categories"`
	Occasions  []string `yaml:"occasions"`
	Recipients []string `yaml:"recipient_types"`
}

// Catalog is a list of gifts and the vocabulary of their tags. It is not to be changed.
type Catalog struct {
	Gifts      []Gift
	Vocabulary Vocabulary
}

// BuiltIn returns the built-in catalog, which it reads once, at the first call.
var BuiltIn = sync.OnceValues(func() (*Catalog, error) { return Load(files) })

// Load reads a catalog by theme: vocabulary.yaml and ideas/*.yaml, each a list of gifts.
// The gifts are in the order of the files' names and of the entries. It reads all files
// before it fails, and its errors name file, line and entry.
func Load(files fs.FS) (*Catalog, error) {
	c := &Catalog{}
	if err := readYAML(files, "vocabulary.yaml", &c.Vocabulary); err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "ideas/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list the files of ideas: %w", err)
	}
	var broken []error
	seen := map[string]string{} // id or folded name -> where
	for _, name := range names {
		var entries []yaml.Node
		if err := readYAML(files, name, &entries); err != nil {
			broken = append(broken, err)
			continue
		}
		for i := range entries {
			g, errs := readGift(&entries[i], &c.Vocabulary)
			where := fmt.Sprintf("%s:%d: %q", path.Base(name), entries[i].Line, g.Name)
			for _, key := range []string{g.ID, Fold(g.Name)} {
				if first, ok := seen[key]; ok && key != "" {
					errs = append(errs, fmt.Errorf("has the id or the name of %s", first))
				}
				seen[key] = where
			}
			for _, err := range errs {
				broken = append(broken, fmt.Errorf("%s: %w", where, err))
			}
			c.Gifts = append(c.Gifts, g)
		}
	}
	if len(broken) > 0 {
		return nil, errors.Join(broken...)
	}
	return c, nil
}

// Fold returns name as names are compared: two gifts of a catalog differ in it.
func Fold(name string) string { return clean(cases.Fold().String(clean(name))) }

func readYAML(files fs.FS, name string, into any) error {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", path.Base(name), err)
	}
	return nil
}

// fields are the members of an entry. A [yaml.Node] decodes leniently, so they are held
// against this list.
var fields = map[string]bool{
	"id": true, "name": true, "brief_description": true, "full_description": true,
	"price_range": true, "categories": true, "occasions": true, "recipient_types": true,
	"popularity_score": true, "purchasing_guidance": true, "purchase_url": true,
	"has_affiliate_commission": true, "adult": true,
}

func readGift(entry *yaml.Node, v *Vocabulary) (Gift, []error) {
	var g Gift
	if entry.Kind != yaml.MappingNode {
		return g, []error{errors.New("must be a mapping of fields to values")}
	}
	var errs []error
	for i := 0; i < len(entry.Content); i += 2 {
		if field := entry.Content[i].Value; !fields[field] {
			errs = append(errs, &Error{Field: field, Rule: "is not a field of a gift"})
		}
	}
	if err := entry.Decode(&g); err != nil {
		return g, append(errs, err)
	}
	g.Clean()
	for _, err := range g.Check(v) {
		errs = append(errs, err)
	}
	return g, errs
}
