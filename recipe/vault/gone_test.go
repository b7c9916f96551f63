package vault_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// watched serves v on a real connection and says when a request has come and
// when it is over.
func watched(t *testing.T, v *vault.Vault, came func(*http.Request)) (addr string, over chan struct{}) {
	t.Helper()
	over = make(chan struct{}, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		came(r)
		v.Handler().ServeHTTP(w, r)
		if r.Method != http.MethodGet {
			over <- struct{}{}
		}
	}))
	t.Cleanup(srv.Close)
	return srv.Listener.Addr().String(), over
}

// keptAlive is a connection that has served a request already.
func keptAlive(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, _ = fmt.Fprint(conn, "GET /api/recipes HTTP/1.1\r\nHost: x\r\n\r\n")
	if status, body := said(t, bufio.NewReader(conn)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	return conn
}

// TestVault_ClientGoneWhileItWaits has clients go away while their write waits
// for a lock. It is not carried out when the lock is free.
func TestVault_ClientGoneWhileItWaits(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		const soup = `{"title":"Soup"}`
		for name, request := range map[string]string{
			"create":           fmt.Sprintf("POST /api/recipes HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(soup), soup),
			"create, chunked":  fmt.Sprintf("POST /api/recipes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(soup), soup),
			"update":           fmt.Sprintf("PUT /api/recipes/ID HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(soup), soup),
			"delete":           "DELETE /api/recipes/ID HTTP/1.1\r\nHost: x\r\n\r\n",
			"delete with body": "DELETE /api/recipes/ID HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				path := place()
				v := open(t, vault.Options{Path: path})
				c := inProcess(v)
				id := c.create(t, `{"title":"Stew"}`)
				before := c.do(t, "GET", "/api/recipes", "")
				came := make(chan struct{}, 2)
				addr, over := watched(t, v, func(*http.Request) { came <- struct{}{} })
				conn := keptAlive(t, addr)
				<-came
				db := rawDB(t, path)
				if onServer(path) {
					execSQL(t, db, "BEGIN; LOCK TABLE recipes IN EXCLUSIVE MODE")
				} else {
					execSQL(t, db, "BEGIN IMMEDIATE")
				}
				_, _ = fmt.Fprint(conn, strings.ReplaceAll(request, "ID", id))
				<-came
				_ = conn.Close()
				select {
				case <-over:
				case <-time.After(20 * time.Second):
					t.Error("the request goes on without its client")
				}
				execSQL(t, db, "COMMIT")
				if after := c.do(t, "GET", "/api/recipes", ""); string(after.body) != string(before.body) {
					t.Errorf("it was carried out: %s", after.body)
				}
			})
		}
	})
}
