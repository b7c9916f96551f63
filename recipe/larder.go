package recipe

import (
	"context"
	"fmt"
	"sync"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

const (
	maxLarder  = 8 << 20 // bytes of what is kept
	larderTime = 2 * time.Minute
	perShelf   = 200 // bytes that one recipe takes besides its text, about
)

// larder keeps the ingredients of recipes that were read for a search, for the person who
// was allowed to read them. Any write of this client empties it. The zero value is empty.
type larder struct {
	mu     sync.Mutex
	writes uint64 // how often it was emptied
	kept   map[shelf]ingredients
	order  []shelf // the oldest first
	bytes  int
}

// shelf is whose view of which recipe is kept.
type shelf struct{ person, id string }

type ingredients struct {
	names   []string // plain
	updated string   // when the recipe was, as a list said
	read    time.Time
}

func (s shelf) size(in ingredients) int {
	n := perShelf + len(s.person) + len(s.id) + len(in.updated)
	for _, name := range in.names {
		n += len(name) + 16
	}
	return n
}

// get returns what is kept of a recipe that is still as it was read, and what keep needs
// to know.
func (l *larder) get(s shelf, updated string) (names []string, ok bool, writes uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	in, ok := l.kept[s]
	if !ok || updated == "" || in.updated != updated || time.Since(in.read) > larderTime {
		return nil, false, l.writes
	}
	return in.names, true, l.writes
}

// keep keeps what was read after get, unless there was a write since.
func (l *larder) keep(s shelf, in ingredients, writes uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.writes != writes || in.updated == "" {
		return
	}
	if l.kept == nil {
		l.kept = make(map[shelf]ingredients)
	}
	if old, ok := l.kept[s]; ok {
		l.bytes -= s.size(old)
	} else {
		l.order = append(l.order, s)
	}
	l.kept[s] = in
	l.bytes += s.size(in)
	for l.bytes > maxLarder {
		oldest := l.order[0]
		l.order = l.order[1:]
		l.bytes -= oldest.size(l.kept[oldest])
		delete(l.kept, oldest)
	}
}

func (l *larder) empty() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writes++
	l.kept, l.order, l.bytes = nil, nil, 0
}

// Ingredients returns the names of a recipe's ingredients as they are compared in a
// search: without case and accents. They may be two minutes old, if a list still says
// that the recipe was updated then. The errors are those of [Client.Get].
func (c *Client) Ingredients(ctx context.Context, id, updated string) ([]string, error) {
	s := shelf{c.person(ctx), id}
	names, ok, writes := c.larder.get(s, updated)
	if ok {
		return names, nil
	}
	got, err := c.get(ctx, id)
	if err != nil {
		return nil, err
	}
	if names, err = ingredientNames(got.Body); err != nil {
		return nil, err
	}
	c.larder.keep(s, ingredients{names, updated, time.Now()}, writes)
	return names, nil
}

// ingredientNames reads them out of a checked recipe.
func ingredientNames(recipe []byte) ([]string, error) {
	var of struct {
		Ingredients []struct {
			Name any `json:"name"`
		} `json:"ingredients"`
	}
	if err := jsonv2.Unmarshal(recipe, &of, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil, fmt.Errorf("decode a recipe: %w", err)
	}
	var names []string
	for _, in := range of.Ingredients {
		if name, ok := in.Name.(string); ok {
			names = append(names, words.Plain(name))
		}
	}
	return names, nil
}
