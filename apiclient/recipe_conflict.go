package apiclient

import (
	"context"
	"encoding/json"
	"strings"

	"mcp-adapters/fault"
	"mcp-adapters/recipe/title"
)

// explainConflict looks who has the title of a refused write, and says so if it
// is a recipe that the address does not let this client see. id is that of the
// recipe to be changed, "" for a create. Other failures it returns as they are.
func (c *Client) explainConflict(ctx context.Context, id string, sent json.RawMessage, failed *fault.Error) error {
	wanted := titleOf(sent)
	if failed.Kind != fault.Conflict || wanted == "" || len(c.template.Header["X-User-Email"]) == 0 {
		return failed
	}
	list, err := c.listRecipes(ctx, new(Buffer))
	if err != nil {
		return failed
	}
	for _, r := range rowsTitled(list.body, wanted) {
		if !strings.EqualFold(r.id, id) {
			return failed
		}
	}
	free := "the same with a number after it"
	if text := c.quotable(freeTitle(list.body, wanted)); text != "" {
		free = `"` + text + `"`
	}
	failed.Message = titleHidden.with("title", "recipe", "title", free)
	return failed
}

// freeTitle returns a title like the given one that is not in a checked list.
func freeTitle(list []byte, wanted string) string {
	taken := map[string]bool{}
	for r := range rows(list) {
		taken[foldTitle(r.title)] = true
	}
	return title.Free(wanted, func(t string) bool { return taken[foldTitle(t)] })
}
