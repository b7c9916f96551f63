package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"mcp-adapters/fault"
	"mcp-adapters/recipe/title"
)

// explainConflict finds out which recipe has the title of a refused write, and says so
// if it is one that the address may not see. id is that of the recipe to be changed,
// or "" for a create. Other errors are returned unchanged.
func (c *Client) explainConflict(ctx context.Context, id string, sent json.RawMessage, err error) error {
	failed, ok := errors.AsType[*fault.Error](err)
	wanted, by := titleOf(sent), c.acting(ctx)
	if !ok || failed.Kind != fault.Conflict || wanted == "" || !by.Has(emailSetting) {
		return err
	}
	list, lookErr := c.list(ctx)
	if lookErr != nil {
		return err
	}
	there, lookErr := rowsOf(list.Body)
	if lookErr != nil {
		return err
	}
	for _, r := range titled(there, wanted) {
		if !strings.EqualFold(r.ID, id) {
			return err
		}
	}
	free := "the same with a number at the end"
	if text := by.Quotable(freeTitle(there, wanted)); text != "" {
		free = `"` + text + `"`
	}
	failed.Message = titleHidden.With(free)
	return failed
}

// freeTitle returns a title like the given one that no row has.
func freeTitle(rows []row, wanted string) string {
	taken := map[string]bool{}
	for _, r := range rows {
		taken[title.Key(r.Title)] = true
	}
	return title.Free(wanted, func(t string) bool { return taken[title.Key(t)] })
}
