package guardedhttp_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

var loopback4, loopback6 = netip.MustParseAddr("127.0.0.1"), netip.IPv6Loopback()

// options reach a TLS server on 127.0.0.1, and no other address that isn't public.
func options(t *testing.T, server *httptest.Server) guardedhttp.Options {
	t.Helper()
	o := guardedhttp.Options{MaxBytes: 1 << 10, Timeout: time.Minute, AtOnce: 4, Redirects: 3,
		Allow: func(ip netip.Addr) bool { return ip == loopback4 }}
	if server != nil && server.Certificate() != nil {
		o.Roots = x509.NewCertPool()
		o.Roots.AddCert(server.Certificate())
	}
	return o
}

func client(t *testing.T, o guardedhttp.Options) *guardedhttp.Client {
	t.Helper()
	c := guardedhttp.New(o)
	t.Cleanup(c.Close)
	return c
}

func serveTLS(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	return server
}

// failure is the fault of an error, whose texts must not hold a secret of an address.
func failure(t *testing.T, err error) *fault.Error {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("%v is no fault", err)
	}
	if strings.Contains(f.Message, "s3cret") || f.Err != nil && strings.Contains(f.Err.Error(), "s3cret") {
		t.Errorf("the address is in %q (%v)", f.Message, f.Err)
	}
	return f
}

func TestGet(t *testing.T) {
	t.Parallel()
	server := serveTLS(t, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Cookie", "Authorization", "Referer", "Accept-Encoding"} {
			if got := r.Header.Get(name); got != "" {
				t.Errorf("%s: %s was sent", name, got)
			}
		}
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		switch path := r.URL.Path; path {
		case "/file":
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = fmt.Fprintf(w, "%s %s", r.Header.Get("Accept"), r.Header.Get("User-Agent"))
		case "/1":
			http.Redirect(w, r, "/file", http.StatusFound)
		case "/2", "/3", "/4":
			http.Redirect(w, r, string([]byte{'/', path[1] - 1}), http.StatusTemporaryRedirect)
		case "/plain":
			http.Redirect(w, r, "http://"+r.Host+"/file?s3cret", http.StatusFound)
		case "/named":
			http.Redirect(w, r, "https://a:s3cret@"+r.Host+"/file", http.StatusFound)
		case "/local":
			http.Redirect(w, r, "file:///etc/passwd?s3cret", http.StatusFound)
		case "/exact":
			_, _ = w.Write(make([]byte, 1<<10))
		case "/large": // announced
			_, _ = w.Write(make([]byte, 1<<10+1))
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<10)); err != nil {
					return
				}
			}
		default:
			http.NotFound(w, r)
		}
	})
	o := options(t, server)
	o.UserAgent = "portfolio"
	c := client(t, o)
	for _, path := range []string{"/file", "/1", "/2", "/3"} {
		res, err := c.Get(t.Context(), server.URL+path+"?s3cret", "image/*")
		if err != nil || string(res.Body) != "image/* portfolio" || res.Type != "image/jpeg" || res.URL.Path != "/file" {
			t.Errorf("%s: %q, %v", path, res.Body, err)
		}
	}
	if res, err := c.Get(t.Context(), server.URL+"/exact", ""); err != nil || len(res.Body) != 1<<10 {
		t.Errorf("%d bytes, %v", len(res.Body), err)
	}
	for path, want := range map[string]fault.Kind{
		"/4": fault.InvalidParams, "/plain": fault.InvalidParams, "/named": fault.InvalidParams, "/local": fault.InvalidParams,
		"/large": fault.InvalidParams, "/endless": fault.InvalidParams, "/absent": fault.Unavailable,
	} {
		_, err := c.Get(t.Context(), server.URL+path+"?s3cret", "")
		if f := failure(t, err); f.Kind != want {
			t.Errorf("%s: %s: %v", path, f.Kind, f)
		}
		if tooLarge := path == "/large" || path == "/endless"; tooLarge != errors.Is(err, guardedhttp.ErrTooLarge) ||
			tooLarge && !strings.Contains(err.Error(), "1 KiB") {
			t.Errorf("%s: %v", path, err)
		}
		if path == "/absent" && failure(t, err).Status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, failure(t, err).Status)
		}
	}
}

// TestGet_Unreachable has hosts that don't answer as they should.
func TestGet_Unreachable(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "https://" + listener.Addr().String() + "/?s3cret"
	_ = listener.Close()
	garbage := serveTLS(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_, _ = conn.Write([]byte("s3cret\r\n\r\n"))
			_ = conn.Close()
		}
	})
	stray := serveTLS(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "https://[s3cret/")
		w.WriteHeader(http.StatusFound)
	})
	known := names{answers: map[string][][]netip.Addr{"photos.example.com": {{loopback4}}}}
	o := options(t, garbage)
	o.Roots.AddCert(stray.Certificate())
	o.Resolver = known.resolver(t)
	c := client(t, o)
	for address, want := range map[string]fault.Kind{
		closed: fault.Unavailable, garbage.URL: fault.Unavailable, stray.URL: fault.Unavailable,
		strings.Replace(garbage.URL, "https", "http", 1): fault.InvalidParams,
		"https://absent.example.com/":                    fault.NotFound,
	} {
		_, err := c.Get(t.Context(), address, "")
		if f := failure(t, err); f.Kind != want {
			t.Errorf("%s: %s: %v (%v)", address, f.Kind, f, f.Err)
		}
	}
	untrusted := options(t, nil)
	untrusted.Roots = x509.NewCertPool()
	_, err = client(t, untrusted).Get(t.Context(), garbage.URL, "")
	if f := failure(t, err); f.Kind != fault.Unavailable {
		t.Errorf("with a certificate that no one vouches for: %v", err)
	}
}

// TestGet_Limits waits for a place and for an answer, no longer than the limit.
func TestGet_Limits(t *testing.T) {
	t.Parallel()
	arrived, leave := make(chan struct{}), make(chan struct{})
	server := serveTLS(t, func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		select {
		case <-leave:
		case <-r.Context().Done():
		}
	})
	o := options(t, server)
	o.AtOnce = 1
	c := client(t, o)
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() {
		_, err := c.Get(ctx, server.URL, "")
		first <- err
	}()
	<-arrived
	impatient, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	if _, err := c.Get(impatient, server.URL, ""); failure(t, err).Kind != fault.Timeout {
		t.Errorf("without a place: %v", err)
	}
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) || failure(t, err).Kind != fault.Internal {
		t.Errorf("cancelled: %v", err)
	}
	close(leave)
	slow := serveTLS(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("x"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	o = options(t, slow)
	o.Timeout = 200 * time.Millisecond
	if _, err := client(t, o).Get(t.Context(), slow.URL, ""); failure(t, err).Kind != fault.Timeout {
		t.Errorf("a body that does not end: %v", err)
	}
	synctest.Test(t, func(t *testing.T) {
		o := options(t, nil)
		o.Resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done() // a name server that never answers
			return nil, ctx.Err()
		}}
		begin := time.Now()
		_, err := guardedhttp.New(o).Get(t.Context(), "https://photos.example.com/", "")
		if failure(t, err).Kind != fault.Timeout && failure(t, err).Kind != fault.Unavailable {
			t.Error(err)
		}
		if took := time.Since(begin); took > o.Timeout {
			t.Errorf("it took %s", took)
		}
	})
}
