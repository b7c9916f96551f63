package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	recipes "github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestSearch_Persons has fifty persons of two families search one vault by ingredient at
// once, through one server that keeps what it has read, and ask for close titles and
// completions, while others write: nobody sees anything of the other family.
func TestSearch_Persons(t *testing.T) {
	t.Parallel()
	var members [2][]string
	for n := range 50 {
		members[n%2] = append(members[n%2], fmt.Sprintf("person%d@family%d.example.com", n, n%2))
	}
	families, err := vault.NewFamilies(members[0], members[1])
	if err != nil {
		t.Fatal(err)
	}
	eachTransport(t, vault.Options{Families: families}, func(t *testing.T, c contract) {
		client := c.client(t, apiKey, "")
		server, err := mcp.New(mcp.Options{
			Name: "recipe-mcp", Version: "1", Log: zerolog.Nop(), Templates: recipes.Templates(client), Listing: recipes.Listing(client),
		}, recipes.Tools(client, recipes.ToolOptions{Sets: recipes.Sets()}))
		if err != nil {
			t.Fatal(err)
		}
		ask := func(ctx context.Context, method, params string) string {
			call := server.Session().Prepare(&jsonrpc.Request{ID: json.RawMessage("1"), Method: method, Params: json.RawMessage(params)})
			result, err := call.Run(ctx, jsonrpc.Client{})
			if err != nil {
				return err.Error() + fmt.Sprintf(" %+v", err)
			}
			var b bytes.Buffer
			if _, err := result.WriteTo(&b); err != nil {
				t.Error(err)
			}
			return b.String()
		}
		ids := [2]string{}
		for family := range 2 {
			ctx, err := client.As(t.Context(), members[family][0])
			if err != nil {
				t.Fatal(err)
			}
			for n := range 10 {
				made, err := client.Create(ctx, json.RawMessage(fmt.Sprintf(`{"title":"Soup %d of family%d","ingredients":[{"name":"red lentils"},{"name":"secret of family%d"}]}`, n, family, family)))
				if err != nil {
					t.Fatal(err)
				}
				var is struct{ ID string }
				if err := json.Unmarshal(made, &is); err != nil {
					t.Fatal(err)
				}
				ids[family] = is.ID
			}
		}
		var persons sync.WaitGroup
		for n := range 50 {
			family := n % 2
			ctx, err := client.As(t.Context(), members[family][n/2])
			if err != nil {
				t.Fatal(err)
			}
			other, theirs := fmt.Sprintf("family%d", 1-family), ids[1-family]
			persons.Go(func() {
				for round := range 4 {
					for want, params := range map[string]string{
						`"shown":10`: `{"name":"list_recipes","arguments":{"ingredient":"lentils"}}`,
						`"shown":0`:  `{"name":"list_recipes","arguments":{"ingredient":"secret ` + other + `"}}`,
					} {
						if got := ask(ctx, "tools/call", params); !strings.Contains(got, want) || strings.Contains(got, "of "+other) {
							t.Errorf("%s, for a person of family%d: %.300s", params, family, got)
						}
					}
					for method, params := range map[string]string{
						"tools/call":          `{"name":"get_recipe","arguments":{"recipe_id":"` + theirs + `"}}`,
						"completion/complete": `{"ref":{"type":"ref/resource","uri":"recipe://{id}"},"argument":{"name":"id","value":"soup"}}`,
						"resources/list":      `{}`,
					} {
						if got := ask(ctx, method, params); strings.Contains(got, "of "+other) || method != "tools/call" && strings.Contains(got, theirs) {
							t.Errorf("%s, for a person of family%d: %.300s", method, family, got)
						}
					}
					if n < 4 && round == 2 {
						if got := ask(ctx, "tools/call", fmt.Sprintf(`{"name":"update_recipe","arguments":{"recipe_id":%q,"servings":%d}}`, ids[family], n+1)); !strings.Contains(got, "structuredContent") {
							t.Errorf("an update: %.300s", got)
						}
					}
				}
			})
		}
		persons.Wait()
	})
}
