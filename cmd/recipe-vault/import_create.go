package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcp-adapters/fault"
	"mcp-adapters/recipe/interchange"
	"mcp-adapters/recipe/title"
)

// sending is a recipe on its way into the vault.
type sending struct {
	about   note
	item    interchange.Item
	body    []byte
	content sum
}

// door is where a recipe goes in. What a vault once held is brought back as it
// was, if the vault is in this process. Who wrote a recipe stays its author,
// unless the import acts for somebody.
func (im *importer) door(item interchange.Item) (recipes, error) {
	switch {
	case im.restores(item):
		return im.vault.restoring, nil
	case im.keepsAuthor(item):
		return im.vault.as(item.Author)
	}
	return im.vault, nil
}

// restores reports whether a recipe comes back byte for byte.
func (im *importer) restores(item interchange.Item) bool {
	return item.Kept != nil && im.vault.restoring != nil
}

func (im *importer) keepsAuthor(item interchange.Item) bool {
	return item.Author != "" && im.vault.everyone
}

// errStopped says that the import was stopped before the recipe was sent.
var errStopped = errors.New("stopped")

// create brings one recipe in. When a vault that is served is busy, it waits,
// looks whether the recipe is there, and sends it again if not. Titles are
// unique, so nothing is doubled: what was saved after all is met as a conflict.
func (im *importer) create(ctx context.Context, s sending) (json.RawMessage, error) {
	to, err := im.door(s.item)
	if err != nil {
		return nil, &fault.Error{Kind: fault.InvalidParams, Message: err.Error()}
	}
	var last error
	for try := 1; ; try++ {
		if im.pace.next(ctx) != nil {
			if last == nil {
				last = errStopped
			}
			return nil, last
		}
		answer, err := im.send(ctx, to, s, try > 1)
		switch failure := asFailure(err); {
		case failure == nil:
			im.pace.faster()
			return answer, nil
		case !busy(failure) || im.vault.path != "":
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
func (im *importer) send(ctx context.Context, to recipes, s sending, again bool) (json.RawMessage, error) {
	if again {
		if there, err := im.find(ctx, s); there != nil || err != nil {
			return there, err
		}
	}
	// A person's Ctrl-C does not reach the create: one that was called off
	// would leave open whether it was done.
	answer, err := to.CreateRecipe(context.WithoutCancel(ctx), s.body)
	if failure := asFailure(err); again && failure != nil && failure.Kind == fault.Conflict {
		if there, _ := im.find(ctx, s); there != nil {
			return there, nil
		}
	}
	return answer, err
}

// find returns the recipe if the vault has just this one, else nil.
func (im *importer) find(ctx context.Context, s sending) (json.RawMessage, error) {
	rows, err := im.vault.rows(ctx)
	if err != nil {
		return nil, err
	}
	key := title.Key(s.item.Recipe.Title)
	for _, r := range rows {
		if title.Key(r.Title) != key {
			continue
		}
		there, err := im.vault.GetRecipe(ctx, r.ID)
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

// asFailure gives every error its kind.
func asFailure(err error) *fault.Error {
	if err == nil {
		return nil
	}
	var e *fault.Error
	if !errors.As(err, &e) {
		e = &fault.Error{Kind: fault.Internal, Message: err.Error()}
	}
	return e
}

// created notes what the vault made of a recipe, which for one of our own must
// be what the file has.
func (im *importer) created(s sending, answer json.RawMessage) {
	im.failing = 0
	im.report.Created++
	if im.families && s.item.Author == "" {
		im.report.Unseen++
	}
	there := struct {
		Title  string `json:"title"`
		Author string `json:"created_by"`
	}{Title: s.item.Recipe.Title, Author: s.item.Author}
	warnings := s.item.Warnings
	if answer != nil && s.item.Own && !im.restores(s.item) {
		// A client has checked that it is an object with a title.
		_ = json.Unmarshal(answer, &there)
		differ := interchange.Differences(s.body, answer)
		if im.keepsAuthor(s.item) && !strings.EqualFold(there.Author, s.item.Author) {
			differ = append(differ, "created_by")
		}
		if len(differ) > 0 {
			warnings = append(slices.Clone(warnings), "The vault keeps it otherwise than the file has it: "+strings.Join(differ, ", ")+".")
		}
	}
	im.known.add(there.Title, s.content)
	s.about.Message = s.item.Recipe.Title
	im.tell("created  %s", s.about)
	if len(warnings) > 0 {
		im.report.Changed++
		if s.item.Own {
			im.report.Altered++
		}
	}
	for _, w := range warnings {
		s.about.Message = w
		im.report.Warnings = atMost(im.report.Warnings, s.about)
		im.tell("         %s", w)
	}
}

// taken deals with a recipe whose title the vault says is taken: by one that was
// made since the list was read, by one whose title differs in white space, or by
// one of a family that is not ours to see.
func (im *importer) taken(ctx context.Context, s sending) {
	im.failing = 0
	s.about.Kind = string(fault.Conflict)
	t := s.item.Recipe.Title
	rows, err := im.vault.rows(ctx)
	if err != nil {
		s.about.Message = "its title is taken, and by which recipe could not be found out: " + asFailure(err).Message
		im.fail(s.about)
		return
	}
	im.known.addRows(rows)
	_, exactly := im.known.exactly(t)
	_, same := im.known.same(t)
	if !exactly && same && s.item.Kept != nil {
		there, _ := im.find(ctx, s)
		exactly = there != nil
	}
	switch {
	case exactly, same && s.item.Kept == nil:
		s.about.Kind = ""
		im.skip(s.about, false)
		return
	case same:
		s.about.Message = im.another(t, "differs from that of a recipe in the vault only in white space at its ends")
	case im.vault.everyone:
		s.about.Message = im.another(t, "is taken, says the vault, which lists no recipe that has it")
	default:
		s.about.Message = im.another(t, "is taken by a recipe that this address can't see")
	}
	im.fail(s.about)
}

// another says why a title can't be had, and names one that can, as far as is
// known.
func (im *importer) another(t, why string) string {
	return fmt.Sprintf("its title, %q, %s. Import it under another title, such as %q.", t, why, im.known.free(t))
}

// refused deals with a recipe that the vault did not take.
func (im *importer) refused(ctx context.Context, s sending, err error) {
	e := asFailure(err)
	s.about.Kind, s.about.Message = string(e.Kind), e.Message
	switch e.Kind {
	case fault.Conflict:
		im.taken(ctx, s)
		return
	case fault.InvalidParams:
		im.failing = 0
	case fault.Forbidden:
		if im.keepsAuthor(s.item) {
			im.failing = 0
			s.about.Message = "the vault does not know the address of who wrote it (created_by); add that to a family, or import with --as."
			break
		}
		im.report.Stopped = stoppedByFailure
	case fault.Unauthorized:
		im.report.Stopped = stoppedByFailure
	case fault.UnknownOutcome:
		s.about.Message += " Running the same import again is safe: it skips this one if it was saved."
		im.failing++
	default:
		im.failing++
	}
	im.fail(s.about)
	if im.failing >= patience {
		im.report.Stopped = stoppedByFailure
	}
}
