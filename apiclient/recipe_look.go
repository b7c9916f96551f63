package apiclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"mcp-adapters/fault"
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

// findCreated looks for the recipe that a create of unknown outcome may have made,
// and returns it if it is the only one with that title, was created since the call
// began and holds what was sent and no more. Else it returns failed with what was
// seen; nothing is set when there was no recipe with that title at all.
func (c *Client) findCreated(ctx context.Context, began time.Time, sent json.RawMessage, failed *fault.Error) (got []byte, nothing bool, err *fault.Error) {
	if c.gaveUp(ctx, failed) {
		return nil, false, saw(failed, sawNobody)
	}
	list, lookErr := c.listRecipes(ctx, new(Buffer))
	if lookErr != nil {
		return nil, false, couldNotLook(failed, lookErr)
	}
	rows := rowsTitled(list.body, titleOf(sent))
	switch {
	case len(rows) == 0:
		return nil, true, saw(failed, sawNothing)
	case len(rows) > 1:
		return nil, false, saw(failed, fmt.Sprintf("%d recipes with that title are there; look at them before trying again.", len(rows)))
	case !createdSince(rows[0].createdAt, list.date, list.at.Sub(began)):
		return nil, false, saw(failed, sawUndated)
	}
	got, lookErr = c.getRecipe(ctx, rows[0].id, new(Buffer))
	switch {
	case lookErr != nil && lookErr.Kind == fault.NotFound:
		return nil, true, saw(failed, sawNothing)
	case lookErr != nil:
		return nil, false, couldNotLook(failed, lookErr)
	case !holdsCreated(got, sent):
		return nil, false, saw(failed, sawOther)
	}
	c.log.Info().Str("method", http.MethodPost).Msg("outcome was unknown; found to be saved")
	return got, false, nil
}

// findUpdated reads back what an update of unknown outcome may have changed. It
// returns what is there, and failed with what was seen if that is not what was sent.
func (c *Client) findUpdated(ctx context.Context, id string, sent json.RawMessage, failed *fault.Error) (got []byte, err *fault.Error) {
	if c.gaveUp(ctx, failed) {
		return nil, saw(failed, sawNobody)
	}
	got, lookErr := c.getRecipe(ctx, id, new(Buffer))
	switch {
	case lookErr == nil && holdsUpdated(got, sent):
		c.log.Info().Str("method", http.MethodPut).Msg("outcome was unknown; found to be saved")
		return got, nil
	case lookErr == nil:
		return got, saw(failed, sawUnchanged)
	case lookErr.Kind == fault.NotFound:
		return nil, saw(failed, sawGone)
	}
	return nil, couldNotLook(failed, lookErr)
}

// gaveUp reports whether the caller cancelled the call, and makes that the cause.
func (c *Client) gaveUp(ctx context.Context, failed *fault.Error) bool {
	if !errors.Is(ctx.Err(), context.Canceled) {
		return false
	}
	failed.Err = c.cause(ctx.Err())
	return true
}

// saw adds what was seen to a failure, unless the API judged what was sent in the
// end: then it is known that it was not done.
func saw(failed *fault.Error, what string) *fault.Error {
	if failed.Kind == fault.UnknownOutcome {
		failed.Message += " " + what
	}
	return failed
}

// couldNotLook adds why nothing was seen. The outcome stays unknown whatever
// answered: behind a page, or JSON of another shape, the API may have saved what
// was sent, and something on the way have replaced its answers.
func couldNotLook(failed, err *fault.Error) *fault.Error {
	return saw(failed, "Looking whether it was failed ("+strings.TrimSuffix(err.Message, ".")+"); look before trying again.")
}

// row is what looking needs of a list row.
type row struct{ id, title, createdAt string }

// rowsTitled returns the rows of a checked list with the given title.
func rowsTitled(list []byte, title string) []row {
	want := foldTitle(title)
	var found []row
	for r := range rows(list) {
		if foldTitle(r.title) == want {
			found = append(found, r)
		}
	}
	return found
}

// rows walks a checked list. It has no white space, so that moves nothing.
func rows(list []byte) iter.Seq[row] {
	return func(yield func(row) bool) {
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
			if !yield(r) {
				return
			}
		}
	}
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
