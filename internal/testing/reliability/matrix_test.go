package reliability_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// slack is what a busy machine may add to a time limit.
const slack = 2 * time.Second

// cell is one fault in front of one adapter, while each tool is called.
type cell struct {
	vault   *server
	adapter *adapter
	name    string // part of titles
	limit   time.Duration
	id      string // a recipe that is there
}

// tools are the four calls, each with what the vault must hold afterwards if it
// was done.
func (c *cell) tools(t *testing.T, round string) []struct {
	name  string
	write bool
	with  args
	done  func() bool
} {
	title := "zq7 " + c.name + " " + round
	return []struct {
		name  string
		write bool
		with  args
		done  func() bool
	}{
		{name: "list_recipes", with: args{}},
		{name: "get_recipe", with: args{"recipe_id": c.id}},
		{
			name: "create_recipe", write: true,
			with: args{"title": title, "servings": 2, "ingredients": []args{{"name": "zq7 leek"}}, "steps": []args{{"instruction": "zq7 cut"}}},
			done: func() bool {
				found := 0
				for _, r := range c.vault.list() {
					if r.Title == title {
						found++
					}
				}
				if found > 1 {
					t.Errorf("%d recipes with the title of one call", found)
				}
				return found > 0
			},
		},
		{
			name: "update_recipe", write: true, with: args{"recipe_id": c.id, "description": title},
			done: func() bool { return c.vault.get(c.id).Description == title },
		},
	}
}

// check asserts one answer: its kind and code, its time, and for a write that it
// is true.
func (c *cell) check(t *testing.T, got answer, kind string, done func() bool) {
	t.Helper()
	got.check(t, kind, c.limit, done)
	code := map[string]int{fine: 0, invalid: -32602}
	if want, ok := code[kind]; (ok && got.Code != want) || (!ok && got.Code != -32603) {
		t.Errorf("code %d", got.Code)
	}
}

// run calls each tool while broken, and again while mended.
func (c *cell) run(t *testing.T, f *fault, alone bool, breakIt, mend func()) {
	t.Helper()
	for _, tool := range c.tools(t, "broken") {
		want := f.read
		switch {
		case tool.write && alone:
			want = f.write
		case tool.write:
			want = f.all
		case alone:
			want = fine
		}
		breakIt()
		got := c.adapter.call(tool.name, tool.with)
		mend()
		t.Run(tool.name, func(t *testing.T) {
			c.check(t, got, want, tool.done)
			if tool.write && f.reaches && !tool.done() {
				t.Error("the vault got it and did not do it: the test's fault")
			}
		})
		for _, next := range c.tools(t, "mended "+tool.name) {
			if next.name == tool.name {
				c.check(t, c.adapter.call(next.name, next.with), fine, next.done)
			}
		}
	}
}

// TestFaults is the matrix: each fault, met by everything or by writes alone,
// and each tool. The built recipe-mcp speaks through the proxy to the built
// recipe-vault, and the vault is looked at directly.
func TestFaults(t *testing.T) {
	t.Parallel()
	var strayed atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		strayed.Add(1)
		t.Errorf("the other host was asked: %s %s", r.Method, r.URL.Path)
	}))
	t.Cleanup(elsewhere.Close)
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	for _, f := range faults(elsewhere.URL) {
		for _, alone := range []bool{false, true} {
			name := f.name + "/everything"
			if alone {
				name = f.name + "/writes"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := startProxy(t, vault.Address)
				c := &cell{vault: vault, name: name, limit: f.limit(), id: vault.make("zq7 of " + name)}
				c.adapter = startAdapter(t, toAPI(withPassword(p.base()), "API_TIMEOUT="+c.limit.String(), "API_MAX_RETRIES=1")...)
				c.run(t, &f, alone, func() {
					p.set(func(method string) *fault {
						if alone && method == http.MethodGet {
							return nil
						}
						return &f
					})
				}, func() {
					p.spoilt.Wait() // or else the next call may meet what this one left
					p.set(nil)
				})
			})
		}
	}
}

// withPassword gives an address one more secret to keep.
func withPassword(base string) string {
	return strings.Replace(base, "://", "://zq7user:zq7password@", 1)
}

// TestFaults_refused has nobody listening. A write that goes out on a connection
// just before its end is noticed may have been sent, and is told as such; so each
// end is noticed before the call.
func TestFaults_refused(t *testing.T) {
	t.Parallel()
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	p := startProxy(t, vault.Address)
	c := &cell{vault: vault, name: "refused", limit: 20 * time.Second, id: vault.make("zq7 of refused")}
	c.adapter = startAdapter(t, toAPI(p.base(), "API_TIMEOUT="+c.limit.String(), "API_MAX_RETRIES=2")...)
	c.run(t, &fault{read: unavailable, all: unavailable}, false, p.shut, p.up)
}
