package vault_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// roomy is a vault with so much room for long answers, and a recipe whose answer
// takes n bytes and a little more.
func roomy(t *testing.T, budget int64, n int) (c client, id string) {
	t.Helper()
	v := vault.NewWithBudget(vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db")}, budget)
	t.Cleanup(func() { _ = v.Close() })
	c = inProcess(v)
	step := `{"instruction":"` + strings.Repeat("x", 4<<10) + `"}`
	return c, c.create(t, `{"title":"Long","steps":[`+entries(step, n/(4<<10)+1)+`]}`)
}

// hold has an answer made, and keeps it.
func (c client) hold(t *testing.T, path string) (body io.Closer) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", c.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.rt.RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res, err)
	}
	return res.Body
}

// TestVault_RoomForAnswers holds as many long answers as there is room for.
// Further ones wait, in their order, and are told so when there is no room in
// time; what is not long goes on.
func TestVault_RoomForAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, id := roomy(t, 1<<20, 600<<10)
		small := c.create(t, `{"title":"Short"}`)
		path := "/api/recipes/" + id
		held := c.hold(t, path)
		began := time.Now()
		if a := c.do(t, "GET", path, ""); a.status != http.StatusInternalServerError || !strings.Contains(string(a.body), "Try again.") || time.Since(began) != 30*time.Second {
			t.Errorf("without room, after %v: %d %.200s", time.Since(began), a.status, a.body)
		}
		began = time.Now()
		for _, r := range []struct{ method, path, body string }{
			{"GET", "/api/recipes/" + small, ""},
			{"GET", "/api/recipes", ""},
			{"POST", "/api/recipes", `{"title":"Another"}`},
			{"PUT", "/api/recipes/" + small, `{"servings":2}`},
		} {
			if a := c.do(t, r.method, r.path, r.body); a.status >= 300 {
				t.Errorf("%s %s: %d %s", r.method, r.path, a.status, a.body)
			}
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("the long answers held the others up for %v", took)
		}
		var order []int
		var waiting sync.WaitGroup
		for i := range 4 {
			waiting.Go(func() {
				body := c.hold(t, path)
				order = append(order, i) // one has room at a time
				_ = body.Close()
			})
			synctest.Wait()
		}
		_ = held.Close()
		_ = held.Close() // gives nothing back twice
		waiting.Wait()
		if !slices.Equal(order, []int{0, 1, 2, 3}) {
			t.Errorf("answered in the order %v", order)
		}
	})
}

// TestVault_RoomAsNeeded has a list that is much shorter than the one before. It
// takes the room of what it is.
func TestVault_RoomAsNeeded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, id := roomy(t, 1<<20, 300<<10)
		description := strings.Repeat("x", 2000)
		for i := range 400 {
			c.create(t, fmt.Sprintf(`{"title":"%d","description":"%s"}`, i, description))
		}
		if a := c.do(t, "GET", "/api/recipes", ""); len(a.body) < 800<<10 {
			t.Errorf("the list has %d bytes", len(a.body))
		}
		for _, r := range c.do(t, "GET", "/api/recipes", "").list(t) {
			if r["id"] != id {
				c.do(t, "DELETE", "/api/recipes/"+fmt.Sprint(r["id"]), "")
			}
		}
		began := time.Now()
		defer c.hold(t, "/api/recipes").Close()     //nolint:errcheck // it never fails
		defer c.hold(t, "/api/recipes/"+id).Close() //nolint:errcheck // it never fails
		if took := time.Since(began); took > 0 {
			t.Errorf("the short list held up the recipe for %v", took)
		}
	})
}

// TestVault_LargerThanTheRoom has an answer that the room cannot hold. It is
// answered, with the room to itself.
func TestVault_LargerThanTheRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, id := roomy(t, 256<<10, 1<<20)
		for range 2 {
			held := c.hold(t, "/api/recipes/"+id)
			time.AfterFunc(time.Second, func() { _ = held.Close() })
			if a := c.do(t, "GET", "/api/recipes/"+id, ""); a.status != http.StatusOK || len(a.body) < 1<<20 {
				t.Errorf("%d %.200s", a.status, a.body)
			}
		}
	})
}

// TestVault_GrowsIntoTheRoom has an answer that begins to fit and then does not. It
// gives back what it has before it waits for more.
func TestVault_GrowsIntoTheRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, id := roomy(t, 512<<10, 400<<10)
		other := c.create(t, `{"title":"Other","steps":[{"instruction":"`+strings.Repeat("x", 100<<10)+`"}]}`)
		held := c.hold(t, "/api/recipes/"+other)
		time.AfterFunc(time.Second, func() { _ = held.Close() })
		began := time.Now()
		if a := c.do(t, "GET", "/api/recipes/"+id, ""); a.status != http.StatusOK || time.Since(began) != time.Second {
			t.Errorf("after %v: %d %.200s", time.Since(began), a.status, a.body)
		}
	})
}

// TestVault_WriteWithoutRoom has no room for the answer to an update. While it
// waits, other writes go on; then it is done once, or not at all.
func TestVault_WriteWithoutRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, id := roomy(t, 512<<10, 300<<10)
		path := "/api/recipes/" + id
		servings := func() any {
			for _, r := range c.do(t, "GET", "/api/recipes", "").list(t) {
				if r["id"] == id {
					return r["servings"]
				}
			}
			return nil
		}
		held := c.hold(t, path)
		if a := c.do(t, "PUT", path, `{"servings":3}`); a.status != http.StatusInternalServerError || servings() != nil {
			t.Errorf("without room: %d %.200s, stored %v", a.status, a.body, servings())
		}
		answered := make(chan answer)
		go func() { answered <- c.do(t, "PUT", path, `{"servings":4}`) }()
		synctest.Wait()
		began := time.Now()
		c.create(t, `{"title":"Beside"}`)
		if took := time.Since(began); took > 0 || servings() != nil {
			t.Errorf("beside the update, after %v: stored %v", took, servings())
		}
		_ = held.Close()
		a := <-answered
		if got := a.object(t); a.status != http.StatusOK || fmt.Sprint(got["servings"]) != "4" || fmt.Sprint(servings()) != "4" {
			t.Errorf("with room: %d %.200s, stored %v", a.status, a.body, servings())
		}
	})
}
