package site_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
)

// fetching lets a site fetch from the allowed addresses.
func fetching(t *testing.T, allow func(netip.Addr) bool) func(*site.Options) {
	t.Helper()
	c := guardedhttp.New(guardedhttp.Options{
		MaxBytes: photo.MaxBytes, Timeout: 20 * time.Second, AtOnce: 4, Redirects: 3, HTTP: true, Allow: allow,
	})
	t.Cleanup(c.Close)
	return func(o *site.Options) { o.Fetch = c }
}

// elsewhere is a web server at an address of its own, which counts its connections.
func elsewhere(t *testing.T, address string, h http.Handler) (url string, connections *atomic.Int64) {
	t.Helper()
	ln, err := net.Listen("tcp", address)
	if err != nil {
		t.Skip(err) // a system with one loopback address
	}
	connections = &atomic.Int64{}
	server := &httptest.Server{Listener: ln, Config: &http.Server{Handler: h, ConnState: func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			connections.Add(1)
		}
	}}}
	server.Start()
	t.Cleanup(server.Close)
	return server.URL, connections
}

func TestForbiddenAddresses(t *testing.T) {
	t.Parallel()
	inner, connections := elsewhere(t, "127.0.0.1:0", http.NotFoundHandler())
	outer, _ := elsewhere(t, "127.0.0.2:0", http.RedirectHandler(inner, http.StatusFound))
	d := open(t, fetching(t, func(a netip.Addr) bool { return a == netip.MustParseAddr("127.0.0.2") }))
	project := d.create(`{}`)
	addresses := []string{"http://169.254.169.254/latest", inner, outer, "file:///etc/passwd", "http://[::1]/", "http://0/", "nonsense"}
	var list []string
	for _, a := range addresses {
		list = append(list, fmt.Sprintf(`{"url":%q}`, a))
	}
	r := d.api("POST", "/"+project+"/images/from-url", `{"images":[`+strings.Join(list, ",")+`]}`)
	if r.status != 200 || r.at("uploaded") != 0.0 || r.at("failed") != float64(len(addresses)) {
		t.Fatal(r.status, r.body)
	}
	for i, e := range r.at("errors").([]any) {
		if e.(obj)["url"] != addresses[i] || e.(obj)["error"] == "" {
			t.Error(e)
		}
	}
	if n := connections.Load(); n != 0 {
		t.Error(n, "connections were made")
	}
	if rows := d.api("GET", "/"+project+"/images", "").at("images").([]any); len(rows) != 0 || d.files("draft", "incoming") != nil {
		t.Error(rows, d.files("draft", "incoming"))
	}
}

func TestMagicBytes(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{
		"/page.jpg": []byte("<!doctype html><p>Not found"), "/front.jpg": jpegOf(t, 40, 30, 0), "/back": pngOf(t, 8, 8),
		"/drawing.svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "/large.jpg": append(jpegOf(t, 8, 8, photo.MaxBytes), 0), "/bomb.png": bomb(t),
	}
	server, _ := elsewhere(t, "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/jpeg") // which proves nothing
		_, _ = w.Write(files[r.URL.Path])
	}))
	d := open(t, fetching(t, func(a netip.Addr) bool { return a.IsLoopback() }))
	project := d.create(`{}`)
	r := d.api("POST", "/"+project+"/images/from-url", fmt.Sprintf(`{"images":[{"url":"%[1]s/page.jpg"},{"url":"%[1]s/front.jpg","image_type":"before","alt_text":"Front"},
		{"url":"%[1]s/drawing.svg"},{"url":"%[1]s/large.jpg"},{"url":"%[1]s/bomb.png"},{"url":"%[1]s/nothing"},{"url":"%[1]s/back","filename":"rear.jpg"}]}`, server))
	if r.status != 200 || r.at("uploaded") != 2.0 || r.at("failed") != 5.0 {
		t.Fatal(r.status, r.body)
	}
	rows := d.api("GET", "/"+project+"/images", "").at("images").([]any)
	if len(rows) != 2 {
		t.Fatal(rows)
	}
	first, second := rows[0].(obj), rows[1].(obj)
	if first["image_type"] != "before" || first["alt_text"] != "Front" || first["uploaded"] != true || first["width"] != 40.0 ||
		!strings.Contains(first["storage_path"].(string), "/front-") || !strings.HasSuffix(second["storage_path"].(string), ".png") {
		t.Error(rows)
	}
	if got := d.files("draft", "incoming", "public"); len(got) != 2 {
		t.Error(got)
	}
	for body, field := range map[string]string{
		`{}`: "images", `{"images":[]}`: "images", `{"images":[{}]}`: "images.0.url", `{"images":[{"url":"https://example.com","image_type":"hero"}]}`: "images.0.image_type",
	} {
		if r := d.api("POST", "/"+project+"/images/from-url", body); r.status != 400 || !strings.Contains(r.body, `"`+field+`"`) {
			t.Error(body, r.status, r.body)
		}
	}
	if r := d.api("POST", "/00000000-0000-4000-8000-000000000000/images/from-url", `{"images":[{"url":"`+server+`/back"}]}`); r.status != 404 {
		t.Error(r.status, r.body)
	}
}

// TestImport_HTTPSOnly is how a site is configured unless someone says otherwise.
func TestImport_HTTPSOnly(t *testing.T) {
	t.Parallel()
	server, connections := elsewhere(t, "127.0.0.1:0", http.NotFoundHandler())
	c := guardedhttp.New(guardedhttp.Options{MaxBytes: photo.MaxBytes, Timeout: time.Minute, AtOnce: 1, Allow: func(netip.Addr) bool { return true }})
	t.Cleanup(c.Close)
	d := open(t, func(o *site.Options) { o.Fetch = c })
	r := d.api("POST", "/"+d.create(`{}`)+"/images/from-url", `{"images":[{"url":"`+server+`"}]}`)
	if r.at("failed") != 1.0 || connections.Load() != 0 {
		t.Error(r.body)
	}
}
