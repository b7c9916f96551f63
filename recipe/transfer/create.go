package transfer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// recipe creates a recipe, unless the vault has it.
func (im *importing) recipe(ctx context.Context, s sending) {
	if s.body = s.Kept; s.body == nil {
		var err error
		if s.body, err = json.Marshal(s.Recipe); err != nil {
			s.about.Message = "the recipe can't be written as JSON."
			im.fail(s.about)
			return
		}
	}
	there, ok := im.there(s)
	if ok && !im.apart(ctx, s, there) {
		im.present(ctx, s, there)
		return
	}
	_, same := im.titles.same(s.Recipe.Title, im.author(s))
	switch {
	case im.DryRun && same && !ok && im.Vault.own == nil:
		im.taken(s, takenButForSpace)
	case im.DryRun:
		im.created(ctx, s, nil)
	default:
		answer, err := im.create(ctx, s)
		if err == nil {
			im.created(ctx, s, answer)
		} else if !errors.Is(err, errStopped) {
			im.refused(ctx, s, failureOf(err))
		}
	}
}

// author is whose family a recipe is to be of; "" if that isn't for the file to say.
func (im *importing) author(s sending) string {
	if !im.Vault.everyone {
		return ""
	}
	return family.Normal(s.Author)
}

// there finds a recipe of the vault with the title. A vault may have held several whose titles
// differ in white space alone.
func (im *importing) there(s sending) (*entry, bool) {
	if s.Kept != nil {
		return im.titles.exactly(s.Recipe.Title, im.author(s))
	}
	return im.titles.same(s.Recipe.Title, im.author(s))
}

// apart reports whether a recipe of a vault may have its title beside that of another author,
// whose family may be another one. Only the vault knows, once the recipe is sent.
func (im *importing) apart(ctx context.Context, s sending, there *entry) bool {
	author := im.author(s)
	return s.Own && !there.hidden && there.author != author && (!im.DryRun || im.Vault.apart(ctx, author, there))
}

// present counts a recipe whose title the vault has.
func (im *importing) present(ctx context.Context, s sending, there *entry) {
	if there.hidden {
		im.taken(s, takenUnseen)
		return
	}
	im.skip(s.about, im.clash(ctx, there, s))
}

// Why a recipe whose title is taken isn't in the vault.
const (
	clashes       = "an earlier recipe in this import has the title %s; give one of them another title."
	clashesAuthor = "a recipe of another author has the title %s, and to this vault the two are of one family, or of none; " +
		"add their families first, or give one of the recipes another title. A whole vault moves with its families by recipe-vault migrate."
)

// clash says why an earlier recipe of this import has the title, and this one was not
// saved for it; "" if it was. If the vault had the title before, it may have either of them
// from an earlier import; only then is it asked.
func (im *importing) clash(ctx context.Context, there *entry, s sending) string {
	author, content := im.author(s), s.content()
	if there.by == "" {
		there.by = author
	}
	switch {
	case author != "" && author != there.by:
		return clashesAuthor
	case there.body != (sum{}) && there.body != sha256.Sum256(s.body):
		return clashes
	case there.body != (sum{}):
		return ""
	case there.first == (sum{}):
		there.first = content
	}
	if there.first == content {
		return ""
	}
	stored, err := im.Vault.client.Get(context.WithoutCancel(ctx), there.id)
	if err != nil || !holds(stored, s.body) {
		return clashes
	}
	return ""
}

// Why a title can't be had.
const (
	takenButForSpace = "differs from that of a recipe in the vault only in leading or trailing white space"
	takenUnseen      = "is taken by a recipe that this address can't see"
	takenByNone      = "is taken, although the vault lists no recipe that has it"
)

