package vault_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// connect serves v in the bubble, as recipe-vault does. Dial gives a connection.
func connect(t *testing.T, v *vault.Vault) (dial func() net.Conn) {
	t.Helper()
	p := harness.NewPipes()
	srv := &http.Server{Handler: v.Handler(), ReadTimeout: time.Minute, WriteTimeout: 3 * time.Minute}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = srv.Serve(p)
	}()
	t.Cleanup(func() {
		_ = srv.Close()
		<-served
	})
	return func() net.Conn { return p.Dial(t) }
}

// said reads one answer.
func said(t *testing.T, r *bufio.Reader) (status int, body string) {
	t.Helper()
	res, err := http.ReadResponse(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Errorf("after %d bytes: %v", len(data), err)
	}
	return res.StatusCode, string(data)
}

// TestVault_Uploads sends bodies at different paces.
func TestVault_Uploads(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		size, pace int // bytes, and bytes a second
		stop       int // after so many
		want       int
		after      time.Duration
	}{
		"stalled":              {size: 1000, pace: 1000, stop: 10, want: 400, after: 20 * time.Second},
		"stalled when long":    {size: 1 << 20, pace: 1 << 20, stop: 500 << 10, want: 400, after: 20 * time.Second},
		"slow":                 {size: 2 << 20, pace: 20 << 10, stop: 2 << 20, want: 201, after: 102 * time.Second},
		"slow and short":       {size: 200, pace: 15, stop: 200, want: 201, after: 13 * time.Second},
		"slower than the rate": {size: 2 << 20, pace: 8 << 10, stop: 2 << 20, want: 400, after: 40 * time.Second},
	} {
		for _, chunked := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, chunked %v", name, chunked), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					v := open(t, vault.Options{})
					conn := connect(t, v)()
					const title = `{"title":"Soup"}`
					body := title + strings.Repeat(" ", row.size-len(title))
					began := time.Now()
					var sender sync.WaitGroup
					defer sender.Wait()
					defer conn.Close() //nolint:errcheck // it ends the sender, no more
					sender.Go(func() {
						length := fmt.Sprintf("Content-Length: %d", row.size)
						if chunked {
							length = "Transfer-Encoding: chunked"
						}
						_, _ = fmt.Fprintf(conn, "POST /api/recipes HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n", length)
						for sent := 0; sent < row.stop; {
							part := body[sent:min(sent+row.pace, row.stop)]
							if sent += len(part); chunked {
								part = fmt.Sprintf("%x\r\n%s\r\n", len(part), part)
							}
							if _, err := io.WriteString(conn, part); err != nil {
								return
							}
							time.Sleep(time.Second)
						}
						if chunked && row.stop == row.size {
							_, _ = io.WriteString(conn, "0\r\n\r\n")
						}
					})
					r := bufio.NewReader(conn)
					status, text := said(t, r)
					took := time.Since(began)
					if status != row.want || took < row.after || took > row.after+2*time.Second {
						t.Errorf("after %v: %d %s; want %d after %v", took, status, text, row.want, row.after)
					}
					if row.want == http.StatusCreated {
						return
					}
					if !strings.Contains(text, "in time") {
						t.Errorf("it says %s", text)
					}
					if _, err := r.ReadByte(); err == nil {
						t.Error("the connection is kept")
					}
					if a := inProcess(v).do(t, "GET", "/api/recipes", ""); string(a.body) != "[]" {
						t.Errorf("stored: %s", a.body)
					}
				})
			})
		}
	}
}

// TestVault_SlowReader takes 8 KiB a second of a long answer, which is more than
// the server's own limits have time for. It gets the whole, and its connection
// serves another request.
func TestVault_SlowReader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		v := open(t, vault.Options{})
		id := inProcess(v).create(t, `{"title":"Long","steps":[{"instruction":"`+strings.Repeat("x", 2<<20)+`"}]}`)
		conn := connect(t, v)()
		slow := bufio.NewReader(&paced{conn, 8 << 10})
		for range 2 {
			began := time.Now()
			_, _ = fmt.Fprintf(conn, "GET /api/recipes/%s HTTP/1.1\r\nHost: x\r\n\r\n", id)
			if status, body := said(t, slow); status != http.StatusOK || len(body) < 2<<20 {
				t.Errorf("after %v: %d, %d bytes", time.Since(began), status, len(body))
			}
			if took := time.Since(began); took < 4*time.Minute {
				t.Errorf("it took only %v", took)
			}
		}
	})
}

// paced reads at most so many bytes a second.
type paced struct {
	io.Reader
	pace int
}

func (p *paced) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b[:min(len(b), p.pace)])
	time.Sleep(time.Duration(n) * time.Second / time.Duration(p.pace))
	return n, err
}

// TestVault_ReaderThatDoesNotRead asks for a long answer and takes none of it.
// Another waits for its room, and has it when the patience is over.
func TestVault_ReaderThatDoesNotRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		v := vault.NewWithBudget(vault.Options{Path: t.TempDir() + "/recipes.db"}, 1<<20)
		t.Cleanup(func() { _ = v.Close() })
		id := inProcess(v).create(t, `{"title":"Long","steps":[{"instruction":"`+strings.Repeat("x", 800<<10)+`"}]}`)
		dial := connect(t, v)
		idle, conn := dial(), dial()
		request := fmt.Sprintf("GET /api/recipes/%s HTTP/1.1\r\nHost: x\r\n\r\n", id)
		_, _ = io.WriteString(idle, request)
		synctest.Wait()
		began := time.Now()
		_, _ = io.WriteString(conn, request)
		if status, body := said(t, bufio.NewReader(conn)); status != http.StatusOK || len(body) < 800<<10 || time.Since(began) != 20*time.Second {
			t.Errorf("after %v: %d, %d bytes", time.Since(began), status, len(body))
		}
		if n, err := io.Copy(io.Discard, idle); n > 128<<10 {
			t.Errorf("%d bytes came to the one that took nothing, %v", n, err)
		}
	})
}

// TestVault_WaitsLongerThanForABody has a write wait for a lock for longer than
// its body may. That is not its client's going away, then or afterwards.
func TestVault_WaitsLongerThanForABody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		v, id, release := lockedVault(t, vault.Options{})
		conn := connect(t, v)()
		time.AfterFunc(25*time.Second, release)
		r := bufio.NewReader(conn)
		for range 2 {
			const body = `{"servings":2}`
			_, _ = fmt.Fprintf(conn, "PUT /api/recipes/%s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", id, len(body), body)
			if status, body := said(t, r); status != http.StatusOK {
				t.Errorf("%d %s", status, body)
			}
		}
	})
}
