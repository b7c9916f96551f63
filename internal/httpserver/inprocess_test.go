package httpserver_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

func get(ctx context.Context, t *testing.T, h http.HandlerFunc) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://embedded.invalid/soup", nil)
	if err != nil {
		t.Fatal(err)
	}
	return httpserver.Transport(h).RoundTrip(req)
}

func TestTransport(t *testing.T) {
	t.Parallel()
	res, err := get(t.Context(), t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Path", r.URL.Path)
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, "hot ")
		_, _ = io.WriteString(w, "soup")
	})
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || string(body) != "hot soup" || res.StatusCode != http.StatusTeapot || res.ContentLength != 8 || res.Header.Get("X-Path") != "/soup" {
		t.Errorf("%q, %v, %d, %d, %v", body, err, res.StatusCode, res.ContentLength, res.Header)
	}
}

func TestWriter_Take(t *testing.T) {
	t.Parallel()
	long, closed := []byte("a long body"), 0
	res, err := get(t.Context(), t, func(w http.ResponseWriter, _ *http.Request) {
		w.(*httpserver.Writer).Take(long, func() { closed++ })
	})
	if err != nil {
		t.Fatal(err)
	}
	if b := res.Body.(interface{ Bytes() []byte }).Bytes(); &b[0] != &long[0] {
		t.Error("the body was copied")
	}
	if closed != 0 {
		t.Error("the body was given back before it was closed")
	}
	if _ = res.Body.Close(); closed != 1 {
		t.Errorf("given back %d times", closed)
	}
}

// TestTransport_GivenUp: an answer that is there when the request is given up is
// returned, unless the server failed, as it may have done because of that.
func TestTransport_GivenUp(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]error{http.StatusCreated: nil, http.StatusServiceUnavailable: context.Canceled} {
		ctx, cancel := context.WithCancel(t.Context())
		closed := false
		res, err := get(ctx, t, func(w http.ResponseWriter, _ *http.Request) {
			cancel()
			w.WriteHeader(status)
			w.(*httpserver.Writer).Take(nil, func() { closed = true })
		})
		if !errors.Is(err, want) || closed != (want != nil) {
			t.Errorf("%d: %v, given back: %t", status, err, closed)
		}
		if err == nil {
			_ = res.Body.Close()
		}
		if res, err = get(ctx, t, func(http.ResponseWriter, *http.Request) { t.Error("a request that was given up came through") }); !errors.Is(err, context.Canceled) {
			_ = res.Body.Close()
			t.Errorf("%d, given up before: %v", status, err)
		}
	}
}
