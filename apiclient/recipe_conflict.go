package apiclient

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// explainConflict looks who has the title of a refused write, and says so if it
// is a recipe that the address does not let this client see. id is that of the
// recipe to be changed, "" for a create. Other failures it returns as they are.
func (c *Client) explainConflict(ctx context.Context, id string, sent json.RawMessage, failed *Error) error {
	title := titleOf(sent)
	if failed.Kind != KindConflict || title == "" || len(c.template.Header["X-User-Email"]) == 0 {
		return failed
	}
	list, err := c.listRecipes(ctx, new(Buffer))
	if err != nil {
		return failed
	}
	for _, r := range rowsTitled(list.body, title) {
		if !strings.EqualFold(r.id, id) {
			return failed
		}
	}
	free := "the same with a number after it"
	if text := c.quotable(freeTitle(list.body, title)); text != "" {
		free = `"` + text + `"`
	}
	failed.Message = titleHidden.with("title", "recipe", "title", free)
	return failed
}

// freeTitle returns the title with the first number that makes it different from
// those in a checked list, and short enough for every server.
func freeTitle(list []byte, title string) string {
	taken := map[string]bool{}
	for r := range rows(list) {
		taken[foldTitle(r.title)] = true
	}
	for n := 2; ; n++ {
		number := fmt.Sprintf(" (%d)", n)
		free := cutText(strings.TrimSpace(title), maxTitle-len(number)) + number
		if !taken[foldTitle(free)] {
			return free
		}
	}
}

// maxTitle is the limit for a title, in bytes as the original server counts.
const maxTitle = 200

// cutText returns at most n bytes of text, whole characters.
func cutText(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return strings.TrimSpace(text[:n])
}
