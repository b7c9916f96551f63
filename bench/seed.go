package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// seedIDs is how many recipes of a vault are asked for in turn.
const seedIDs = 500

// seeded is a vault's file with some ids from all over it.
type seeded struct {
	recipes int
	path    string
	ids     []string
}

// seedVaults makes a vault of each size through the REST contract.
func (b *bench) seedVaults(ctx context.Context) ([]seeded, error) {
	if !b.wants("vault") {
		return nil, nil
	}
	made := make([]seeded, len(b.vaults))
	for i, recipes := range b.vaults {
		b.say("filling a vault with %d recipes", recipes)
		made[i] = seeded{recipes: recipes, path: filepath.Join(b.dir, fmt.Sprintf("vault-%d", recipes), "recipes.db")}
		if err := made[i].fill(ctx); err != nil {
			return nil, fmt.Errorf("fill a vault: %w", err)
		}
	}
	return made, nil
}

func (s *seeded) fill(ctx context.Context) (err error) {
	v := vault.New(vault.Options{Path: s.path})
	defer func() {
		if closing := v.Close(); err == nil {
			err = closing
		}
	}()
	transport := v.Transport()
	every := max(1, s.recipes/seedIDs)
	for i := range s.recipes {
		id, err := create(ctx, transport, seedBody(i))
		if err != nil {
			return err
		}
		if i%every == 0 {
			s.ids = append(s.ids, id)
		}
	}
	return nil
}

func create(ctx context.Context, transport http.RoundTripper, body string) (id string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://embedded.invalid/api/recipes", strings.NewReader(body))
	if err != nil {
		return "", fmt.Errorf("make the request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := transport.RoundTrip(request)
	if err != nil {
		return "", fmt.Errorf("create a recipe: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("create a recipe: %s: %s", response.Status, answer)
	}
	var recipe struct{ ID string }
	if err := json.Unmarshal(answer, &recipe); err != nil {
		return "", fmt.Errorf("create a recipe: %w", err)
	}
	return recipe.ID, nil
}

// seedBody is a recipe of about 2 KB once it is stored. Its length doesn't
// depend on i.
func seedBody(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"title":"Recipe number %06d","description":"What this dish is, in a sentence.","prep_time_minutes":20,"cook_time_minutes":40,"servings":4,"difficulty":2,"ingredients":[`, i)
	for k := range 7 {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"ingredient %d","quantity":2.5,"unit":"g"}`, k)
	}
	b.WriteString(`],"steps":[`)
	for k := range 4 {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"instruction":"Step %d: stir until it thickens, then lower the heat and cover.","duration_minutes":10}`, k)
	}
	b.WriteString(`]}`)
	return b.String()
}
