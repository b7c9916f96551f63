package httpserver

import (
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestServe_Lingers has a server answer on old and new connections until its delay is over, each
// for the last time, and what is at work then may finish.
func TestServe_Lingers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ln := harness.NewPipes()
		ctx, stop := context.WithCancel(t.Context())
		const delay, work = 5 * time.Second, 20 * time.Second
		server := Server{Delay: delay, Grace: time.Minute, Admits: admitted, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/slow" {
				time.Sleep(work)
			}
			fine(w, r)
		})}
		served := make(chan error, 1)
		go func() { served <- server.Serve(ctx, ln) }()
		ask := func(d *dialed, path string) (closes bool) {
			t.Helper()
			if _, err := io.WriteString(d, "GET "+path+" HTTP/1.1\r\nHost: vault\r\nX-API-Key: k\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			res, err := http.ReadResponse(d.r, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = res.Body.Close() }()
			_, _ = io.Copy(io.Discard, res.Body)
			return res.Close
		}
		old := dialPipe(t, ln)
		if ask(old, "/") {
			t.Error("a connection is closed though the server stays")
		}
		stop()
		began := time.Now()
		synctest.Wait()
		if !ask(old, "/") || !ask(dialPipe(t, ln), "/") {
			t.Error("a connection is kept that the server will close")
		}
		time.Sleep(delay - time.Second)
		if !ask(dialPipe(t, ln), "/slow") {
			t.Error("a connection is kept that the server will close")
		}
		if err := <-served; err != nil || time.Since(began) < delay-time.Second+work {
			t.Errorf("it ended after %v: %v", time.Since(began), err)
		}
	})
}

// TestServe_LingersNot ends at once where there is no balancer.
func TestServe_LingersNot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		served, began := make(chan error, 1), time.Now()
		ln := harness.NewPipes()
		go func() {
			served <- Server{Grace: time.Minute, Admits: admitted, Handler: http.HandlerFunc(fine)}.Serve(ctx, ln)
		}()
		stop()
		if err := <-served; err != nil || time.Since(began) != 0 {
			t.Errorf("it ended after %v: %v", time.Since(began), err)
		}
	})
}