// taken counts a recipe whose title can't be had, and names a title that is free, or may
// be: that of a served vault's answer, or one that no known recipe has.
func (im *importing) taken(s sending, why string) {
	t, such := s.Recipe.Title, "such as"
	if s.free == "" {
		s.free = im.titles.free(t)
		if im.Vault.own == nil && !im.Vault.everyone {
			such = "perhaps" // another family may have it
		}
	}
	s.about.Kind = string(fault.Conflict)
	s.about.Message = fmt.Sprintf("its title, %q, %s. Import it under another title, %s %q.", t, why, such, s.free)
	im.fail(s.about)
}

// errStopped says that the import was stopped before the recipe was sent.
var errStopped = errors.New("stopped")

// mostTries is how often one recipe is sent to a busy vault: with the pauses, for some
// 20 seconds.
const mostTries = 9

// create creates a recipe. When a served vault is busy, it waits, checks whether the
// recipe is there, and sends it again if not.
func (im *importing) create(ctx context.Context, s sending) (json.RawMessage, error) {
	var last error
	for try := 1; ; try++ {
		if im.pace.next(ctx) != nil {
			return nil, cmp.Or(last, errStopped)
		}
		answer, err := im.send(ctx, s, try > 1)
		if err == nil {
			im.pace.faster()
			return answer, nil
		}
		failure := failureOf(err)
		if !busy(failure) || im.Vault.own != nil {
			return nil, failure
		}
		im.pace.slower(failure)
		if last = failure; try == mostTries || im.failing > 0 {
			return nil, failure
		}
	}
}

// send creates a recipe. One that was sent before may have been saved; titles are unique,
// so if it was saved after the check, the second create is a conflict.
func (im *importing) send(ctx context.Context, s sending, again bool) (json.RawMessage, error) {
	if again {
		if there, err := im.find(ctx, s); there != nil || err != nil {
			return there, err
		}
	}
	// Ctrl-C does not reach the create: its outcome would be unknown.
	answer, err := im.put(context.WithoutCancel(ctx), s)
	if again && err != nil && failureOf(err).Kind == fault.Conflict {
		if there, _ := im.find(ctx, s); there != nil {
			return there, nil
		}
	}
	return answer, err
}

func (im *importing) put(ctx context.Context, s sending) (json.RawMessage, error) {
	if im.restores(s) {
		return im.Vault.restoring.Create(ctx, s.body)
	}
	if im.keepsAuthor(s) {
		var err error
		if ctx, err = im.Vault.client.As(ctx, s.Author); err != nil {
			rule := strings.TrimPrefix(err.Error(), "USER_EMAIL ") // where the address didn't come from
			return nil, &fault.Error{Kind: fault.InvalidParams, Message: fmt.Sprintf(
				"the author of %q (created_by) %s; correct it in the file, or import with --as.", s.Recipe.Title, rule)}
		}
	}
	return im.Vault.client.Create(ctx, s.body)
}

// restores reports whether a recipe is created byte for byte.
func (im *importing) restores(s sending) bool { return s.Kept != nil && im.Vault.restoring != nil }

func (im *importing) keepsAuthor(s sending) bool { return s.Author != "" && im.Vault.everyone }

// find returns the recipe if the vault has exactly this one, else nil. The vault may
// have trimmed the title.
func (im *importing) find(ctx context.Context, s sending) (json.RawMessage, error) {
	rows, err := im.Vault.rows(ctx)
	if err != nil {
		return nil, err
	}
	key := title.Key(s.Recipe.Title)
	for _, r := range rows {
		if title.Key(r.Title) != key || im.keepsAuthor(s) && family.Normal(r.Author) != im.author(s) {
			continue
		}
		there, err := im.Vault.client.Get(ctx, r.ID)
		if err != nil || holds(there, s.body) {
			return there, err
		}
	}
	return nil, nil
}

// holds reports whether a recipe of the vault has what was sent, but for the title.
func holds(there, sent []byte) bool {
	differ := interchange.Differences(sent, there)
	return len(differ) == 0 || len(differ) == 1 && differ[0] == "title"
}

func failureOf(err error) *fault.Error {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e
	}
	return &fault.Error{Kind: fault.Internal, Message: err.Error()}
}
