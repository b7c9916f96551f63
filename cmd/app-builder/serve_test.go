package main_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcp-adapters/internal/harness"
)

// TestServe goes the whole way: make, change, publish, call, stop, start again, unpublish.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := command(t, dir).Serve()
	m := newMaker(t)
	if page := m.ask(s, "GET", "/", nil); page.status != http.StatusOK || !strings.Contains(page.text, "Built-in rules") {
		t.Errorf("the page: status %d: %.500s", page.status, page.text)
	}
	path := m.publish(s, orders)
	if path != "/servers/order-history/mcp" {
		t.Errorf("it is at %s", path)
	}
	changed := m.want(m.ask(s, "POST", "/api/chat", obj{"message": "change the primary color to blue"}), 200)
	if len(changed["changes"].([]any)) == 0 {
		t.Errorf("%v", changed)
	}
	answer := m.call(s, path, "get_orders")
	if result, _ := m.want(answer, 200)["result"].(obj); result["isError"] == true || result["structuredContent"] == nil {
		t.Errorf("%s", answer.text)
	}
	id := answer.header.Get("X-Request-Id")
	s.Log.Await(t, `"id":"`+id+`","route":"/servers/{slug}/mcp","method":"POST","status":200,"ms":`)
	s.Log.Await(t, `"slug":"order-history","mcp":"tools/call","version":1,"call":"ok"`)
	if said := s.ReadLine(); !strings.Contains(said, "http://"+s.Address) {
		t.Errorf("the address to open: %q", said)
	}
	s.Signal(syscall.SIGTERM)
	if code := s.Wait(); code != 0 {
		t.Errorf("it ended with exit code %d: %s", code, s.Log)
	}
	for _, private := range []string{orders, "primary color", "Where is my order"} {
		if strings.Contains(s.Log.String(), private) {
			t.Errorf("the log has %q", private)
		}
	}

	again := command(t, dir).Serve()
	m.want(m.call(again, path, "get_orders"), 200)
	current := m.want(m.ask(again, "GET", "/api/current", nil), 200)
	m.want(m.ask(again, "POST", "/api/apps/"+current["id"].(string)+"/undo", nil), 200)
	m.want(m.ask(again, "POST", "/api/apps/"+current["id"].(string)+"/unpublish", nil), 200)
	if r := m.call(again, path, "get_orders"); r.status != http.StatusNotFound {
		t.Errorf("unpublished: status %d", r.status)
	}
}

// TestServe_End lets a client that listens go when the program ends, and ends in time.
func TestServe_End(t *testing.T) {
	t.Parallel()
	s := command(t, t.TempDir()).Serve()
	m := newMaker(t)
	path := m.publish(s, orders)
	stream := m.listen(s, path)
	began := time.Now()
	s.Signal(syscall.SIGTERM)
	if code := s.Wait(); code != 0 || time.Since(began) > 9*time.Second {
		t.Errorf("exit code %d after %v: %s", code, time.Since(began), s.Log)
	}
	stream.end()
}

// TestServe_Drain lets a message be answered that a model is working on when the program is told
// to end, and takes no other one.
func TestServe_Drain(t *testing.T) {
	t.Parallel()
	asked, stopping := make(chan struct{}, 8), make(chan struct{})
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		select {
		case <-stopping:
		case <-r.Context().Done():
		}
		http.Error(w, "no", http.StatusForbidden) // so that the rules answer
	}))
	t.Cleanup(model.Close)
	dir := t.TempDir()
	first := command(t, dir).Serve()
	m := newMaker(t)
	m.want(m.ask(first, "POST", "/api/generate", obj{"prompt": orders}), 200)
	first.Signal(syscall.SIGTERM)
	first.Wait()
	s := command(t, dir).Set("LLM_PROVIDER=openai", "LLM_MODEL=test", "LLM_BASE_URL="+model.URL).Serve()
	answered := make(chan reply, 1)
	go func() {
		r, err := m.try(s, "POST", "/api/chat", obj{"message": "change the primary color to blue"})
		if err != nil {
			t.Error(err)
		}
		answered <- r
	}()
	<-asked
	s.Signal(syscall.SIGTERM)
	s.Log.Await(t, "stopping; a second signal stops at once")
	close(stopping)
	if got := <-answered; got.status != http.StatusOK || !strings.Contains(got.text, "Updated primary color to blue") {
		t.Errorf("status %d: %s", got.status, got.text)
	}
	if code := s.Wait(); code != 0 {
		t.Errorf("exit code %d: %s", code, s.Log)
	}
}

