package transfer

import (
	"crypto/sha256"

	"mcp-adapters/recipe/title"
)

// titles are those that a vault has, as far as is known, by [title.Key]. Vaults may hold
// titles from before they were cleaned, which share a key and differ in white space.
type titles map[string][]*entry

// entry is a recipe that has a title.
type entry struct {
	id     string // of a recipe that was there before
	exact  string // title.ExactKey
	body   sum    // of what this import created; zero for a recipe that was there before
	first  sum    // the content of this import's first recipe with the title of that
	hidden bool   // the address can't see it
}

// sum tells the bodies of recipes apart.
type sum [sha256.Size]byte

// add adds a recipe, unless there is one with exactly that title.
func (t titles) add(s string, e entry) {
	if _, ok := t.exactly(s); !ok {
		e.exact = title.ExactKey(s)
		t[title.Key(s)] = append(t[title.Key(s)], &e)
	}
}

// same finds a recipe whose title is the same by the vault's rule.
func (t titles) same(s string) (*entry, bool) {
	if all := t[title.Key(s)]; len(all) > 0 {
		return all[0], true
	}
	return nil, false
}

// exactly finds a recipe with this title, white space at its ends included.
func (t titles) exactly(s string) (*entry, bool) {
	exact := title.ExactKey(s)
	for _, e := range t[title.Key(s)] {
		if e.exact == exact {
			return e, true
		}
	}
	return nil, false
}

// free returns a title like s that no known recipe has.
func (t titles) free(s string) string {
	return title.Free(s, func(s string) bool { return len(t[title.Key(s)]) > 0 })
}
