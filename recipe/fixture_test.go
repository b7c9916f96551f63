package recipe_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// memory is a Recipe Vault in a map. Its ids count up and its time stands
// still, so that what it answers is always the same.
type memory struct {
	mu      sync.Mutex // protects the fields below
	recipes map[string]dish
	calls   []apiCall
}

// dish holds members as they were sent, digit for digit.
type dish map[string]json.RawMessage

func (r dish) title() string {
	var title string
	_ = json.Unmarshal(r["title"], &title)
	return title
}

// encode is json.Marshal without its escapes for HTML.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// apiCall is one call as the API got it.
type apiCall struct {
	Method string
	ID     string
	Body   json.RawMessage
}

var _ recipe.API = (*memory)(nil)

func newMemory() *memory { return &memory{recipes: map[string]dish{}} }

// recipeServer serves the recipe tools of the set core, resources and prompts over api.
func recipeServer(tb testing.TB, api recipe.API) *mcp.Session {
	tb.Helper()
	return recipeServerOf(tb, api, recipe.ToolOptions{})
}

// recipeServerOf is a recipeServer with other tools.
func recipeServerOf(tb testing.TB, api recipe.API, options recipe.ToolOptions) *mcp.Session {
	tb.Helper()
	o, tools := mcptest.Options(), recipe.Tools(api, options)
	o.Templates, o.Listing, o.Prompts, o.Logging = recipe.Templates(api), recipe.Listing(api), recipe.Prompts(api, tools), true
	return mcptest.Serve(tb, o, tools)
}

