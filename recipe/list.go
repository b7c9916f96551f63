package recipe

import (
	"context"
	"encoding/json"

	"mcp-adapters/apiclient"
	"mcp-adapters/fault"
	"mcp-adapters/mcp"
	"mcp-adapters/mcp/schema"
)

func (t tools) listRecipes() mcp.Tool {
	return mcp.Tool{
		Name:  "list_recipes",
		Title: "List recipes",
		Description: "List the recipes, ordered by title, with id, title, description, times, servings and difficulty, but without ingredients and steps. " +
			"Use it to find recipes, to answer what could be cooked, and to learn the id that the other tools need. " +
			"It needs no arguments: without any it lists all recipes. If not all fit, next_cursor continues the list.",
		Hints:  mcp.Hints{ReadOnly: true, Idempotent: true},
		Input:  listing(),
		Output: rows(),
		Plain:  machineText(),
		Call: func(ctx context.Context, args schema.Arguments) (mcp.Result, error) {
			w, err := wantedOf(args)
			if err != nil {
				return mcp.Result{}, err
			}
			if len(w.ingredient) > 0 {
				var cancel context.CancelFunc
				ctx, cancel = t.limit(ctx)
				defer cancel()
			}
			held, release := apiclient.Hold(ctx)
			list, err := t.api.List(held)
			if err != nil || len(args) == 0 && t.fits(list) {
				return read(list, "recipes", release, err)
			}
			defer release()
			page, err := t.page(ctx, list, w)
			return mcp.Result{Structured: page}, err
		},
	}
}

// fits reports whether a whole list may be the result.
func (t tools) fits(list json.RawMessage) bool {
	return t.MaxResultBytes == 0 || mcp.FitsResult(list, machineText(), t.room())
}

// envelope is what a line holds besides the recipes, at most: an id of usual length, the
// members about the page, _meta.
const envelope = 2 << 10

// room is how many bytes the recipes of a list may take in both halves of a result.
func (t tools) room() int { return max(t.MaxResultBytes-envelope, 1) }

// decoded is how many bytes of lists may be decoded side by side.
const decoded = 8 << 20

// page returns the recipes of a list that are wanted, as many as fit, and what the model
// must know about the others.
func (t tools) page(ctx context.Context, list json.RawMessage, w wanted) (json.RawMessage, error) {
	// A row takes several times the bytes that it has as JSON: long lists take turns.
	weight := min(int64(len(list)), decoded)
	if err := t.pages.Acquire(ctx, weight); err != nil {
		return nil, &fault.Error{Kind: fault.Timeout, Message: searchInVain, Err: err}
	}
	defer t.pages.Release(weight)
	all, err := listedOf(list)
	if err != nil {
		return nil, err
	}
	var p page
	p.rows, p.unknown = w.filter(all)
	p.total = len(p.rows)
	p.rows = w.after(p.rows)
	if len(w.ingredient) > 0 {
		before := len(p.rows)
		last, err := t.search(ctx, &p, w.ingredient)
		if err != nil {
			return nil, err
		}
		p.total = len(p.rows)
		p.partial = w.cursor != nil || p.unsearched > 0
		if p.unsearched > 0 && p.unsearched < before {
			p.next = &last
		}
	}
	return p.encode(w, t.room(), t.MaxResultBytes == 0), nil
}
