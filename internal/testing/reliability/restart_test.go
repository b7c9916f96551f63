package reliability_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestRestart kills and restarts recipe-vault in the middle of load, by kill -9
// and by SIGTERM in turn. Calls may fail while it is away; what they tell is
// true, and those that come after it is back work.
func TestRestart(t *testing.T) {
	t.Parallel()
	lots := harness.Seeded(t)
	restarts := size(4, 40)
	db := filepath.Join(scratch(t), "recipes.db")
	vault := startServer(t, db)
	at := "BIND_ADDRESS=" + vault.Address
	book := newLedger()
	var over atomic.Bool
	var calls atomic.Int64
	var wg sync.WaitGroup
	for n := range 3 {
		a := startAdapter(t, toAPI(vault.base(), "API_TIMEOUT=2s", "LOG_LEVEL=debug")...)
		for worker := range 3 {
			wg.Go(func() {
				for i := 0; !over.Load(); i++ {
					title := fmt.Sprintf("zq7 restart %d-%d-%d", n, worker, i)
					made := book.create(t, a, title)
					if made.Kind == fine {
						id := decode[recipe](t, made.Body).ID
						book.read(t, a, id)
						book.update(t, a, id, title+" changed")
						calls.Add(2)
					}
					calls.Add(1)
				}
			})
		}
	}
	for i := range restarts {
		time.Sleep(time.Duration(50+lots.IntN(350)) * time.Millisecond)
		if i%2 == 0 || runtime.GOOS == "windows" {
			vault.kill()
		} else {
			vault.Signal(syscall.SIGTERM)
			vault.wait()
		}
		vault = startServer(t, db, at)
	}
	over.Store(true)
	wg.Wait()
	a := startAdapter(t, toAPI(vault.base())...)
	if got := book.create(t, a, "zq7 after all"); got.Kind != fine {
		t.Errorf("after the last restart: %s", got.Message)
	}
	t.Logf("%d restarts, %d calls", restarts, calls.Load())
	book.check(t, vault)
}
