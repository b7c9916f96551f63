package transfer

import (
	"crypto/sha256"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// titles are those that a vault has, as far as is known, by [title.Key]. Vaults may hold
// titles from before they were cleaned, which share a key and differ in white space.
type titles map[string][]*entry

// entry is a recipe that has a title.
type entry struct {
	id     string // of a recipe that was there before
	exact  string // title.ExactKey
	author string // family.Normal, "" if there is none, or the import has one for all
	body   sum    // of what this import created; zero for a recipe that was there before
	first  sum    // the content of this import's first recipe with the title of that
	by     string // the author of this import's first one that has an author
	hidden bool   // the address can't see it
}

// sum tells the bodies of recipes apart.
type sum [sha256.Size]byte

// add adds a recipe, unless there is one of its author with exactly that title.
func (t titles) add(s string, e entry) {
	if there, ok := t.exactly(s, e.author); !ok || there.author != e.author {
		e.exact = title.ExactKey(s)
		t[title.Key(s)] = append(t[title.Key(s)], &e)
	}
}

// same finds a recipe whose title is the same by the vault's rule, that of an author before
// those of others, whose families may be others.
func (t titles) same(s, author string) (*entry, bool) {
	return t.find(s, author, func(*entry) bool { return true })
}

// exactly finds one with this title, white space at its ends included.
func (t titles) exactly(s, author string) (*entry, bool) {
	exact := title.ExactKey(s)
	return t.find(s, author, func(e *entry) bool { return e.exact == exact })
}

func (t titles) find(s, author string, is func(*entry) bool) (found *entry, ok bool) {
	for _, e := range t[title.Key(s)] {
		if is(e) && (found == nil || found.author != author && e.author == author) {
			found = e
		}
	}
	return found, found != nil
}

// free returns a title like s that no known recipe has.
func (t titles) free(s string) string {
	return title.Free(s, func(s string) bool { return len(t[title.Key(s)]) > 0 })
}
