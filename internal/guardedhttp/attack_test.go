package guardedhttp_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestAttack_Address asks for addresses inside. A listener on loopback says whether
// any connection is made.
func TestAttack_Address(t *testing.T) {
	t.Parallel()
	port, reached := inside(t)
	o := options(t, nil)
	o.Allow, o.HTTP = nil, true
	c := client(t, o)
	for _, host := range []string{
		"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "0.0.0.0",
		"[::]", "169.254.169.254", "[::ffff:169.254.169.254]", "[fd00:ec2::254]", "[fe80::1%25lo]", "10.0.0.1", "224.0.0.1", "255.255.255.255",
	} {
		for _, scheme := range []string{"https", "http"} {
			_, err := c.Get(t.Context(), scheme+"://"+host+":"+port+"/", "")
			if err == nil || !errors.Is(err, guardedhttp.ErrNotPublic) {
				t.Errorf("%s: %v", host, err)
			}
		}
	}
	for _, address := range []string{
		"https://user@127.0.0.1:" + port, "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:" + port, "https:127.0.0.1/x", "//127.0.0.1",
		"", "https://", "https://:" + port, "https://127.0.0.1:" + port + "/" + strings.Repeat("x", 4096), "https://a b/", "https://\x00/",
	} {
		if _, err := c.Get(t.Context(), address, ""); failure(t, err).Kind != fault.InvalidParams {
			t.Errorf("%.40q: %v", address, err)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d connections to this computer", n)
	}
}

// TestAttack_Redirect has a host outside that redirects to one inside, by its address
// and by a name.
func TestAttack_Redirect(t *testing.T) {
	t.Parallel()
	port, reached := inside(t)
	known := names{answers: map[string][][]netip.Addr{"inside.example.com": {{loopback6, netip.MustParseAddr("10.0.0.1")}}}}
	outside := serveTLS(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://"+r.URL.Query().Get("to")+"/", http.StatusFound)
	})
	o := options(t, outside)
	o.Resolver = known.resolver(t)
	c := client(t, o)
	for _, to := range []string{"[::1]:" + port, "inside.example.com:" + port, "169.254.169.254"} {
		_, err := c.Get(t.Context(), outside.URL+"/?to="+url.QueryEscape(to), "")
		if err == nil || !errors.Is(err, guardedhttp.ErrNotPublic) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d connections to this computer", n)
	}
}

// TestAttack_Rebinding has a name that leads outside at first and inside from then on:
// the address that was looked at is the one that is dialled, in one look-up.
func TestAttack_Rebinding(t *testing.T) {
	t.Parallel()
	const name = "example.com" // the name in the test server's certificate
	outside := serveTLS(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		_, _ = fmt.Fprint(w, "outside")
	})
	_, port, err := net.SplitHostPort(outside.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	var reached atomic.Int64
	listener, err := net.Listen("tcp", "[::1]:"+port)
	if err != nil {
		t.Skipf("no second address with the same port: %v", err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			_ = conn.Close()
		}
	}()
	known := names{answers: map[string][][]netip.Addr{name: {{loopback4}, {loopback6}}}}
	o := options(t, outside)
	o.Resolver = known.resolver(t)
	c := client(t, o)
	if res, err := c.Get(t.Context(), "https://"+name+":"+port, ""); err != nil || string(res.Body) != "outside" {
		t.Fatalf("%q, %v", res.Body, err)
	}
	if n := known.lookups(name); n != 1 {
		t.Errorf("the name was looked up %d times for one connection", n)
	}
	if _, err := c.Get(t.Context(), "https://"+name+":"+port, ""); !errors.Is(err, guardedhttp.ErrNotPublic) {
		t.Errorf("after the name had changed: %v", err)
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d connections inside", n)
	}
}

// TestAttack_Proxy checks that no proxy of the environment gets to see an address.
//
//nolint:paralleltest // it sets environment variables
func TestAttack_Proxy(t *testing.T) {
	port, reached := inside(t)
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY"} {
		t.Setenv(name, "http://127.0.0.1:"+port)
	}
	known := names{answers: map[string][][]netip.Addr{"inside.example.com": {{loopback6}}}}
	o := options(t, nil)
	o.Resolver = known.resolver(t)
	if _, err := client(t, o).Get(t.Context(), "https://inside.example.com/", ""); !errors.Is(err, guardedhttp.ErrNotPublic) {
		t.Error(err)
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d connections to the proxy", n)
	}
}

// inside is a server that must not be reached, and counts who does.
func inside(t *testing.T) (port string, reached *atomic.Int64) {
	t.Helper()
	reached = new(atomic.Int64)
	server := httptest.NewUnstartedServer(nil)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			reached.Add(1)
		}
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port, reached
}
