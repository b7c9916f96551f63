//go:build linux || darwin

package vault_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

func init() { parts["full"] = full }

// TestVault_DiskFull runs in a process of its own, since a limit on the size of
// files is the process's.
func TestVault_DiskFull(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	if got := harness.Part(t, "full", path).Run(); got.Code != 0 || got.Stdout != "ok\n" {
		t.Fatalf("%+v", got)
	}
	checkIntegrity(t, path)
}

// full fills the vault until no file may grow, and goes on when it may again.
func full(args []string) int {
	// Without this the limit would kill the process instead of failing the write.
	signal.Ignore(syscall.SIGXFSZ)
	rt := vault.New(vault.Options{Path: args[0]}).Transport()
	do := func(method, path, body string) (int, string) {
		req, _ := http.NewRequestWithContext(context.Background(), method, "http://vault.invalid"+path, strings.NewReader(body))
		res, err := rt.RoundTrip(req)
		if err != nil {
			return 0, err.Error()
		}
		data, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(data)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		return 1
	}
	free := limit.Cur
	limit.Cur = 300 << 10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		return 1
	}
	made := 0
	long := strings.Repeat("x", 20<<10)
	create := func(n int) (int, string) {
		return do("POST", "/api/recipes", fmt.Sprintf(`{"title":"Recipe %d","steps":[{"instruction":"a"},{"instruction":"%s"}]}`, n, long))
	}
	for ; made < 1000; made++ {
		if status, body := create(made); status != http.StatusCreated {
			if status != http.StatusInternalServerError || !strings.Contains(body, "DATABASE_ERROR") {
				fmt.Println("when full:", status, body)
				return 1
			}
			break
		}
	}
	count := func() int {
		_, body := do("GET", "/api/recipes", "")
		return strings.Count(body, `"title"`)
	}
	if got := count(); made == 0 || made == 1000 || got != made {
		fmt.Printf("when full: %d of %d are there\n", got, made)
		return 1
	}
	limit.Cur = free
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		return 1
	}
	if status, body := create(made); status != http.StatusCreated {
		fmt.Println("with room again:", status, body)
		return 1
	}
	if got := count(); got != made+1 {
		fmt.Printf("with room again: %d of %d are there\n", got, made+1)
		return 1
	}
	fmt.Println("ok")
	return 0
}
