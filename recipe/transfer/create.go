package transfer

import (
	"context"
	"encoding/json"
	"errors"

	"mcp-adapters/fault"
	"mcp-adapters/recipe/interchange"
	"mcp-adapters/recipe/title"
)

// sending is a recipe on its way into the vault.
type sending struct {
	about   Note
	item    interchange.Item
	body    []byte
	content sum
}

// put creates a recipe. What a vault once held is brought back as it was, if the
// vault is in this process. Who wrote a recipe stays its author, unless the import
// acts for somebody.
func (im *importing) put(ctx context.Context, s sending) (json.RawMessage, error) {
	switch {
	case im.restores(s.item):
		return im.Vault.restoring.Create(ctx, s.body)
	case im.keepsAuthor(s.item):
		return im.Vault.createAs(ctx, s.item.Author, s.item.Recipe.Title, s.body)
	}
	return im.Vault.Create(ctx, s.body)
}

// restores reports whether a recipe comes back byte for byte.
func (im *importing) restores(item interchange.Item) bool {
	return item.Kept != nil && im.Vault.restoring != nil
}

func (im *importing) keepsAuthor(item interchange.Item) bool {
	return item.Author != "" && im.Vault.everyone
}

// errStopped says that the import was stopped before the recipe was sent.
var errStopped = errors.New("stopped")

// create brings one recipe in. When a vault that is served is busy, it waits,
// looks whether the recipe is there, and sends it again if not. Titles are
// unique, so nothing is doubled: what was saved after all is met as a conflict.
func (im *importing) create(ctx context.Context, s sending) (json.RawMessage, error) {
	var last error
	for try := 1; ; try++ {
		if im.pace.next(ctx) != nil {
			if last == nil {
				last = errStopped
			}
			return nil, last
		}
		answer, err := im.send(ctx, s, try > 1)
		switch failure := failureOf(err); {
		case failure == nil:
			im.pace.faster()
			return answer, nil
		case !busy(failure) || im.Vault.path != "":
			return nil, failure
		default:
			im.pace.slower(failure)
			if last = failure; try == mostTries || im.failing > 0 {
				return nil, failure
			}
		}
	}
}

// send creates the recipe; again says that it was sent before, and may have been
// saved.
func (im *importing) send(ctx context.Context, s sending, again bool) (json.RawMessage, error) {
	if again {
		if there, err := im.find(ctx, s); there != nil || err != nil {
			return there, err
		}
	}
	// A person's Ctrl-C does not reach the create: one that was called off
	// would leave open whether it was done.
	answer, err := im.put(context.WithoutCancel(ctx), s)
	if failure := failureOf(err); again && failure != nil && failure.Kind == fault.Conflict {
		if there, _ := im.find(ctx, s); there != nil {
			return there, nil
		}
	}
	return answer, err
}

// find returns the recipe if the vault has just this one, else nil.
func (im *importing) find(ctx context.Context, s sending) (json.RawMessage, error) {
	rows, err := im.Vault.rows(ctx)
	if err != nil {
		return nil, err
	}
	key := title.Key(s.item.Recipe.Title)
	for _, r := range rows {
		if title.Key(r.Title) != key {
			continue
		}
		there, err := im.Vault.Get(ctx, r.ID)
		if err != nil || sameButTitle(s.body, there) {
			return there, err
		}
	}
	return nil, nil
}

// sameButTitle reports whether a recipe of the vault is the one that was sent. A
// vault may have taken white space off the title.
func sameButTitle(sent, there []byte) bool {
	differ := interchange.Differences(sent, there)
	return len(differ) == 0 || len(differ) == 1 && differ[0] == "title"
}

// failureOf gives every error its kind.
func failureOf(err error) *fault.Error {
	if err == nil {
		return nil
	}
	var e *fault.Error
	if !errors.As(err, &e) {
		e = &fault.Error{Kind: fault.Internal, Message: err.Error()}
	}
	return e
}
