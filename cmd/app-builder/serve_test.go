package main_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
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
	if refused := m.ask(s, "POST", path, obj{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": obj{"name": "get_orders", "arguments": obj{}}}); refused.status != http.StatusOK {
		t.Errorf("%d %s", refused.status, refused.text)
	}
	s.Log.Await(t, `"mcp":"tools/call","version":1,"call":"INVALID_ARGUMENTS"`)
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

// TestServe_Trace has in the log which trace a request is part of, as its header says or else its
// message, and nothing else that they say.
func TestServe_Trace(t *testing.T) {
	t.Parallel()
	s := command(t, t.TempDir()).Serve()
	m := newMaker(t)
	path := m.publish(s, orders)
	parent := func(digit string) string { return "00-" + strings.Repeat(digit, 32) + "-00f067aa0ba902b7-01" }
	message := func(traceparent string) obj {
		return obj{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": obj{"_meta": obj{"traceparent": traceparent}}}
	}
	for _, row := range []struct{ path, header, meta, want string }{
		{"/api/meta", parent("a"), "", "a"},
		{"/", parent("b"), "", "b"},
		{path, parent("c"), "", "c"},
		{path, "", parent("d"), "d"},
		{path, parent("e"), parent("f"), "e"},
		{path, "hunter2", parent("1"), "1"},
		{path, "hunter2", "hunter2", ""},
	} {
		method, body := "GET", any(nil)
		if row.path == path {
			method, body = "POST", message(row.meta)
		}
		r := m.ask(s, method, row.path, body, "Traceparent", row.header, "Accept", "application/json, text/event-stream")
		if r.status != http.StatusOK {
			t.Errorf("%+v: status %d: %s", row, r.status, r.text)
		}
		line := regexp.MustCompile(`[^\n]*"id":"` + r.header.Get("X-Request-Id") + `"[^\n]*"message":"request"`)
		s.Log.Await(t, `"id":"`+r.header.Get("X-Request-Id"))
		got := line.FindString(s.Log.String())
		if want := `"trace":"` + strings.Repeat(row.want, 32) + `"`; strings.Contains(got, `"trace"`) != (row.want != "") || row.want != "" && !strings.Contains(got, want) {
			t.Errorf("%+v: %s", row, got)
		}
	}
	if strings.Contains(s.Log.String(), "hunter2") {
		t.Errorf("%s", s.Log)
	}
}

// TestServe_AnyOrigin lets pages of all origins call published apps where its operator says so,
// and the pages of none make apps.
func TestServe_AnyOrigin(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := command(t, dir).Serve()
	m := newMaker(t)
	path := m.publish(s, orders)
	const ping, page = `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "https://page.example.com"
	if r := m.ask(s, "POST", path, ping, "Origin", page); r.status != http.StatusForbidden {
		t.Errorf("nothing is allowed: status %d", r.status)
	}
	s.Signal(syscall.SIGTERM)
	s.Wait()
	open := command(t, dir).Set("PUBLIC_URL=https://apps.example.com", "TRUSTED_PROXIES=127.0.0.1", "ALLOWED_ORIGINS=*").Serve()
	r := m.ask(open, "POST", path, ping, "Origin", page, "Sec-Fetch-Site", "cross-site")
	if r.status != http.StatusOK || r.header.Get("Access-Control-Allow-Origin") != "*" || r.header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("status %d, %v", r.status, r.header)
	}
	if r := m.ask(open, "POST", "/api/generate", obj{"prompt": orders}, "Origin", page, "Sec-Fetch-Site", "cross-site"); r.status != http.StatusForbidden {
		t.Errorf("a page makes an app: status %d: %s", r.status, r.text)
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
	if got := command(t, dir, "takedown", "nothing-here").Run(); got.Code != 1 || !strings.Contains(got.Stderr, "no app was ever published at /servers/nothing-here") {
		t.Errorf("%+v", got)
	}
	// As complaints name it, too.
	for _, name := range []string{"order-history", " ORDER-History", "/servers/order-history", "servers/order-history/", "http://" + s.Address + path, "https://apps.example.com/servers/order-history/ui/table.html?x#y"} {
		if got := command(t, dir, "takedown", name).Run(); got.Code != 0 || !strings.HasPrefix(got.Stdout, "order-history is not published") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if r := m.call(s, path, "get_orders"); r.status != http.StatusNotFound {
		t.Errorf("taken down: status %d", r.status)
	}
	if r := m.ask(s, "POST", "/api/publish", obj{}); r.status != http.StatusForbidden {
		t.Errorf("its owner can publish what was taken down: %+v", r)
	}
	for code := range 2 { // once it is lifted, there is nothing to lift
		if got := command(t, dir, "takedown", "--lift", "order-history").Run(); got.Code != code {
			t.Errorf("%+v", got)
		}
	}
	m.want(m.ask(s, "POST", "/api/publish", obj{}), 200)
	m.want(m.call(s, path, "get_orders"), 200)
}

// TestServe_Killed goes on at once after a server on a file was killed while its model made it
// wait: there is nobody else who could still be working on the message.
func TestServe_Killed(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 8)
	model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body) // else the server doesn't see that its client has gone
		asked <- struct{}{}
		<-req.Context().Done()
	}))
	t.Cleanup(model.Close)
	dir := t.TempDir()
	s := command(t, dir).Set("LLM_PROVIDER=openai", "LLM_MODEL=test", "LLM_BASE_URL="+model.URL).Serve()
	m := newMaker(t)
	m.want(m.ask(s, "POST", "/api/generate", obj{"prompt": orders, "generator": "rules"}), 200)
	cut := make(chan error, 1)
	go func() {
		_, err := m.try(s, "POST", "/api/chat", obj{"message": "make it blue"})
		cut <- err
	}()
	<-asked
	s.Kill()
	if err := <-cut; err == nil {
		t.Error("a server that was killed has answered")
	}
	again := command(t, dir).Serve()
	m.want(m.ask(again, "POST", "/api/chat", obj{"message": "change the primary color to blue"}), 200)
	if got := m.ask(again, "GET", "/api/apps/"+m.current(again)+"/messages", nil); !strings.Contains(got.text, `"state":"failed"`) || strings.Contains(got.text, `"state":"running"`) {
		t.Error(got.text)
	}
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
	kept := regexp.MustCompile(`are kept in (.*)\.\n`).FindStringSubmatch(got.Stdout)
	if got.Code != 0 || kept == nil {
		t.Fatalf("%+v", got)
	}
	if _, err := os.Stat(kept[1]); err != nil {
		t.Error(err)
	}
	on := r.start()
	m.want(m.call(on, path, "get_orders"), 200)
	m.want(m.ask(on, "GET", "/api/current", nil), 200)
	if got := r.command("restore", first).Run(); got.Code != 1 || !strings.Contains(got.Stderr, "1 server uses the database") {
		t.Errorf("restored under a server: %+v", got)
	}
	if got := r.command("restore", "--force", first).Run(); got.Code != 0 {
		t.Errorf("%+v", got)
	}
	on.Signal(syscall.SIGTERM)
	on.Wait()
	if got := r.command("restore", first).Run(); got.Code != 0 {
		t.Errorf("the server has ended: %+v", got)
	}
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
