package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// explainConflict finds out which recipe has the title of a refused write, and says which
// if the caller may see it, and that there is one if not. id is that of the recipe to be
// changed, or "" for a create. Other errors are returned unchanged.
func (c *Client) explainConflict(ctx context.Context, id string, sent json.RawMessage, err error) error {
	failed, ok := errors.AsType[*fault.Error](err)
	wanted, by := titleOf(sent), c.acting(ctx)
	if !ok || failed.Kind != fault.Conflict || errors.Is(err, errChanged) || wanted == "" {
		return err
	}
	list, lookErr := c.list(ctx)
	if lookErr != nil {
		return err
	}
	there, lookErr := rowsOf[row](list.Body)
	if lookErr != nil {
		return err
	}
	for _, r := range titled(there, wanted) {
		if !strings.EqualFold(r.ID, id) {
			failed.Candidates = candidates([]row{r}, by)
			failed.Message += " It is " + listed(failed.Candidates) + "."
			return failed
		}
	}
	if !by.Has(emailSetting) {
		return err
	}
	hidden := titleHidden.For(c.api.Remote(ctx))
	free := by.Quotable(FreeTitle(err))
	perhaps := by.Quotable(freeTitle(there, wanted))
	switch {
	case free != "":
		failed.Message = hidden.With(`for example "` + free + `"`)
	case perhaps != "":
		failed.Message = hidden.With(`perhaps "` + perhaps + `"`)
	default:
		failed.Message = hidden.With("perhaps the same with a number at the end")
	}
	return failed
}

// FreeTitle returns the title that is free according to the vault that answered with err,
// a [fault.Conflict], and "" if it named none. It comes from elsewhere: see
// [apiclient.Credentials.Quotable].
func FreeTitle(err error) string {
	if taken, ok := errors.AsType[*clash](err); ok && utf8.RuneCountInString(taken.free) <= maxTitle {
		return taken.free
	}
	return ""
}

// clash is a conflict in which the vault named a title that is free. This project's own
// vault does, which knows the titles that the address can't see.
type clash struct{ free string }

// Error leaves out the title: it goes to the log.
func (*clash) Error() string { return "the title is taken" }

// freeTitle returns a title like the given one that no row has. Recipes that the address
// can't see may have it.
func freeTitle(rows []row, wanted string) string {
	taken := map[string]bool{}
	for _, r := range rows {
		taken[title.Key(r.Title)] = true
	}
	return title.Free(wanted, func(t string) bool { return taken[title.Key(t)] })
}
