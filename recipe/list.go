package recipe

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
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
		Call: func(ctx context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			w, err := wantedOf(args)
			if err != nil {
				return mcp.Result{}, err
			}
			w.request = r
			if len(w.ingredient) > 0 {
				var cancel context.CancelFunc
				ctx, cancel = t.limit(ctx)
				defer cancel()
			}
			held, release := apiclient.Hold(ctx)
			part, err := t.part(held, w, len(args) == 0)
			switch {
			case err != nil || part.Whole && len(args) == 0 && t.fits(part.Rows):
				return read(part.Rows, "recipes", release, err)
			case part.Whole:
				defer release()
				page, err := t.page(ctx, part.Rows, w)
				return mcp.Result{Structured: page}, err
			}
			defer release()
			page, err := t.assemble(ctx, part, w)
			return mcp.Result{Structured: page}, err
		},
	}
}

// fits reports whether a whole list may be the result.
func (t tools) fits(list json.RawMessage) bool {
	return t.MaxResultBytes == 0 || mcp.ResultBytes(list) <= t.room()
}

// envelope is what a line holds besides the recipes, at most: an id of usual length, the
// members about the page, _meta.
const envelope = 2 << 10

// room is how many bytes the recipes of a list may take in both halves of a result.
func (t tools) room() int { return max(t.MaxResultBytes-envelope, 1) }

// decoded is how many bytes of lists may be decoded side by side.
const decoded = 8 << 20

// severalParts is how many of these a list in several parts counts for.
const severalParts = decoded / 4

// part returns the first part of what is wanted, or the whole list: if the vault doesn't
// list by page, if that is all there is, or if all is wanted and fits.
func (t tools) part(ctx context.Context, w wanted, all bool) (Part, error) {
	parts, ok := t.api.(Parts)
	if !ok {
		list, err := t.api.List(ctx)
		return Part{Rows: list, Whole: true}, err
	}
	part, err := parts.Part(ctx, w.selection())
	if err == nil && !part.Whole && len(w.ingredient) > 0 && (w.minutes != nil || w.difficulty != nil) {
		// What isn't known is counted whatever the ingredients are.
		var counted Part
		counted, err = parts.Part(ctx, Selection{Query: w.text, MaxMinutes: w.minutes, MaxDifficulty: w.difficulty, Limit: 1, Total: true})
		if part.Unknown = counted.Unknown; counted.Whole {
			part = counted
		}
	}
	if err != nil || part.Whole || !all {
		return part, err
	}
	// Both halves of a result, and what a row has in them at least.
	if likely := 2 * part.Total * (len(part.Rows) / mostSelected); part.Next != nil && (t.MaxResultBytes == 0 || likely <= t.room()) {
		part.Rows, err = t.api.List(ctx)
		part.Next = nil
	}
	part.Whole = part.Next == nil
	return part, err
}

// assemble returns the page that begins with a part, with as many more as it takes to fill
// it, or to search them for an ingredient.
func (t tools) assemble(ctx context.Context, part Part, w wanted) (json.RawMessage, error) {
	ctx, cancel := t.limit(ctx)
	defer cancel()
	p := page{total: part.Total, unknown: part.Unknown}
	all, release := len(w.ingredient) > 0, func() {}
	if all && part.Next != nil {
		// Long lists take turns.
		if err := t.pages.Acquire(ctx, severalParts); err != nil {
			return nil, &fault.Error{Kind: fault.Timeout, Message: searchInVain, Err: err}
		}
		release = sync.OnceFunc(func() { t.pages.Release(severalParts) })
	}
	defer release()
	for room := t.room(); ; {
		rows, err := listedOf(part.Rows)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			room -= mcp.ResultBytes(w.shown(r))
		}
		if p.next = part.Next; len(rows) == 0 {
			p.next = nil // whatever the vault says
		}
		p.rows = append(p.rows, rows...)
		enough := w.limit > 0 && len(p.rows) >= w.limit || t.MaxResultBytes > 0 && room < 0
		switch {
		case len(p.rows) > maxRows:
			return nil, &fault.Error{Kind: fault.Unavailable, Message: tooMany}
		case p.next == nil && all:
			return t.searched(ctx, p, w)
		case p.next == nil, enough && !all:
			return p.encode(w, t.room(), t.MaxResultBytes == 0), nil
		}
		s := w.selection()
		s.After, s.Total = p.next, false
		if part, err = t.api.(Parts).Part(ctx, s); err != nil {
			return nil, err
		}
		if part.Whole {
			release()
			return t.page(ctx, part.Rows, w)
		}
	}
}

// searched returns those of a page's rows that have the ingredient.
func (t tools) searched(ctx context.Context, p page, w wanted) (json.RawMessage, error) {
	before := len(p.rows)
	last, err := t.search(ctx, &p, w)
	if err != nil {
		return nil, err
	}
	p.total = len(p.rows)
	p.partial = w.cursor != nil || p.unsearched > 0
	if p.unsearched > 0 && p.unsearched < before {
		p.next = &last
	}
	return p.encode(w, t.room(), t.MaxResultBytes == 0), nil
}

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
		return t.searched(ctx, p, w)
	}
	return p.encode(w, t.room(), t.MaxResultBytes == 0), nil
}
