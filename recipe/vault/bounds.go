package vault

import (
	"bytes"
	"cmp"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxEntries is the most ingredients, and the most steps, of one recipe:
	// five times what an import of other programs' files takes.
	maxEntries = 10_000
	// maxMembers is the most members of one object. The decoder remembers the
	// names of those that it ignores, to find one that comes twice.
	maxMembers = 1000
	// maxNesting is how deep a body may nest; a recipe nests three levels deep.
	maxNesting = 64
)

// checkBounds refuses a body that would take a multiple of its length when it is
// decoded and stored. It reads tokens and keeps none of them. What is not JSON is
// left for the decoder to refuse.
func checkBounds(data []byte) error {
	count := func(c byte) int { return bytes.Count(data, []byte{c}) }
	if count(',') < maxMembers && count('{')+count('[') <= maxNesting {
		return nil // what nearly every recipe is
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	where := func() string { return cmp.Or(fieldName(dec.StackPointer().Parent()), "the body") }
	for {
		if _, err := dec.ReadToken(); err != nil {
			return nil //nolint:nilerr // it is the end, or what the decoder will say
		}
		depth := dec.StackDepth()
		kind, length := dec.StackIndex(depth)
		switch {
		case depth > maxNesting:
			return invalid("the body must not nest deeper than %d levels", maxNesting)
		case kind == '{' && length > 2*maxMembers: // names and values
			return invalid("%s must have at most %d members", where(), maxMembers)
		case kind == '[' && depth == 2 && length == maxEntries+1:
			if list := where(); list == "ingredients" || list == "steps" {
				return invalid("%s must have at most %d entries", list, maxEntries)
			}
		}
	}
}
