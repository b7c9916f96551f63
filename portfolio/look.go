package portfolio

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

const sawUnchanged = "A check found the project without what was sent. Look at it with get_project_status before trying again."

type looker = func(context.Context) (apiclient.Seen, error)

// unseen is the look for a write of which nothing can be seen: two drafts may be the same.
func unseen(advice string) looker {
	return func(context.Context) (apiclient.Seen, error) { return apiclient.Seen{Message: advice}, nil }
}

// lookFor looks at a project to find out whether a write was done. The writes that it is
// for say what is to be, so that one that is found to be missing can be sent again.
func (c *Client) lookFor(id string, done func(*row) bool) looker {
	return func(ctx context.Context) (apiclient.Seen, error) {
		r := c.request(http.MethodGet, id)
		r.Check = check[answer]
		got, err := c.send(ctx, r)
		if err != nil {
			return apiclient.Seen{}, err
		}
		a, err := decode[answer](got.Body)
		switch {
		case err != nil:
			return apiclient.Seen{}, err
		case done(a.Project):
			return apiclient.Seen{Outcome: apiclient.Done, Answer: got}, nil
		}
		return apiclient.Seen{Outcome: apiclient.NotDone, Message: sawUnchanged}, nil
	}
}

// lookForImages is lookFor for a write about a project's images.
func (c *Client) lookForImages(id string, done func([]image) bool) looker {
	return func(ctx context.Context) (apiclient.Seen, error) {
		list, err := c.images(ctx, id)
		switch {
		case err != nil:
			return apiclient.Seen{}, err
		case done(list):
			return apiclient.Seen{Outcome: apiclient.Done, Answer: apiclient.Response{Status: http.StatusOK, Body: []byte("{}")}}, nil
		}
		return apiclient.Seen{Outcome: apiclient.NotDone, Message: sawUnchanged}, nil
	}
}

// holds reports whether a project has the values of fields, as far as the API returns
// them as they were sent.
func (p *row) holds(fields fields) bool {
	now, err := json.Marshal(p)
	if err != nil {
		return false
	}
	var members map[string]any
	if err := json.Unmarshal(now, &members); err != nil {
		return false
	}
	for name, want := range fields {
		if !same(members[name], want) {
			return false
		}
	}
	return true
}

// ordered reports whether the images with those ids are the first, in that order.
func ordered(list []image, ids []string) bool {
	for at, id := range ids {
		if !slices.ContainsFunc(list, func(i image) bool { return sameID(i.ID, id) && i.DisplayOrder == at }) {
			return false
		}
	}
	return true
}
