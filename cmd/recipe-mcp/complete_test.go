package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestEnd_FileIsComplete copies the embedded vault's file, and nothing beside it,
// after recipe-mcp has ended and while another program has it open idly.
func TestEnd_FileIsComplete(t *testing.T) {
	t.Parallel()
	const recipes = 50
	for name, end := range map[string]func(*server){
		"end of input": func(s *server) { s.end() },
		"SIGTERM": func(s *server) {
			s.Signal(syscall.SIGTERM)
			if _, code := s.leave(); code != 0 {
				s.t.Errorf("exit code %d", code)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "SIGTERM" && runtime.GOOS == "windows" {
				t.Skip("Windows sends no such signals")
			}
			path := filepath.Join(t.TempDir(), "recipes.db")
			idle := vault.New(vault.Options{Path: path})
			if err := idle.Ping(t.Context()); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = idle.Close() }()
			s := start(t, "DATABASE_URL=sqlite:"+path)
			for i := range recipes {
				s.call("create_recipe", fmt.Sprintf(`{"title":"Soup %d"}`, i)).recipe(t)
			}
			end(s)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			alone := filepath.Join(t.TempDir(), "copy.db")
			if err := os.WriteFile(alone, data, 0o600); err != nil {
				t.Fatal(err)
			}
			list, _, _ := pipe(t, callLine("1", "list_recipes", `{}`), "DATABASE_URL=sqlite:"+alone)
			if n := len(list[0].recipes(t)); n != recipes {
				t.Errorf("the file alone holds %d recipes of %d", n, recipes)
			}
		})
	}
}
