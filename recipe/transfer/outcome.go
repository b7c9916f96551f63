package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mcp-adapters/fault"
	"mcp-adapters/recipe/interchange"
)

// created notes what the vault made of a recipe, which for one of our own must
// be what the file has.
func (im *importing) created(s sending, answer json.RawMessage) {
	im.failing = 0
	im.report.Created++
	if im.Vault.families != nil && im.Vault.everyone && !im.Vault.families.Has(s.item.Author) {
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
func (im *importing) taken(ctx context.Context, s sending) {
	im.failing = 0
	s.about.Kind = string(fault.Conflict)
	t := s.item.Recipe.Title
	rows, err := im.Vault.rows(ctx)
	if err != nil {
		s.about.Message = "its title is taken, and by which recipe could not be found out: " + failureOf(err).Message
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
	case im.Vault.everyone:
		s.about.Message = im.another(t, "is taken, says the vault, which lists no recipe that has it")
	default:
		s.about.Message = im.another(t, "is taken by a recipe that this address can't see")
	}
	im.fail(s.about)
}

// another says why a title can't be had, and names one that can, as far as is
// known.
func (im *importing) another(t, why string) string {
	return fmt.Sprintf("its title, %q, %s. Import it under another title, such as %q.", t, why, im.known.free(t))
}

// refused deals with a recipe that the vault did not take.
func (im *importing) refused(ctx context.Context, s sending, err error) {
	e := failureOf(err)
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
		im.report.Stopped = StoppedByFailure
	case fault.Unauthorized:
		im.report.Stopped = StoppedByFailure
	case fault.UnknownOutcome:
		s.about.Message += " Running the same import again is safe: it skips this one if it was saved."
		im.failing++
	default:
		im.failing++
	}
	im.fail(s.about)
	if im.failing >= patience {
		im.report.Stopped = StoppedByFailure
	}
}
