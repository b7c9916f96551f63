package vault

import (
	"errors"
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// cleanTitle makes the title what is stored.
func (b *recipeBody) cleanTitle() {
	if b.Title != nil {
		b.sentTitle = *b.Title
		clean := title.Clean(b.sentTitle)
		b.Title = &clean
	}
}

// mostNumbers bounds the search for a free title.
const mostNumbers = 1000

// conflict is the answer that a title is taken, by whomever, with one that is free at
// this moment. If there are too many like it, or the search fails, it names none.
func (t tx) conflict(wanted string, cause error) error {
	f := &failure{status: http.StatusConflict, code: "CONFLICT", text: wanted, err: cause}
	tried := 0
	free := title.Free(wanted, func(s string) bool {
		tried++
		taken, err := t.Taken(t.scope.Scope, title.Key(s))
		if err != nil || tried > mostNumbers {
			f.err, tried = errors.Join(f.err, err), mostNumbers+1
			return false
		}
		return taken
	})
	if tried <= mostNumbers {
		f.free = free
	}
	return f
}

// titleChange decides what an update does to the title: nothing when it is the
// one that the recipe has, though that be from before titles were cleaned.
// renames reports whether the title becomes another recipe's to clash with.
func (t tx) titleChange(b *recipeBody) (renames bool, err error) {
	if b.Title == nil {
		return false, nil
	}
	there, key, err := t.Title(t.scope.Scope, t.id)
	switch {
	case err != nil || key == "": // the update finds out that there is none
		return false, err
	case there == b.sentTitle:
		b.Title = nil
		return false, nil
	}
	return key != title.Key(*b.Title), nil
}