// TestServe_Alone refuses a second server on one file, and lets in commands beside the first.
func TestServe_Alone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := command(t, dir).Serve()
	m := newMaker(t)
	path := m.publish(s, orders)
	if got := command(t, dir).Run(); got.Code != 1 || !strings.Contains(got.Stderr, "is served by another app-builder") {
		t.Errorf("a second one: %+v", got)
	}
	if got := command(t, dir, "takedown", "nothing-here").Run(); got.Code != 1 || !strings.Contains(got.Stderr, "nothing is published at /servers/nothing-here") {
		t.Errorf("%+v", got)
	}
	if got := command(t, dir, "takedown", "order-history").Run(); got.Code != 0 {
		t.Errorf("%+v", got)
	}
	if r := m.call(s, path, "get_orders"); r.status != http.StatusNotFound {
		t.Errorf("taken down: status %d", r.status)
	}
	m.want(m.ask(s, "POST", "/api/publish", obj{}), 200)
	m.want(m.call(s, path, "get_orders"), 200)
}

// TestBackup takes everything to another place and back, while the server runs.
func TestBackup(t *testing.T) {
	t.Parallel()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "backup.db")
	s := command(t, dir).Serve()
	m := newMaker(t)
	path := m.publish(s, orders)
	if got := command(t, dir, "backup", file).Run(); got.Code != 0 || !strings.Contains(got.Stdout, "1 app.") {
		t.Fatalf("%+v", got)
	}
	if got := command(t, dir, "restore", file).Run(); got.Code != 1 || !strings.Contains(got.Stderr, "is served by another app-builder") {
		t.Errorf("restored beside a server: %+v", got)
	}
	other := t.TempDir()
	if got := command(t, other, "restore", file).Run(); got.Code != 0 || !strings.Contains(got.Stdout, "1 app.") {
		t.Fatalf("%+v", got)
	}
	moved := command(t, other).Serve()
	m.want(m.call(moved, path, "get_orders"), 200)
	m.want(m.ask(moved, "GET", "/api/current", nil), 200)
}

// TestBackup_Postgres moves everything from a file to a server, and back.
func TestBackup_Postgres(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	dir, first := t.TempDir(), filepath.Join(t.TempDir(), "first.db")
	s := command(t, dir).Serve()
	m := newMaker(t)
	path := m.publish(s, orders)
	if got := command(t, dir, "backup", first).Run(); got.Code != 0 {
		t.Fatalf("%+v", got)
	}
	got := r.command("restore", first).Run()
	kept := regexp.MustCompile(`is kept in (.*)\.\n`).FindStringSubmatch(got.Stdout)
	if got.Code != 0 || kept == nil {
		t.Fatalf("%+v", got)
	}
	if _, err := os.Stat(kept[1]); err != nil {
		t.Error(err)
	}
	on := r.start()
	m.want(m.call(on, path, "get_orders"), 200)
	m.want(m.ask(on, "GET", "/api/current", nil), 200)
	back := filepath.Join(t.TempDir(), "back.db")
	if got := r.command("backup", back).Run(); got.Code != 0 || !strings.Contains(got.Stdout, "1 app.") {
		t.Fatalf("%+v", got)
	}
	third := t.TempDir()
	if got := command(t, third, "restore", back).Run(); got.Code != 0 {
		t.Fatalf("%+v", got)
	}
	m.want(m.call(command(t, third).Serve(), path, "get_orders"), 200)
}