func recipeIDOf(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// failing gives the error that the API has for an id whose last group is an
// HTTP status, or one of the words that a number can spell.
func failing(id string) error {
	e := &fault.Error{Err: errors.New("cause for the log")}
	switch strings.TrimLeft(id[24:], "0") {
	case "401":
		e.Kind, e.Status, e.Message = fault.Unauthorized, 401, "The Recipe Vault refused the API key; check API_KEY."
	case "403":
		e.Kind, e.Status, e.Message = fault.Forbidden, 403, "The Recipe Vault refused access: USER_EMAIL is not configured for access."
	case "422":
		e.Kind, e.Status, e.Field, e.Message = fault.InvalidParams, 422, "servings", "The Recipe Vault refused the request: servings is odd"
	case "429":
		e.Kind, e.Status, e.RetryAfter, e.Message = fault.Unavailable, 429, 1500*time.Millisecond, "The Recipe Vault is busy; try again later."
	case "500":
		e.Kind, e.Status, e.Message = fault.Unavailable, 500, "The recipe database is unavailable; try again later."
	case "502":
		e.Kind, e.Status, e.Message = fault.UnknownOutcome, 502, "It may or may not have been saved."
	case "504":
		e.Kind, e.Message = fault.Timeout, "The Recipe Vault did not answer within 30s; try again later."
	case "900":
		return errors.New("an error without a type")
	case "901":
		return fmt.Errorf("wrapped: %w", &fault.Error{Kind: fault.NotFound, Status: 404, Message: "No recipe with id " + id + " was found."})
	default:
		return nil
	}
	return e
}

func (m *memory) note(method, id string, body json.RawMessage) {
	m.calls = append(m.calls, apiCall{Method: method, ID: id, Body: slices.Clone(body)})
}

// taken gives the calls since it was asked last.
func (m *memory) taken() []apiCall {
	m.mu.Lock()
	defer m.mu.Unlock()
	calls := m.calls
	m.calls = nil
	return calls
}

func (m *memory) List(context.Context) (json.RawMessage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note("GET", "", nil)
	rows := []dish{}
	for _, r := range m.recipes {
		row := maps.Clone(r)
		delete(row, "ingredients")
		delete(row, "steps")
		if row["description"] == nil {
			row["description"] = json.RawMessage(`""`)
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b dish) int {
		return cmp.Compare(strings.ToLower(a.title()), strings.ToLower(b.title()))
	})
	return encode(rows)
}

func (m *memory) Get(_ context.Context, id string) (json.RawMessage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note("GET", id, nil)
	return m.answerLocked(id)
}

func (m *memory) Create(_ context.Context, body json.RawMessage) (json.RawMessage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note("POST", "", body)
	id := recipeIDOf(len(m.recipes) + 1)
	empty := json.RawMessage("[]")
	r := dish{"id": json.RawMessage(`"` + id + `"`), "created_at": now, "ingredients": empty, "steps": empty}
	return m.saveLocked(id, r, body)
}

func (m *memory) Update(_ context.Context, id string, body json.RawMessage) (json.RawMessage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note("PUT", id, body)
	if _, err := m.answerLocked(id); err != nil {
		return nil, err
	}
	return m.saveLocked(id, maps.Clone(m.recipes[id]), body)
}

func (m *memory) Edit(ctx context.Context, id string, change func(json.RawMessage) (json.RawMessage, error)) (before, after json.RawMessage, err error) {
	if before, err = m.Get(ctx, id); err != nil {
		return nil, nil, err
	}
	body, err := change(before)
	if err != nil {
		return nil, nil, err
	}
	after, err = m.Update(ctx, id, body)
	return before, after, err
}

func (m *memory) Ingredients(ctx context.Context, id, _ string) ([]string, error) {
	return namesOf(m.Get(ctx, id))
}

// namesOf are the names of a recipe's ingredients, in lower case.
func namesOf(recipe json.RawMessage, err error) (names []string, _ error) {
	var of struct{ Ingredients []struct{ Name string } }
	if err == nil {
		err = json.Unmarshal(recipe, &of)
	}
	for _, in := range of.Ingredients {
		names = append(names, strings.ToLower(in.Name))
	}
	return names, err
}

func (m *memory) Delete(ctx context.Context, id string, check func(json.RawMessage) error) (json.RawMessage, error) {
	deleted, err := m.Get(ctx, id)
	if err == nil {
		err = check(deleted)
	}
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note("DELETE", id, nil)
	delete(m.recipes, id)
	return deleted, nil
}

func (m *memory) answerLocked(id string) (json.RawMessage, error) {
	if err := failing(id); err != nil {
		return nil, err
	}
	r, ok := m.recipes[id]
	if !ok {
		return nil, &fault.Error{Kind: fault.NotFound, Status: 404, Message: "No recipe with id " + id + " was found."}
	}
	return encode(r)
}

func (m *memory) saveLocked(id string, r dish, body json.RawMessage) (json.RawMessage, error) {
	var changes dish
	if err := json.Unmarshal(body, &changes); err != nil {
		return nil, fmt.Errorf("the body is not a JSON object: %w", err)
	}
	maps.Copy(r, changes)
	for other, o := range m.recipes {
		if other != id && strings.EqualFold(o.title(), r.title()) {
			return nil, &fault.Error{Kind: fault.Conflict, Status: 409, Message: "A recipe with that title exists already."}
		}
	}
	r["updated_at"] = now
	m.recipes[id] = r
	return encode(r)
}

var now = json.RawMessage(`"2026-02-10 12:00:00"`)

// canned answers every call with the same bytes, or the same error.
type canned struct {
	body json.RawMessage
	err  error
}

func (c canned) List(context.Context) (json.RawMessage, error)        { return c.body, c.err }
func (c canned) Get(context.Context, string) (json.RawMessage, error) { return c.body, c.err }
func (c canned) Ingredients(context.Context, string, string) ([]string, error) {
	return namesOf(c.body, c.err)
}

func (c canned) Create(context.Context, json.RawMessage) (json.RawMessage, error) {
	return c.body, c.err
}

func (c canned) Update(context.Context, string, json.RawMessage) (json.RawMessage, error) {
	return c.body, c.err
}

func (c canned) Edit(context.Context, string, func(json.RawMessage) (json.RawMessage, error)) (before, after json.RawMessage, err error) {
	return c.body, c.body, c.err
}

func (c canned) Delete(context.Context, string, func(json.RawMessage) error) (json.RawMessage, error) {
	return c.body, c.err
}
