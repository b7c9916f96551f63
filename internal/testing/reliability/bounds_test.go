package reliability_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// within fails when the process has held more memory than that, where it can be
// known. The race detector's shadow counts too, so it is not asked then.
func within(t *testing.T, pid int, what string, mib int) {
	t.Helper()
	u, ok := usageOf(t, pid)
	if !ok || harness.Race() {
		return
	}
	t.Logf("most memory, %s: %d MiB", what, u.peak>>10)
	if u.peak>>10 > mib {
		t.Errorf("%s took %d MiB, more than %d", what, u.peak>>10, mib)
	}
}

// connect opens a connection of its own and sends what is given.
func (s *server) connect(text string) *net.TCPConn {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.Address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		s.t.Fatal(err)
	}
	return conn.(*net.TCPConn)
}

// head is that of a request with the key, without the empty line.
func head(method, path, more string) string {
	return method + " " + path + " HTTP/1.1\r\nHost: vault\r\nX-API-Key: " + apiKey + "\r\n" + more
}

// How long the server bears with a connection without a key that is idle, and with
// one that takes or sends nothing.
const (
	strangers = 10 * time.Second
	stalled   = 20 * time.Second
)

// prompt makes a request that no other client may hold up: it is done before the
// server would have lost its patience with them.
func (s *server) prompt(others time.Duration, method, path, body string, want int) {
	s.t.Helper()
	began := time.Now()
	status, got, err := s.do(method, path, body, "")
	if took := time.Since(began); err != nil || status != want || took > others*3/4 {
		s.t.Errorf("%s %s after %v: %d %.200s %v", method, path, took.Round(time.Millisecond), status, got, err)
	}
}

// TestBounds_bodies sends bodies that would take a multiple of their length.
//
//nolint:paralleltest // it measures, and would be disturbed
func TestBounds_bodies(t *testing.T) {
	n := light(200_000, 870_000)
	many := func(entry func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(entry(i))
		}
		return b.String()
	}
	for name, row := range map[string]struct{ body, names string }{
		"entries": {`{"title":"zq7","ingredients":[{"name":"a"}` + many(func(int) string { return `,{"name":""}` }) + `]}`, "ingredients"},
		"members": {`{"title":"zq7"` + many(func(i int) string { return fmt.Sprintf(`,"%x":1`, i) }) + `}`, "the body"},
	} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, filepath.Join(scratch(t), "recipes.db"))
			var wg sync.WaitGroup
			for range 20 {
				wg.Go(func() {
					status, got, err := s.do("POST", "/api/recipes", row.body, "")
					if err != nil || status != http.StatusBadRequest || !strings.Contains(string(got), row.names) || !strings.Contains(string(got), "VALIDATION_ERROR") {
						t.Errorf("%d %.200s %v", status, got, err)
					}
				})
			}
			wg.Wait()
			within(t, s.Pid(), fmt.Sprintf("20 bodies of %d bytes", len(row.body)), 300)
		})
	}
}

