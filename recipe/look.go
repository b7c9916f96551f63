package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// What a check after a write found, as the end of a message.
const (
	sawNothing   = "A check did not find it. Check again before retrying."
	sawOther     = "A recipe with that title exists, but it is not what was sent. Look at it before retrying."
	sawUndated   = "A recipe with that title exists, but it is unknown whether this call created it. Look at it before retrying."
	sawMany      = "%d recipes with that title exist. Look at them before retrying."
	sawUnchanged = "A check found the recipe without what was sent. Check again before retrying."
	sawKept      = "A check found that it is still there. Check again before retrying."
	sawGone      = "A check found no recipe with that id."
)

// lookForCreated looks for the recipe that a create of unknown outcome may have made:
// the only one with that title, created since the call began, with what was sent and
// no more. If no recipe has that title, nothing was done. If an older one has it that
// differs from what was sent, the create clashes with that.
func (c *Client) lookForCreated(ctx context.Context, began time.Time, sent json.RawMessage) (apiclient.Seen, error) {
	list, err := c.list(ctx)
	if err != nil {
		return apiclient.Seen{}, err
	}
	there, err := rowsOf[row](list.Body)
	if err != nil {
		return apiclient.Seen{}, err
	}
	wanted := titleOf(sent)
	switch there = titled(there, wanted); {
	case len(there) == 0:
		return apiclient.Seen{Outcome: apiclient.NotDone, Message: sawNothing}, nil
	case len(there) > 1:
		return apiclient.Seen{Message: fmt.Sprintf(sawMany, len(there))}, nil
	}
	since, known := createdSince(there[0].createdAt(), list.Date, list.At.Sub(began))
	if !known {
		return apiclient.Seen{Message: sawUndated}, nil
	}
	got, err := c.get(ctx, there[0].ID)
	switch {
	case isNotFound(err):
		return apiclient.Seen{Outcome: apiclient.NotDone, Message: sawNothing}, nil
	case err != nil:
		return apiclient.Seen{}, err
	case holdsCreated(got.Body, sent):
		if !since { // or the times that the API stores are of another zone
			return apiclient.Seen{Message: sawUndated}, nil
		}
		return apiclient.Seen{Outcome: apiclient.Done, Answer: got}, nil
	case !since && sameEverywhere(there[0].Title, wanted):
		return apiclient.Seen{Outcome: apiclient.Clash, Message: titleTaken.Text}, nil
	}
	return apiclient.Seen{Message: sawOther}, nil
}

// sameEverywhere reports whether two titles are the same by every server's rule. The
// original folds the case of ASCII alone, and keeps white space.
func sameEverywhere(a, b string) bool { return lowerASCII(a) == lowerASCII(b) }

// lookForUpdated reads the recipe that an update of unknown outcome may have changed.
// If its sum is still before, the recipe is as the caller last saw it, and nothing
// was done.
func (c *Client) lookForUpdated(ctx context.Context, id string, before uint64, sent json.RawMessage) (apiclient.Seen, error) {
	got, err := c.get(ctx, id)
	switch {
	case isNotFound(err):
		return apiclient.Seen{Message: sawGone}, nil
	case err != nil:
		return apiclient.Seen{}, err
	case holdsUpdated(got.Body, sent):
		return apiclient.Seen{Outcome: apiclient.Done, Answer: got}, nil
	case sumOf(got.Body) == before:
		return apiclient.Seen{Outcome: apiclient.NotDone, Message: sawUnchanged}, nil
	}
	return apiclient.Seen{Message: sawUnchanged}, nil
}

// lookForDeleted looks for a recipe whose deletion has an unknown outcome. If it is as it
// was before, nothing was done.
func (c *Client) lookForDeleted(ctx context.Context, id string, before uint64) (apiclient.Seen, error) {
	got, err := c.get(ctx, id)
	switch {
	case isNotFound(err):
		return apiclient.Seen{Outcome: apiclient.Done}, nil
	case err != nil:
		return apiclient.Seen{}, err
	case sumOf(got.Body) == before:
		return apiclient.Seen{Outcome: apiclient.NotDone, Message: sawKept}, nil
	}
	return apiclient.Seen{Message: sawKept}, nil
}

func isNotFound(err error) bool {
	e, ok := errors.AsType[*fault.Error](err)
	return ok && e.Kind == fault.NotFound
}

// row is the part of a list row that a check needs.
type row struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Created any    `json:"created_at"` // normally a string
}

func (r row) createdAt() string {
	text, _ := r.Created.(string)
	return text
}

// rowsOf reads of a checked list what its caller needs of each row.
func rowsOf[R any](list []byte) (rows []R, err error) {
	if err = jsonv2.Unmarshal(list, &rows, jsontext.AllowDuplicateNames(true)); err != nil {
		err = fmt.Errorf("decode a list: %w", err)
	}
	return rows, err
}

// titled returns the rows with the given title.
func titled(rows []row, wanted string) []row {
	key := title.Key(wanted)
	var found []row
	for _, r := range rows {
		if title.Key(r.Title) == key {
			found = append(found, r)
		}
	}
	return found
}

// titleOf returns the title in the body of a write.
func titleOf(sent []byte) string {
	var body struct {
		Title any `json:"title"`
	}
	if jsonv2.Unmarshal(sent, &body, jsontext.AllowDuplicateNames(true)) != nil {
		return ""
	}
	text, _ := body.Title.(string)
	return text
}

// createdSince reports whether a recipe was created in the time elapsed before date,
// the API's Date header, and whether createdAt proves that or the opposite. Both times
// are by the API's clock and in whole seconds, rounded down, so one second is allowed
// for each. What cannot be parsed, or is in the future, proves nothing.
func createdSince(createdAt, date string, elapsed time.Duration) (since, known bool) {
	now, err := http.ParseTime(date)
	if err != nil {
		return false, false
	}
	created, err := time.ParseInLocation(time.DateTime, createdAt, time.UTC)
	if err != nil {
		created, err = time.Parse(time.RFC3339, createdAt)
	}
	const slack = time.Second
	known = err == nil && !created.After(now.Add(2*slack))
	return known && !created.Before(now.Add(-elapsed-slack)), known
}
