package reliability_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// mixed draws a fault for every other request or so. One that eats the time
// limit is drawn less often than the others.
func mixed(list []fault, lots *rand.Rand) func(string) *fault {
	var mu sync.Mutex
	return func(string) *fault {
		mu.Lock()
		defer mu.Unlock()
		if lots.IntN(100) < 55 {
			return nil
		}
		f := &list[lots.IntN(len(list))]
		if f.read == timeout && lots.IntN(8) > 0 {
			return nil
		}
		return f
	}
}

// TestMix makes thousands of calls while every fault of the matrix, and
// refusals, come in any order. Each request is answered once, each acknowledged
// write is there exactly once, and none is there that was told as not done.
func TestMix(t *testing.T) {
	t.Parallel()
	lots := harness.Seeded(t)
	const adapters = 8
	calls := light(480, 10_000)
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	book := newLedger()
	list := faults("http://127.0.0.1:1")
	began := time.Now()
	var proxies []*proxy
	var wg sync.WaitGroup
	for n := range adapters {
		mine := rand.New(rand.NewPCG(lots.Uint64(), 1))
		var targets []string
		for i := range calls/adapters/4 + 1 {
			targets = append(targets, vault.make(fmt.Sprintf("zq7 target %d-%d", n, i)))
		}
		p := startProxy(t, vault.Address)
		proxies = append(proxies, p)
		a := startAdapter(t, toAPI(p.base(), "API_TIMEOUT=500ms", "API_MAX_RETRIES=2", "LOG_LEVEL=debug")...)
		p.set(mixed(list, rand.New(rand.NewPCG(lots.Uint64(), 2))))
		wg.Go(func() { mix(t, book, a, p, mine, fmt.Sprintf("zq7 mix %d", n), calls/adapters, targets) })
	}
	wg.Wait()
	// What a proxy passed on behind an adapter's back is done now or never.
	for _, p := range proxies {
		p.down()
		p.wg.Wait()
	}
	t.Logf("%d calls in %s", calls, time.Since(began).Round(time.Millisecond))
	book.check(t, vault)
}

// mix makes n calls, four at a time.
func mix(t *testing.T, book *ledger, a *adapter, p *proxy, lots *rand.Rand, name string, n int, targets []string) {
	next := make(chan func())
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for do := range next {
				do()
			}
		})
	}
	updated := 0
	for i := range n {
		target := targets[lots.IntN(len(targets))]
		switch lot := lots.IntN(100); {
		case lot < 2:
			p.down()
			p.up()
		case lot < 10:
			next <- func() { book.read(t, a, "") }
			continue
		case lot < 50:
			next <- func() { book.read(t, a, target) }
			continue
		}
		if i%2 == 0 && updated < len(targets) {
			target = targets[updated]
			updated++
			next <- func() { book.update(t, a, target, fmt.Sprintf("%s update %d", name, i)) }
		} else {
			next <- func() { book.create(t, a, fmt.Sprintf("%s create %d", name, i)) }
		}
	}
	close(next)
	wg.Wait()
}