// TestBounds_readers has clients that ask for a long list and take nothing of it.
//
//nolint:paralleltest // it measures, and would be disturbed
func TestBounds_readers(t *testing.T) {
	recipes, readers := light(2_000, 5_000), 400
	if harness.Race() {
		readers = 100 // their lists are made by the same two processors, ten times as slowly
	}
	s := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := worker; i < recipes; i += 4 {
				body := fmt.Sprintf(`{"title":"zq7 %d","description":%q}`, i, strings.Repeat("x", 2000))
				if status, got, err := s.do("POST", "/api/recipes", body, ""); err != nil || status != http.StatusCreated {
					t.Errorf("%d %.200s %v", status, got, err)
				}
			}
		})
	}
	wg.Wait()
	id := s.make("zq7 beside")
	_, list, err := s.do("GET", "/api/recipes", "", "")
	if err != nil {
		t.Fatal(err)
	}
	for range readers {
		_ = s.connect(head("GET", "/api/recipes", "\r\n")).SetReadBuffer(4 << 10)
	}
	for i := range 10 {
		s.prompt(stalled, "POST", "/api/recipes", fmt.Sprintf(`{"title":"zq7 one more %d"}`, i), http.StatusCreated)
		s.prompt(stalled, "PUT", "/api/recipes/"+id, `{"servings":3}`, http.StatusOK)
		s.prompt(stalled, "GET", "/api/recipes/"+id, "", http.StatusOK)
	}
	within(t, s.Pid(), fmt.Sprintf("%d readers of a list of %d bytes that take nothing", readers, len(list)), 600)
	if !long() {
		return
	}
	// The list comes when readers are let go who took nothing for 20 s. Who waits
	// for 30 s until then is told.
	for began := time.Now(); ; {
		status, got, err := s.do("GET", "/api/recipes", "", "")
		if err == nil && status == http.StatusOK && len(got) > len(list) {
			t.Logf("the list came after %v", time.Since(began).Round(time.Second))
			break
		}
		if err != nil || status != http.StatusInternalServerError || time.Since(began) > 2*time.Minute {
			t.Fatalf("the list after %v: %d %.200s %v", time.Since(began), status, got, err)
		}
	}
}

// TestBounds_uploads has bodies under way that never come to their end.
func TestBounds_uploads(t *testing.T) {
	t.Parallel()
	s := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	id := s.make("zq7 beside")
	for _, sent := range []int{0, 100, 100 << 10} {
		for range size(32, 200) {
			more := "Transfer-Encoding: chunked\r\n\r\n"
			if sent > 0 {
				more += fmt.Sprintf("%x\r\n%s", sent, strings.Repeat(" ", sent))
			}
			_ = s.connect(head("POST", "/api/recipes", more))
		}
	}
	for i := range 10 {
		s.prompt(stalled, "POST", "/api/recipes", fmt.Sprintf(`{"title":"zq7 new %d"}`, i), http.StatusCreated)
		s.prompt(stalled, "PUT", "/api/recipes/"+id, `{"servings":3}`, http.StatusOK)
		s.prompt(stalled, "GET", "/api/recipes", "", http.StatusOK)
	}
	within(t, s.Pid(), "stalled uploads", 300)
}

// TestBounds_gone has clients that send a create on a kept connection, give up
// while the database is locked, and look. What is not there then does not come.
func TestBounds_gone(t *testing.T) {
	t.Parallel()
	db := filepath.Join(scratch(t), "recipes.db")
	s := startServer(t, db)
	file := look(t, db)
	file.SetMaxOpenConns(1)
	for round := range size(3, 20) {
		if _, err := file.Exec("BEGIN IMMEDIATE"); err != nil {
			t.Fatal(err)
		}
		var conns []*net.TCPConn
		for i := range 20 {
			conn := s.connect(head("GET", "/api/recipes", "\r\n"))
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			body := fmt.Sprintf(`{"title":"zq7 given up %d %d"}`, round, i)
			_, _ = io.WriteString(conn, head("POST", "/api/recipes", fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)))
			conns = append(conns, conn)
		}
		for _, conn := range conns {
			_ = conn.CloseWrite()
		}
		for _, conn := range conns { // the server gives each up while it waits for the lock
			_ = conn.SetReadDeadline(time.Now().Add(patience))
			if answer, err := io.ReadAll(conn); err != nil || bytes.Contains(answer, []byte("did not answer in time")) {
				t.Errorf("round %d: a client that has gone was waited for: %s %v", round, answer, err)
			}
			_ = conn.Close()
		}
		if got := s.list(); len(got) > 0 {
			t.Errorf("round %d: %d are there", round, len(got))
		}
		if _, err := file.Exec("COMMIT"); err != nil {
			t.Fatal(err)
		}
		// It waits its turn behind all that were before it.
		id := s.make("zq7 last")
		if got := s.list(); len(got) != 1 || got[0].ID != id {
			t.Errorf("round %d: %d came after they were looked for", round, len(got)-1)
		}
		if status, _, err := s.do("DELETE", "/api/recipes/"+id, "", ""); err != nil || status != http.StatusNoContent {
			t.Errorf("%d %v", status, err)
		}
	}
}

