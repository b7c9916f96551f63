package transfer

import (
	"crypto/sha256"

	"mcp-adapters/recipe/title"
)

// sum tells bodies apart. The zero one is of a recipe that this import did not
// make: it is in the vault, and what it holds is not known.
type sum [sha256.Size]byte

// known is what titles the vault has, as far as it shows them and this import
// has made them.
type known struct {
	exact   map[string]sum // by title.ExactKey
	unclean map[string]sum // by title.Key, of titles whose exact key is another
}

func newKnown(rows []row) *known {
	k := &known{exact: make(map[string]sum, len(rows)), unclean: map[string]sum{}}
	k.addRows(rows)
	return k
}

// addRows adds what the vault lists, and leaves alone what this import made.
func (k *known) addRows(rows []row) {
	for _, r := range rows {
		if _, ok := k.exactly(r.Title); !ok {
			k.add(r.Title, sum{})
		}
	}
}

func (k *known) add(s string, content sum) {
	exact, key := title.ExactKey(s), title.Key(s)
	k.exact[exact] = content
	if exact != key {
		k.unclean[key] = content
	}
}

// exactly finds a recipe with this title, white space at its ends included.
func (k *known) exactly(s string) (sum, bool) {
	there, ok := k.exact[title.ExactKey(s)]
	return there, ok
}

// same finds a recipe whose title is the same by the vault's rule.
func (k *known) same(s string) (sum, bool) {
	key := title.Key(s)
	there, ok := k.exact[key]
	if !ok {
		there, ok = k.unclean[key]
	}
	return there, ok
}

// free is a title like s that no recipe has, as far as is known.
func (k *known) free(s string) string {
	return title.Free(s, func(t string) bool {
		_, taken := k.same(t)
		return taken
	})
}
