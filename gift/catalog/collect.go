package catalog

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Collect makes a catalog of what [Read] returns. Its vocabulary has the tags in use, and a
// gift without an id gets the [StableID] of its name. If some gifts can't be taken, it returns
// the others and a [*BadRows]; any other error comes without a catalog.
func Collect(gifts iter.Seq2[Gift, error]) (*Catalog, error) {
	c, bad := &Catalog{}, &BadRows{}
	ids := map[string]bool{}
	for g, err := range gifts {
		var broken *RowError
		switch {
		case errors.As(err, &broken) && broken.Notice:
			continue
		case errors.As(err, &broken):
			bad.add(broken)
			continue
		case err != nil && bad.Count > 0:
			return nil, fmt.Errorf("%s\n%w", bad.Error(), err)
		case err != nil:
			return nil, err
		}
		ids[g.ID] = true
		c.Gifts = append(c.Gifts, g)
	}
	for i := range c.Gifts {
		if g := &c.Gifts[i]; g.ID == "" {
			g.ID = StableID(g.Name, func(id string) bool { return ids[id] })
			ids[g.ID] = true
		}
	}
	c.Vocabulary = tagsOf(c.Gifts)
	if bad.Count > 0 {
		return c, bad
	}
	return c, nil
}

// StableID returns an id for a gift that came without one: of its folded name, so that it is
// the same at the next start and on another machine, where a chat may still know it. Ids
// that are taken, as by a gift that had this name once, are passed over.
func StableID(name string, taken func(id string) bool) string {
	for n := 0; ; n++ {
		id := uuid.UUID(sha256Of(fmt.Sprint("gift ", n), Fold(name)))
		id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, which is all that is stored
		if !taken(id.String()) {
			return id.String()
		}
	}
}

func sha256Of(kind, value string) []byte {
	sum := sha256.Sum256([]byte(kind + "\x00" + value))
	return sum[:16]
}

// BadRows are the gifts of a file that can't be taken.
type BadRows struct {
	First []*RowError // the first ten
	Count int
	// Shop: all of them are of a shop's export.
	Shop bool
}

func (b *BadRows) add(err *RowError) {
	b.Shop = (b.Count == 0 || b.Shop) && err.Shop
	b.Count++
	if len(b.First) < 10 {
		b.First = append(b.First, err)
	}
}

// Error has a line for each of the first rows.
func (b *BadRows) Error() string {
	lines := make([]string, 0, len(b.First)+1)
	for _, err := range b.First {
		lines = append(lines, err.Error())
	}
	if more := b.Count - len(b.First); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// tagsOf returns the tags of gifts, each once and sorted.
func tagsOf(gifts []Gift) Vocabulary {
	var all Vocabulary
	for i := range gifts {
		all.Categories = append(all.Categories, gifts[i].Categories...)
		all.Occasions = append(all.Occasions, gifts[i].Occasions...)
		all.Recipients = append(all.Recipients, gifts[i].Recipients...)
	}
	for _, list := range []*[]string{&all.Categories, &all.Occasions, &all.Recipients} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return all
}