// TestBounds_strangers opens more connections than the server takes, none with a
// key, and leaves them idle.
func TestBounds_strangers(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing sent":         "",
		"half a header":        "GET /health HTTP/1.1\r\nHost: va",
		"kept after a refusal": "GET /api/recipes HTTP/1.1\r\nHost: vault\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, filepath.Join(scratch(t), "recipes.db"))
			s.make("zq7 kept") // by a connection that is kept
			for range size(600, 4_200) {
				_ = s.connect(text)
			}
			s.prompt(strangers, "GET", "/api/recipes", "", http.StatusOK)
			for range 5 {
				s.Client.CloseIdleConnections()
				s.prompt(strangers, "GET", "/health", "", http.StatusOK)
				s.Client.CloseIdleConnections()
				s.prompt(strangers, "GET", "/api/recipes", "", http.StatusOK)
			}
			within(t, s.Pid(), "idle connections", 200)
		})
	}
}

// TestBounds_answers has recipe-mcp make 16 calls at once, each for a list of 31
// MiB, and take its time to read them. All are answered, within a bound.
//
//nolint:paralleltest // it measures, and would be disturbed
func TestBounds_answers(t *testing.T) {
	const length = 31 << 20
	calls := size(10, 16) // ten at once would take more than the bound
	rows := func(row string) []byte {
		b := append(make([]byte, 0, length+len(row)+1), '[')
		for len(b) < length {
			b = append(append(b, row...), ',')
		}
		b[len(b)-1] = ']'
		return b
	}
	usual := rows(`{"id":"zq7","title":"zq7","description":"` + strings.Repeat("tasty ", 300) + `"}`)
	short := rows(`{"id":"zq7","title":"zq7"}`)
	for name, row := range map[string]struct {
		list  []byte
		known bool
		most  string // MAX_RESULT_BYTES
		least int    // bytes of an answer
	}{
		"of known length":      {usual, true, "0", 2 * length},
		"of unknown length":    {usual, false, "0", 2 * length},
		"without descriptions": {short, false, "0", 2 * length},
		"too many for pages":   {short, false, "140000", 100},
	} {
		t.Run(name, func(t *testing.T) {
			api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if row.known {
					w.Header().Set("Content-Length", strconv.Itoa(len(row.list)))
				}
				_, _ = w.Write(row.list)
			}))
			t.Cleanup(api.Close)
			calls := calls
			if row.most != "0" {
				calls = size(4, 16) // they take turns
			}
			p := program(t, "recipe-mcp").Set("API_BASE_URL="+api.URL, "API_KEY="+apiKey, "API_TIMEOUT=10m", "MAX_RESULT_BYTES="+row.most).Start()
			for i := range calls {
				p.Write(request(strconv.Itoa(i), "tools/call", `{"name":"list_recipes"}`) + "\n")
			}
			for range calls {
				if n, head := oneLine(t, p.Out); n < row.least {
					t.Errorf("an answer of %d bytes: %.300s", n, head)
				}
			}
			within(t, p.Pid(), fmt.Sprintf("%d lists %s", calls, name), 400)
		})
	}
}

// oneLine reads a line and returns its length and how it begins.
func oneLine(t *testing.T, r *bufio.Reader) (n int, head []byte) {
	t.Helper()
	for {
		part, err := r.ReadSlice('\n')
		if n == 0 {
			head = bytes.Clone(part[:min(len(part), 300)])
		}
		n += len(part)
		if err == nil {
			return n, head
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	}
}
