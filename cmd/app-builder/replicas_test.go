package main_test

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// replicas are servers on one PostgreSQL database.
type replicas struct {
	t   *testing.T
	pg  *pgtest.Server
	url string // of the database
}

func newReplicas(t *testing.T) *replicas {
	t.Helper()
	pg := pgtest.Start(t)
	return &replicas{t, pg, pg.Database(t)}
}

// command runs app-builder on the database.
func (r *replicas) command(args ...string) *harness.Command {
	r.t.Helper()
	file := filepath.Join(r.t.TempDir(), "url")
	if err := os.WriteFile(file, []byte(r.url+"\n"), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return command(r.t, r.t.TempDir(), args...).Set("DATABASE_URL_FILE=" + file)
}

// start starts another one.
func (r *replicas) start() *harness.Server {
	r.t.Helper()
	return r.command().Serve()
}

// TestReplicas_Publish publishes and unpublishes on one and calls the other, on which a
// client listens. There is no NOTIFY that could be blocked: each asks the database itself.
func TestReplicas_Publish(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	a, b := r.start(), r.start()
	m := newMaker(t)
	for round := range 5 {
		path := m.publish(a, orders) // another app each time
		if answer := m.call(b, path, "get_orders"); answer.status != http.StatusOK {
			t.Fatalf("round %d: published on the one, and status %d on the other: %s", round, answer.status, answer.text)
		}
		m.want(m.ask(a, "POST", "/api/apps/"+m.current(b)+"/unpublish", nil), 200)
		if answer := m.call(b, path, "get_orders"); answer.status != http.StatusNotFound {
			t.Fatalf("round %d: unpublished on the one, and status %d on the other", round, answer.status)
		}
	}
	path := m.publish(a, orders)
	stream := m.listen(b, path)
	began := time.Now()
	m.want(m.ask(a, "POST", "/api/publish", obj{"toolName": "find_orders"}), 200)
	stream.until("notifications/tools/list_changed")
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("the other's listener heard of it after %v", took)
	}
	m.want(m.call(b, path, "find_orders"), 200)
	began = time.Now()
	m.want(m.ask(b, "POST", "/api/apps/"+m.current(a)+"/unpublish", nil), 200)
	stream.until("notifications/tools/list_changed")
	stream.end()
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("the stream of an unpublished app ended after %v", took)
	}
}

// TestReplicas_Killed kills one while its model makes it wait, and goes on with the other.
func TestReplicas_Killed(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	asked := make(chan struct{}, 8)
	model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body) // else the server doesn't see that its client has gone
		asked <- struct{}{}
		<-req.Context().Done()
	}))
	t.Cleanup(model.Close)
	a := r.command().Set("LLM_PROVIDER=openai", "LLM_MODEL=test", "LLM_BASE_URL="+model.URL).Serve()
	b := r.start()
	m := newMaker(t)
	m.want(m.ask(b, "POST", "/api/generate", obj{"prompt": orders}), 200)
	cut := make(chan error, 1)
	go func() {
		_, err := m.try(a, "POST", "/api/chat", obj{"message": "make it blue"})
		cut <- err
	}()
	<-asked
	if busy := m.ask(b, "POST", "/api/chat", obj{"message": "make it red"}); busy.status != http.StatusConflict || !strings.Contains(busy.text, "BUSY") {
		t.Errorf("status %d: %s", busy.status, busy.text)
	}
	a.Kill()
	if err := <-cut; err == nil {
		t.Error("a server that was killed has answered")
	}
	r.pg.Exec(t, r.url, `UPDATE apps SET run_until = '2020-01-01T00:00:00.000Z' WHERE run_id <> ''`) // 20 s pass
	messages := m.ask(b, "GET", "/api/apps/"+m.current(b)+"/messages", nil)
	m.want(messages, 200)
	if !strings.Contains(messages.text, `"state":"failed"`) || strings.Contains(messages.text, `"state":"running"`) {
		t.Errorf("%s", messages.text)
	}
	changed := m.want(m.ask(b, "POST", "/api/chat", obj{"message": "change the primary color to blue"}), 200)
	if len(changed["changes"].([]any)) == 0 {
		t.Errorf("%v", changed)
	}
}

// TestReplicas_DatabaseStops stops the database under a server, and starts both again.
func TestReplicas_DatabaseStops(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	s := r.start()
	m := newMaker(t)
	path := m.publish(s, orders)
	m.want(m.ask(s, "POST", "/api/chat", obj{"message": "change the primary color to blue"}), 200)
	before := m.want(m.ask(s, "GET", "/api/current", nil), 200)
	r.pg.Stop(t)
	began := time.Now()
	down := m.call(s, path, "get_orders")
	if took := time.Since(began); down.status != http.StatusServiceUnavailable || !strings.Contains(down.text, "-32603") || took > 2*time.Second {
		t.Errorf("status %d after %v: %s", down.status, took, down.text)
	}
	if ready := m.ask(s, "GET", "/readyz", nil); ready.status != http.StatusServiceUnavailable {
		t.Errorf("ready: status %d", ready.status)
	}
	if alive := m.ask(s, "GET", "/healthz", nil); alive.status != http.StatusOK {
		t.Errorf("alive: status %d", alive.status)
	}
	s.Log.AwaitTimes(t, "failed to connect", 2) // why, from each of the two that were refused
	early := r.start()                          // it starts without, and waits for it
	r.pg.Restart(t)
	for _, at := range []*harness.Server{s, early, r.start()} {
		m.want(m.call(at, path, "get_orders"), 200)
		if ready := m.ask(at, "GET", "/readyz", nil); ready.status != http.StatusOK {
			t.Errorf("ready again: status %d", ready.status)
		}
		now := m.want(m.ask(at, "GET", "/api/current", nil), 200)
		if diff := cmp.Diff(before, now); diff != "" {
			t.Errorf("-before +now:\n%s", diff)
		}
		for what, part := range map[string]string{"messages": "change the primary color to blue", "versions": `"publishVersion":1`} {
			if got := m.ask(at, "GET", "/api/apps/"+m.current(at)+"/"+what, nil); !strings.Contains(got.text, part) {
				t.Errorf("%s: %s", what, got.text)
			}
		}
	}
	m.want(m.ask(early, "POST", "/api/apps/"+m.current(early)+"/undo", nil), 200)
}

// current is the id of the maker's current app.
func (m *maker) current(s *harness.Server) string {
	m.Helper()
	return m.want(m.ask(s, "GET", "/api/current", nil), 200)["id"].(string)
}

// stream is a client of the handshake era that listens.
type stream struct {
	*maker
	*bufio.Reader
}

// listen opens a stream, and waits until it is open.
func (m *maker) listen(s *harness.Server, path string) stream {
	m.Helper()
	req, err := http.NewRequestWithContext(m.Context(), http.MethodGet, "http://"+s.Address+path, http.NoBody)
	if err != nil {
		m.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	res, err := s.Client.Do(req)
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(func() { _ = res.Body.Close() })
	opened := stream{m, bufio.NewReader(res.Body)}
	opened.until(": open")
	return opened
}

// until reads to a line with part.
func (s stream) until(part string) {
	s.Helper()
	for {
		line, err := s.ReadString('\n')
		if err != nil {
			s.Fatalf("the stream has ended without %q: %v", part, err)
		}
		if strings.Contains(line, part) {
			return
		}
	}
}

// end reads to the end, which is one of the server's.
func (s stream) end() {
	s.Helper()
	if _, err := io.Copy(io.Discard, s.Reader); err != nil {
		s.Errorf("the stream was cut off: %v", err)
	}
}
