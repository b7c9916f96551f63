package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// patience is how many failures of the vault in a row end an import: one may be
// a recipe's own, but each may cost API_TIMEOUT, and there may be thousands.
const patience = 3

// created counts a recipe. If it is one of our own, the answer must be what the file has.
func (im *importing) created(ctx context.Context, s sending, answer json.RawMessage) {
	im.failing = 0
	im.report.Created++
	if im.Vault.unseen(ctx, im.author(s)) {
		im.report.Unseen++
	}
	there := struct {
		Title  string `json:"title"`
		Author string `json:"created_by"`
	}{Title: s.Recipe.Title}
	warnings := s.Warnings
	if answer != nil && s.Own && !im.restores(s) {
		_ = json.Unmarshal(answer, &there) // the client has checked that it has a title
		differ := interchange.Differences(s.body, answer)
		if im.keepsAuthor(s) && !strings.EqualFold(there.Author, s.Author) {
			differ = append(differ, "created_by")
		}
		if len(differ) > 0 {
			warnings = append(slices.Clone(warnings), "The vault stored it differently from the file: "+strings.Join(differ, ", ")+".")
		}
	}
	im.titles.add(there.Title, entry{author: im.author(s), by: im.author(s), body: sha256.Sum256(s.body)})
	s.about.Message = s.Recipe.Title
	if im.DryRun {
		im.tell("new      %s", s.about)
	} else {
		im.tell("created  %s", s.about)
	}
	if len(warnings) > 0 {
		im.report.Changed++
		if s.Own {
			im.altered(s.about, warnings)
		}
	}
	for _, w := range warnings {
		s.about.Message = w
		im.report.Warnings = atMost(im.report.Warnings, s.about)
		im.tell("         %s", w)
	}
}

// altered names a recipe that the vault does not have as its file has it.
func (im *importing) altered(about Note, why []string) {
	const most = 3
	im.report.Altered++
	about.Message = fmt.Sprintf("%q: %s", about.Title, strings.Join(why[:min(most, len(why))], " "))
	if more := len(why) - most; more > 0 {
		about.Message += " And " + screen.Amount(more, "more change", "more changes") + "."
	}
	im.report.Alterations = atMost(im.report.Alterations, about)
}

// refused deals with a recipe that the vault did not take.
func (im *importing) refused(ctx context.Context, s sending, e *fault.Error) {
	s.about.Kind, s.about.Message = string(e.Kind), e.Message
	switch {
	case e.Kind == fault.Conflict:
		s.free = recipe.FreeTitle(e)
		im.conflicting(ctx, s)
		return
	case e.Kind == fault.InvalidParams:
		im.failing = 0
	case e.Kind == fault.Forbidden && im.keepsAuthor(s):
		im.failing = 0
		s.about.Message = "the vault does not know the address of its author (created_by); add it to a family, or import with --as."
	case e.Kind == fault.Forbidden, e.Kind == fault.Unauthorized:
		im.failing = patience
	case e.Kind == fault.UnknownOutcome:
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

// conflicting finds out what has the title of a recipe that the vault refused for it:
// one of another author, one created since the list was read, one whose title differs in
// white space, or one that the address can't see.
func (im *importing) conflicting(ctx context.Context, s sending) {
	im.failing = 0
	if there, ok := im.there(s); ok {
		im.present(ctx, s, there)
		return
	}
	if err := im.Vault.learn(ctx, im.titles); err != nil {
		s.about.Message = "its title is taken, but the recipe that has it could not be looked up: " + failureOf(err).Message
		im.fail(s.about)
		return
	}
	s.about.Kind = ""
	if there, ok := im.there(s); ok {
		im.present(ctx, s, there)
		return
	}
	var there json.RawMessage
	_, same := im.titles.same(s.Recipe.Title, im.author(s))
	if same {
		there, _ = im.find(ctx, s)
	}
	switch {
	case there != nil:
		if has, ok := im.titles.exactly(titleOf(there), im.author(s)); ok {
			has.first, has.by = s.content(), im.author(s)
		}
		im.skip(s.about, "")
	case same:
		im.taken(s, takenButForSpace)
	case im.Vault.everyone:
		im.taken(s, takenByNone)
	default:
		im.taken(s, takenUnseen)
	}
}

// titleOf returns the title of a recipe that the client has checked.
func titleOf(details json.RawMessage) string {
	var r struct {
		Title string `json:"title"`
	}
	_ = json.Unmarshal(details, &r)
	return r.Title
}
