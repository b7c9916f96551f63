package vault_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// closer notes that it was closed.
type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error { c.closed = true; return nil }

func TestTransport_AnswersLikeAServer(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place()})
		local, remote := inProcess(v), overHTTP(t, v)
		local.create(t, `{"title":"Soup"}`)
		for _, r := range everyRoute {
			a, b := local.do(t, r.method, r.path, r.body), remote.do(t, r.method, r.path, r.body)
			if _, err := http.ParseTime(a.header.Get("Date")); err != nil {
				t.Errorf("%s %s: Date %q", r.method, r.path, a.header.Get("Date"))
			}
			a.header.Del("Date")
			b.header.Del("Date")
			if r.method == "POST" && a.status == http.StatusCreated {
				continue // the second of the two clashes
			}
			if d := cmp.Diff(b, a, cmp.AllowUnexported(answer{})); d != "" {
				t.Errorf("%s %s: %s", r.method, r.path, d)
			}
		}
	})
}

func TestTransport_Response(t *testing.T) {
	t.Parallel()
	rt := open(t, vault.Options{}).Transport()
	sent := &closer{Reader: strings.NewReader(`{"title":"Soup"}`)}
	req, err := http.NewRequestWithContext(t.Context(), "POST", "https://anywhere.invalid/api/recipes", sent)
	if err != nil {
		t.Fatal(err)
	}
	res, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if !sent.closed {
		t.Error("the request's body was left open")
	}
	if req.Body != sent || len(req.Header) != 0 {
		t.Error("the request was changed")
	}
	if res.Status != "201 Created" || res.Request != req || res.Header.Get("Content-Length") != strconv.FormatInt(res.ContentLength, 10) {
		t.Errorf("%+v", res)
	}
	whole, ok := res.Body.(interface{ Bytes() []byte })
	if !ok {
		t.Fatal("the body does not hand itself over")
	}
	all := whole.Bytes()
	if int64(len(all)) != res.ContentLength {
		t.Errorf("%d bytes of %d", len(all), res.ContentLength)
	}
	first := make([]byte, 5)
	if _, err := io.ReadFull(res.Body, first); err != nil || !bytes.Equal(first, all[:5]) || !bytes.Equal(whole.Bytes(), all[5:]) {
		t.Errorf("after reading %q: %q, %v", first, whole.Bytes(), err)
	}
}

func TestTransport_CancelledRequest(t *testing.T) {
	t.Parallel()
	c := inProcess(open(t, vault.Options{}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sent := &closer{Reader: strings.NewReader(`{"title":"Soup"}`)}
	req, err := http.NewRequestWithContext(ctx, "POST", c.base+"/api/recipes", sent)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.rt.RoundTrip(req)
	if err == nil {
		_ = res.Body.Close()
	}
	if !errors.Is(err, context.Canceled) || !sent.closed {
		t.Errorf("%v, closed %v", err, sent.closed)
	}
	if got := c.do(t, "GET", "/api/recipes", ""); string(got.body) != "[]" {
		t.Errorf("stored: %s", got.body)
	}
}

// TestTransport_AnswerIsThere ends the request's context when the answer is made,
// at its Date, before it is handed over.
func TestTransport_AnswerIsThere(t *testing.T) {
	t.Parallel()
	end := func() {}
	c := inProcess(open(t, vault.Options{Now: func() time.Time { end(); return time.Now() }}))
	id := c.create(t, `{"title":"Soup"}`)
	for _, r := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/api/recipes", 200},
		{"GET", "/api/recipes/" + id + "0", 404},
		{"DELETE", "/api/recipes/" + id, 204},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		end = cancel
		req, err := http.NewRequestWithContext(ctx, r.method, c.base+r.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.rt.RoundTrip(req)
		if err != nil || ctx.Err() == nil {
			t.Errorf("%s %s: %v, with the context %v", r.method, r.path, err, ctx.Err())
			continue
		}
		if _ = res.Body.Close(); res.StatusCode != r.want {
			t.Errorf("%s %s: %d", r.method, r.path, res.StatusCode)
		}
	}
}

// TestVault_BodyLimit has bodies of the greatest length and of one byte more.
func TestVault_BodyLimit(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		const limit = 10 << 20
		body := func(n int) string {
			const head, tail = `{"title":"Long","steps":[{"instruction":"`, `"}]}`
			return head + strings.Repeat("x", n-len(head)-len(tail)) + tail
		}
		v := open(t, vault.Options{Path: place()})
		for name, c := range map[string]client{"in process": inProcess(v), "over HTTP": overHTTP(t, v)} {
			if a := c.do(t, "POST", "/api/recipes", body(limit+1)); a.status != 413 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/plain") {
				t.Errorf("%s: one byte over: %d", name, a.status)
			}
			// The same without a length sent ahead.
			req, err := http.NewRequestWithContext(t.Context(), "POST", c.base+"/api/recipes", io.MultiReader(strings.NewReader(body(limit+1))))
			if err != nil {
				t.Fatal(err)
			}
			if res, err := c.rt.RoundTrip(req); err != nil || res.StatusCode != 413 {
				t.Errorf("%s: one byte over, chunked: %v %v", name, res, err)
			}
			id := c.create(t, body(limit))
			if a := c.do(t, "GET", "/api/recipes/"+id, ""); len(a.body) < limit-100 {
				t.Errorf("%s: %d bytes came back", name, len(a.body))
			}
			c.do(t, "DELETE", "/api/recipes/"+id, "")
		}
	})
}

func TestVault_Panic(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	calls := 0
	c := inProcess(open(t, vault.Options{Log: logTo(&log), Now: func() time.Time {
		if calls++; calls == 1 {
			panic("a secret soup for alice@example.com")
		}
		return time.Now()
	}}))
	a := c.do(t, "POST", "/api/recipes", `{"title":"Soup of the panic"}`)
	if got := a.object(t); a.status != 500 || got["code"] != "INTERNAL_ERROR" || strings.Contains(string(a.body), "secret") {
		t.Errorf("%d %s", a.status, a.body)
	}
	if s := log.String(); !strings.Contains(s, `"cause":"panic: string\ngoroutine `) || strings.Contains(s, "example.com") || strings.Contains(strings.ToLower(s), "soup") {
		t.Errorf("log: %s", s)
	}
	c.create(t, `{"title":"Soup of the panic"}`)
}
