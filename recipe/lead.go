package recipe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// The failures of this file end in what the caller could do next: they name recipes that
// may be meant. That takes one request of the list, of a call that has failed already.
// The list has only what the caller may see.

// leadOn adds to an error for an id that no recipe has those that may be meant: by the id,
// and by what else the call says of the recipe.
func (c *Client) leadOn(ctx context.Context, began time.Time, id, called string, err error) error {
	failed, ok := errors.AsType[*fault.Error](err)
	if !ok || failed.Kind != fault.NotFound || failed.Status == 0 {
		return err
	}
	ctx, cancel := c.api.LimitFrom(ctx, began)
	defer cancel()
	list, lookErr := c.list(ctx)
	if lookErr != nil {
		return err
	}
	rows, lookErr := rowsOf[row](list.Body)
	if lookErr != nil {
		return err
	}
	likely := nearest(rows, id)
	if len(likely) == 0 {
		likely = nearest(rows, called)
	}
	if len(likely) == 0 && len(rows) <= mostNearest {
		likely = rows
	}
	return suggest(failed, likely, c.acting(ctx))
}

// leadBack adds to an error for an id that no recipe has, where nothing like it was found
// either, the tool that finds recipes.
func leadBack(err error) error {
	failed, ok := errors.AsType[*fault.Error](err)
	if !ok || failed.Kind != fault.NotFound || failed.Status == 0 || len(failed.Candidates) > 0 {
		return err
	}
	more := *failed
	more.Message = strings.TrimRight(failed.Message, " ") + " Call list_recipes with a query, such as a word of its title, for the id."
	return &more
}

// suggest adds recipes that may be meant to a failure.
func suggest(failed *fault.Error, likely []row, by *apiclient.Credentials) error {
	if len(likely) == 0 {
		return failed
	}
	more := *failed
	more.Candidates = candidates(likely, by)
	more.Message = strings.TrimRight(failed.Message, " ") + " Perhaps " + listed(more.Candidates) + " is meant."
	return &more
}

// candidates are rows as an error names them. Titles come from elsewhere; one that can't be
// quoted is left out.
func candidates(rows []row, by *apiclient.Credentials) []fault.Candidate {
	var list []fault.Candidate
	for _, r := range rows {
		named := fault.Candidate{ID: r.ID, Title: r.Title}
		if by != nil {
			named.Title = by.Quotable(r.Title)
		}
		list = append(list, named)
	}
	return list
}

// listed names candidates in a sentence.
func listed(list []fault.Candidate) string {
	var names []string
	for _, c := range list {
		names = append(names, fmt.Sprintf("%s (id %s)", mcp.Quoted(c.Title), c.ID))
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return strings.Join(names, "")
}

// rows returns all recipes that the caller may see.
func (t tools) rows(ctx context.Context) ([]row, error) {
	list, err := t.api.List(ctx)
	if err != nil {
		return nil, err
	}
	return rowsOf[row](list)
}

// explainID is the [mcp.Tool.Explain] of a tool that takes a recipe_id: a title in its
// place, or a part of an id, gets the id that it belongs to.
func (t tools) explainID(ctx context.Context, args schema.Arguments, err error) error {
	failed, ok := errors.AsType[*fault.Error](err)
	if !ok || failed.Kind != fault.InvalidParams || failed.Field != "recipe_id" {
		return err
	}
	sent := args.Text("recipe_id")
	if strings.TrimSpace(sent) == "" {
		return err
	}
	rows, lookErr := t.rows(ctx)
	if lookErr != nil {
		return err
	}
	likely := nearest(rows, sent)
	if len(likely) == 0 {
		return err
	}
	more := *failed
	if exact := likely[0]; title.Key(exact.Title) == title.Key(sent) {
		likely = likely[:1]
		more.Message += fmt.Sprintf("; the recipe %s has the id %s", mcp.Quoted(exact.Title), exact.ID)
	} else {
		more.Message += "; perhaps " + listed(candidates(likely, nil)) + " is meant"
	}
	more.Candidates = candidates(likely, nil)
	return &more
}
