package vault_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// holder saves the recipe "Held" in the vault PATH, where it lies in the log, and
// keeps the vault open until its input ends.
func holder(args []string) int {
	v := vault.New(vault.Options{Path: args[0]})
	req, _ := http.NewRequestWithContext(context.Background(), "POST", "http://vault.invalid/api/recipes", strings.NewReader(`{"title":"Held"}`))
	res, err := v.Transport().RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusCreated {
		fmt.Println(err, res)
		return 1
	}
	_ = res.Body.Close()
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = v.Close()
	return 0
}

// hold starts a holder, and returns when it has the vault open.
func hold(t *testing.T, path string) *harness.Process {
	t.Helper()
	p := harness.Part(t, "holder", path).Start()
	if line := p.ReadLine(); line != "open\n" {
		t.Fatal(line)
	}
	return p
}

// TestRestore_InUse has another program keep the vault open, idle. Whether it is
// sound by now makes no difference.
func TestRestore_InUse(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, path string){
		"sound": func(*testing.T, string) {},
		"a header of zeros": func(t *testing.T, path string) {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Skip(err) // Windows may not let anybody
			}
			_, err = f.WriteAt(make([]byte, 100), 0)
			if err := errors.Join(err, f.Close()); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, file := household(t, 2)
			other := hold(t, path)
			spoil(t, path)
			before := namesIn(t, filepath.Dir(path))
			data := readFile(t, path)
			if _, err := vault.Restore(t.Context(), path, file); !errors.Is(err, database.ErrInUse) {
				t.Fatalf("%v", err)
			}
			if d := cmp.Diff(before, namesIn(t, filepath.Dir(path))); d != "" || data != readFile(t, path) {
				t.Errorf("the vault was changed: %s", d)
			}
			other.CloseInput()
			other.Wait()
			if _, err := vault.Restore(t.Context(), path, file); err != nil {
				t.Fatal(err)
			}
			checkHeld(t, path, justRestored)
		})
	}
}

// TestRestore_AfterAKill: who is dead doesn't use the vault.
func TestRestore_AfterAKill(t *testing.T) {
	t.Parallel()
	path, file := household(t, 2)
	hold(t, path).Kill()
	got, err := vault.Restore(t.Context(), path, file)
	if err != nil {
		t.Fatal(err)
	}
	checkHeld(t, path, justRestored)
	checkHeld(t, got.Kept, []string{"Held", "Soup 0", "Soup 1"})
}
