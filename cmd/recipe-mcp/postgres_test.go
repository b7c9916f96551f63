package main_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// TestPostgres_Embedded has two programs keep their recipes in one database. While it is
// away each call says so in seconds, and that is no unknown outcome.
func TestPostgres_Embedded(t *testing.T) {
	t.Parallel()
	server := pgtest.Start(t)
	database := "DATABASE_URL=" + server.Database(t)
	one, other := start(t, database), start(t, database)
	made := one.call("create_recipe", stew).recipe(t)
	if got := other.call("get_recipe", `{"recipe_id":"`+made.ID+`"}`).recipe(t); got.Title != made.Title {
		t.Errorf("%+v", got)
	}
	other.call("create_recipe", stew).fails(t, -32002, "conflict", "already exists")
	if list := other.call("list_recipes", `{}`).recipes(t); len(list) != 1 {
		t.Errorf("%+v", list)
	}
	server.Stop(t)
	for tool, arguments := range map[string]string{
		"list_recipes":  `{}`,
		"get_recipe":    `{"recipe_id":"` + made.ID + `"}`,
		"create_recipe": `{"title":"Pie","steps":[{"instruction":"Bake."}]}`,
		"update_recipe": `{"recipe_id":"` + made.ID + `","servings":7}`,
	} {
		began := time.Now()
		one.call(tool, arguments).fails(t, -32603, "unavailable", "database")
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("%s: it took %v", tool, took)
		}
	}
	server.Restart(t)
	if got := one.call("get_recipe", `{"recipe_id":"`+made.ID+`"}`).recipe(t); got.Title != made.Title {
		t.Errorf("%+v", got)
	}
	if list := other.call("list_recipes", `{}`).recipes(t); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}

// TestPostgres_Replicas has two servers over HTTP on one database: what one saves the other
// has, and goes on when the first is killed.
func TestPostgres_Replicas(t *testing.T) {
	t.Parallel()
	database := "DATABASE_URL=" + pgtest.Start(t).Database(t)
	serve := func() *harness.Server {
		return harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", database).Serve()
	}
	replicas := []*harness.Server{serve(), serve()}
	var ids []string
	for i := range 10 {
		made, message := callHTTP(t, replicas[i%2], "", "create_recipe", fmt.Sprintf(`{"title":"Soup %d"}`, i))
		id := fmt.Sprint(made["id"])
		if got, message := callHTTP(t, replicas[(i+1)%2], "", "get_recipe", `{"recipe_id":"`+id+`"}`); got["id"] != id {
			t.Errorf("%v %s", got, message)
		}
		if message != "" {
			t.Error(message)
		}
		ids = append(ids, id)
	}
	replicas[0].Kill()
	for _, id := range ids {
		if got, message := callHTTP(t, replicas[1], "", "update_recipe", `{"recipe_id":"`+id+`","servings":7}`); message != "" {
			t.Errorf("%v %s", got, message)
		}
	}
	if _, message := callHTTP(t, replicas[1], "", "create_recipe", `{"title":"SOUP 0"}`); !strings.Contains(message, "already exists") {
		t.Error(message)
	}
}
