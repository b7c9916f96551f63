package reliability_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// lockedBody is the everyday 500 of a server that waits for no lock.
const lockedBody = `{"error":"database is locked","code":"DATABASE_ERROR"}`

// TestLocked has five recipe-mcp create recipes, and update each, through an API
// that answers every third request with 500 "database is locked": before it did
// anything and, in turn, after it has saved. None is lost, doubled or refused.
func TestLocked(t *testing.T) {
	t.Parallel()
	processes, each := 5, size(12, 50)
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	p := startProxy(t, vault.Address)
	refuse := func(reaches bool) *fault {
		return &fault{do: func(x *exchange) bool {
			if reaches {
				x.forward()
			}
			r := reply{status: http.StatusInternalServerError, header: http.Header{"Content-Type": {"application/json"}}, body: []byte(lockedBody)}
			return x.send(r.raw())
		}}
	}
	before, after := refuse(false), refuse(true)
	var requests, refused, saved atomic.Int64
	p.set(func(method string) *fault {
		if requests.Add(1)%3 != 0 {
			return nil
		}
		if n := refused.Add(1); n%2 == 0 && method != http.MethodGet {
			saved.Add(1)
			return after
		}
		return before
	})
	l := newLedger()
	var wg sync.WaitGroup
	for n := range processes {
		a := startAdapter(t, toAPI(p.base())...)
		wg.Go(func() {
			for i := range each {
				made := l.create(t, a, fmt.Sprintf("zq7 locked %d of %d", i, n))
				if made.Kind != fine {
					t.Errorf("create: %s: %s", made.Kind, made.Message)
					continue
				}
				if got := l.update(t, a, decode[recipe](t, made.Body).ID, fmt.Sprintf("zq7 update %d of %d", i, n)); got.Kind != fine {
					t.Errorf("update: %s: %s", got.Kind, got.Message)
				}
			}
		})
	}
	wg.Wait()
	p.set(nil)
	if got := len(vault.list()); got != processes*each {
		t.Errorf("%d recipes in the vault, want %d", got, processes*each)
	}
	l.check(t, vault)
	if saved.Load() == 0 {
		t.Error("nothing was refused after it was saved: the test's fault")
	}
	t.Logf("%d requests, %d of them refused, %d of these writes that were saved", requests.Load(), refused.Load(), saved.Load())
}

// TestLocked_forGood has a database that stays locked: a read says so, and what
// a write did is not guessed.
func TestLocked_forGood(t *testing.T) {
	t.Parallel()
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	p := startProxy(t, vault.Address)
	id := vault.make("zq7 locked for good")
	a := startAdapter(t, toAPI(p.base(), "API_TIMEOUT=1500ms")...)
	p.set(func(string) *fault {
		return &fault{do: func(x *exchange) bool {
			return x.send(reply{status: 500, header: http.Header{"Content-Type": {"application/json"}}, body: []byte(lockedBody)}.raw())
		}}
	})
	c := &cell{vault: vault, name: "locked for good", limit: 1500 * time.Millisecond, id: id}
	for _, tool := range c.tools(t, "") {
		kind := unavailable
		if tool.write {
			kind = unknown
		}
		got := a.call(tool.name, tool.with)
		c.check(t, got, kind, tool.done)
		if !strings.Contains(got.Message, "locked by other writes") {
			t.Errorf("%s does not tell the cause: %s", tool.name, got.Message)
		}
	}
	p.set(nil)
	for _, tool := range c.tools(t, "after it") {
		c.check(t, a.call(tool.name, tool.with), fine, tool.done)
	}
}

// TestUpdates_overwriteNobody has the answers to updates lost while another
// program changes the same recipe. What the other wrote after the update was sent
// is not overwritten by sending it again.
func TestUpdates_overwriteNobody(t *testing.T) {
	t.Parallel()
	rounds := size(10, 100)
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	p := startProxy(t, vault.Address)
	a := startAdapter(t, toAPI(p.base())...)
	again := int32(0)
	for i := range rounds {
		id := vault.make(fmt.Sprintf("zq7 overwrite %d", i))
		if got := a.call("get_recipe", args{"recipe_id": id}); got.Kind != fine {
			t.Fatal(got.Message)
		}
		other := i%2 == 0
		var updates atomic.Int32
		p.set(func(method string) *fault {
			if method != http.MethodPut || updates.Add(1) > 1 {
				return nil
			}
			return &fault{do: func(*exchange) bool {
				if other { // the request got lost, and meanwhile:
					if status, _, err := vault.do(http.MethodPut, "/api/recipes/"+id, `{"description":"zq7 of another"}`, ""); status != http.StatusOK {
						t.Errorf("the other's update: %d %v", status, err)
					}
				}
				return false
			}}
		})
		got := a.call("update_recipe", args{"recipe_id": id, "description": "zq7 mine"})
		p.set(nil)
		want, kind, count := "zq7 mine", fine, int32(2)
		if other {
			want, kind, count = "zq7 of another", unknown, 1
		}
		if there := vault.get(id).Description; got.Kind != kind || there != want || updates.Load() != count {
			t.Errorf("other %t: %q after %d updates, %s: %s", other, there, updates.Load(), got.Kind, got.Message)
		}
		again += updates.Load() - 1
	}
	t.Logf("%d updates lost on the way, %d sent again", rounds, again)
}
