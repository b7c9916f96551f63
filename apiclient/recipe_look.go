package apiclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// What looking after a write saw, as the end of a message.
const (
	sawNothing   = "It was not there when looked; look again before trying again."
	sawOther     = "A recipe with that title is there, but it is not what was sent; look at it before trying again."
	sawUndated   = "A recipe with that title is there, but whether this call made it cannot be told; look at it before trying again."
	sawUnchanged = "When looked, the recipe did not hold what was sent; look again before trying again."
	sawNobody    = "Look before trying again."
	sawGone      = "When looked, there was no recipe with that id."
)

// findCreated looks for the recipe that an unanswered create may have made, and
// returns it if it is the only one with that title, was created since the call
// began and holds what was sent and no more. Else it returns failed with what was seen.
func (c *Client) findCreated(ctx context.Context, began time.Time, sent json.RawMessage, failed *Error) (json.RawMessage, error) {
	if errors.Is(failed, context.Canceled) {
		return nil, saw(failed, sawNobody)
	}
	list, err := c.listRecipes(ctx, new(Buffer))
	if err != nil {
		return nil, couldNotLook(failed, err)
	}
	rows := rowsTitled(list.body, titleOf(sent))
	switch {
	case len(rows) == 0:
		return nil, saw(failed, sawNothing)
	case len(rows) > 1:
		return nil, saw(failed, fmt.Sprintf("%d recipes with that title are there; look at them before trying again.", len(rows)))
	case !createdSince(rows[0].createdAt, list.date, list.at.Sub(began)):
		return nil, saw(failed, sawUndated)
	}
	got, err := c.getRecipe(ctx, rows[0].id, new(Buffer))
	switch {
	case err != nil && err.Kind == KindNotFound:
		return nil, saw(failed, sawNothing)
	case err != nil:
		return nil, couldNotLook(failed, err)
	case !holdsCreated(got, sent):
		return nil, saw(failed, sawOther)
	}
	c.log.Info().Str("method", http.MethodPost).Msg("outcome was unknown; found to be saved")
	return got, nil
}

// findUpdated reads back what an unanswered update may have changed.
func (c *Client) findUpdated(ctx context.Context, id string, sent json.RawMessage, failed *Error) (json.RawMessage, error) {
	if errors.Is(failed, context.Canceled) {
		return nil, saw(failed, sawNobody)
	}
	got, err := c.getRecipe(ctx, id, new(Buffer))
	switch {
	case err == nil && holdsUpdated(got, sent):
		c.log.Info().Str("method", http.MethodPut).Msg("outcome was unknown; found to be saved")
		return got, nil
	case failed.Kind != KindUnknownOutcome:
		// The API judged the same values in the end.
		return nil, failed
	case err == nil:
		return nil, saw(failed, sawUnchanged)
	case err.Kind == KindNotFound:
		return nil, saw(failed, sawGone)
	}
	return nil, couldNotLook(failed, err)
}

// saw adds what was seen to a failure.
func saw(failed *Error, what string) *Error {
	failed.Message += " " + what
	return failed
}

// couldNotLook adds why nothing was seen. The outcome stays unknown whatever
// answered: behind a page, or JSON of another shape, the API may have saved what
// was sent, and something on the way have replaced its answers.
func couldNotLook(failed, err *Error) *Error {
	return saw(failed, "Looking whether it was failed ("+strings.TrimSuffix(err.Message, ".")+"); look before trying again.")
}

// row is what looking needs of a list row.
type row struct{ id, title, createdAt string }

// rowsTitled returns the rows of a checked list with the given title. The list
// has no white space, so walking it moves nothing.
func rowsTitled(list []byte, title string) []row {
	want := foldTitle(title)
	var rows []row
	s := newSqueezer(list, 0)
	s.kind()
	s.skip()
	for s.more(']') {
		var r row
		s.skip()
		for s.more('}') {
			var member *string
			switch string(s.name()) {
			case "id":
				member = &r.id
			case "title":
				member = &r.title
			case "created_at":
				member = &r.createdAt
			}
			if s.colon() == '"' && member != nil {
				*member = s.text()
			} else {
				s.value()
			}
		}
		s.skip()
		if foldTitle(r.title) == want {
			rows = append(rows, r)
		}
	}
	return rows
}

// titleOf returns the title of a body that is to be sent.
func titleOf(sent []byte) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(sent, &members) != nil {
		return ""
	}
	var title string
	if json.Unmarshal(members["title"], &title) != nil {
		return ""
	}
	return title
}

// createdSince reports whether createdAt, by the API's clock, proves that a
// recipe was made in the time before date, the API's Date header. Both count
// whole seconds, rounded down: one second is allowed for each of them. What
// cannot be read proves nothing.
func createdSince(createdAt, date string, elapsed time.Duration) bool {
	now, err := http.ParseTime(date)
	if err != nil {
		return false
	}
	created, err := time.ParseInLocation(time.DateTime, createdAt, time.UTC)
	if err != nil {
		created, err = time.Parse(time.RFC3339, createdAt)
	}
	const slack = time.Second
	return err == nil && !created.Before(now.Add(-elapsed-slack)) && !created.After(now.Add(2*slack))
}
