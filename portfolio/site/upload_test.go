package site_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

func TestSignedUpload(t *testing.T) {
	t.Parallel()
	d := open(t)
	project := d.create(`{}`)
	most := jpegOf(t, 40, 30, photo.MaxBytes)
	id, address := d.announce(project, "image/jpeg")
	path, _, _ := strings.Cut(strings.TrimPrefix(address, "/storage/v1/object/upload/sign/project-images/"), "?")
	r := d.put(address, "image/jpeg", most)
	if r.status != http.StatusOK || r.at("Key") != path || r.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Fatalf("%d %s %v", r.status, r.body, r.header)
	}
	row := d.api("GET", "/"+project+"/images", "").at("images").([]any)[0].(obj)
	if row["id"] != id || row["uploaded"] != true || row["width"] != 40.0 || row["height"] != 30.0 {
		t.Error(row)
	}
	stored, err := os.ReadFile(filepath.Join(d.dir, "draft", filepath.FromSlash(path)))
	if err != nil || !bytes.Equal(stored, most) {
		t.Error("another file is stored", err)
	}
	d.put(address, "image/jpeg", most).wantError(401, "UNAUTHORIZED", "")

	small := jpegOf(t, 8, 8, 0)
	for name, c := range map[string]struct {
		contentType string
		data        []byte
		change      func(address string) string
		status      int
	}{
		"a byte too many":     {data: append(jpegOf(t, 8, 8, photo.MaxBytes), 0), status: 413},
		"another type":        {contentType: "image/png", data: small, status: 415},
		"no type":             {contentType: "-", data: small, status: 415},
		"a PNG as a JPEG":     {data: pngOf(t, 8, 8), status: 415},
		"SVG":                 {data: []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), status: 415},
		"a page":              {data: []byte("<!doctype html><script>alert(1)</script>"), status: 415},
		"a GIF":               {data: []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), status: 415},
		"a ZIP after a JPEG":  {data: append(bytes.Clone(small), "PK\x05\x06"+strings.Repeat("\x00", 18)...), status: 415},
		"a page after a JPEG": {data: append(bytes.Clone(small), "<script>alert(1)</script>"...), status: 415},
		"half of it":          {data: small[:len(small)/2], status: 400},
		"nothing":             {data: nil, status: 400},
		"no token":            {data: small, change: func(a string) string { a, _, _ = strings.Cut(a, "?"); return a }, status: 400},
		"an unknown token":    {data: small, change: func(a string) string { return a + "x" }, status: 401},
		"another path":        {data: small, change: func(a string) string { return strings.Replace(a, "front-wall", "back-wall", 1) }, status: 401},
		"a path out of there": {data: small, change: func(a string) string { return strings.Replace(a, "/front-wall", "/..%2f..%2f..%2ffront-wall", 1) }, status: 401},
		"another bucket":      {data: small, change: func(a string) string { return strings.Replace(a, "project-images", "avatars", 1) }, status: 404},
		"another's token":     {data: small, change: func(a string) string { return swapToken(d, a) }, status: 401},
	} {
		_, address := d.announce(project, "image/jpeg")
		if c.contentType == "" {
			c.contentType = "image/jpeg"
		}
		if c.change != nil {
			address = c.change(address)
		}
		r := d.put(address, strings.TrimPrefix(c.contentType, "-"), c.data)
		if r.status != c.status || r.code() == "" {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	_, address = d.announce(project, "image/png")
	if r := d.put(address, "image/png", bomb(t)); r.status != 413 {
		t.Errorf("a gigapixel: %d %s", r.status, r.body)
	}
	_, address = d.announce(project, "image/jpeg")
	d.clock.Pass(store.UploadLifetime)
	d.put(address, "image/jpeg", small).wantError(401, "UNAUTHORIZED", "")
	if got := d.files("draft", "public", "incoming", "aside"); len(got) != 1 {
		t.Error("files are left:", got)
	}
	if text := d.log.String(); strings.Contains(text, "token=") {
		t.Error("a token is in the log:", text)
	}
}

// swapToken gives an address the token of another's upload.
func swapToken(d *desk, address string) string {
	id, token := d.hire("roofer@example.com", store.Pro)
	_ = id
	r := d.send("POST", "/api/projects", token, "{}")
	r = d.send("POST", "/api/projects/"+r.at("project", "id").(string)+"/images", token, `{"filename":"x","content_type":"image/jpeg"}`)
	address, _, _ = strings.Cut(address, "?")
	return address + "?token=" + r.at("upload", "token").(string)
}

func TestUpload_Preflight(t *testing.T) {
	t.Parallel()
	d := open(t)
	_, address := d.announce(d.create(`{}`), "image/jpeg")
	r := d.send("OPTIONS", address, "", "")
	if h := r.header; r.status != 204 || h.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(h.Get("Access-Control-Allow-Methods"), "PUT") ||
		!strings.Contains(h.Get("Access-Control-Allow-Headers"), "x-upsert") || h.Get("Access-Control-Allow-Credentials") != "" {
		t.Error(r)
	}
}

// TestUpload_OneOfMany: of several with one token at a time one succeeds.
func TestUpload_OneOfMany(t *testing.T) {
	t.Parallel()
	d := open(t)
	project := d.create(`{}`)
	id, address := d.announce(project, "image/jpeg")
	statuses := make(chan int, 8)
	var all sync.WaitGroup
	for i := range cap(statuses) {
		data := jpegOf(t, 8+i, 8, 0)
		all.Go(func() { statuses <- d.put(address, "image/jpeg", data).status })
	}
	all.Wait()
	close(statuses)
	count := map[int]int{}
	for status := range statuses {
		count[status]++
	}
	if count[200] != 1 || count[401] != 7 {
		t.Error(count)
	}
	got := d.files("draft", "incoming")
	if len(got) != 1 {
		t.Fatal(got)
	}
	p, err := d.store.Project(t.Context(), d.who, project)
	data, failed := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(got[0])))
	if err != nil || failed != nil || p.Images[0].ID != id || sum(data) != p.Images[0].SHA256 {
		t.Error("the photo is another's than the one that is there:", err, failed)
	}
}

// A photo that arrives when its row is gone leaves nothing.
func TestUpload_OfADeletedImage(t *testing.T) {
	t.Parallel()
	d := open(t)
	project := d.create(`{}`)
	id, address := d.announce(project, "image/jpeg")
	last := func() error {
		_, err := d.store.DeleteImage(t.Context(), d.who, project, id)
		if err = errors.Join(err, d.Sweep(t.Context())); err != nil {
			return err
		}
		return io.EOF
	}
	r := httptest.NewRequestWithContext(t.Context(), "PUT", address, io.MultiReader(bytes.NewReader(jpegOf(t, 8, 8, 0)), ending(last)))
	r.Header.Set("Content-Type", "image/jpeg")
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	if got := d.files("draft", "public", "incoming", "aside"); w.Code != http.StatusUnauthorized || got != nil {
		t.Errorf("%d %s, left %v", w.Code, w.Body, got)
	}
}

// ending is the end of a reader.
type ending func() error

func (e ending) Read([]byte) (int, error) { return 0, e() }

// serve serves the site over HTTP.
func (d *desk) serve() *httptest.Server {
	server := httptest.NewServer(d)
	d.Cleanup(server.Close)
	return server
}

func TestUpload_Stalled(t *testing.T) {
	t.Parallel()
	for name, drip := range map[string]bool{"silent": false, "a byte now and then": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := open(t)
			d.SetPatience(300*time.Millisecond, time.Second)
			_, address := d.announce(d.create(`{}`), "image/jpeg")
			conn, err := net.Dial("tcp", d.serve().Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			if _, err := fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: 1000\r\n\r\n\xff\xd8\xff", address); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			if drip {
				go func() {
					for tick := time.NewTicker(50 * time.Millisecond); ctx.Err() == nil; <-tick.C {
						if _, err := conn.Write([]byte{0}); err != nil {
							return
						}
					}
				}()
			}
			answer, err := io.ReadAll(conn)
			if !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") {
				t.Errorf("%q, %v", answer, err)
			}
			if got := d.files("draft", "incoming"); got != nil {
				t.Error("left:", got)
			}
		})
	}
}

// TestUpload_Memory has 64 uploads of 5 MiB arrive at a time, each half before any is
// whole, and looks at how much memory is in use.
func TestUpload_Memory(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	const uploads, bound = 64, 64 << 20
	d := open(t)
	server := d.serve()
	data := jpegOf(t, 40, 30, photo.MaxBytes)
	addresses := make([]string, uploads)
	project := d.create(`{}`)
	for i := range addresses {
		_, addresses[i] = d.announce(project, "image/jpeg")
	}
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	peak := before.HeapInuse
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for tick := time.NewTicker(5 * time.Millisecond); ; {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
			select {
			case <-done:
				tick.Stop()
				return
			case <-tick.C:
			}
		}
	})
	var half, all sync.WaitGroup
	half.Add(uploads)
	for _, address := range addresses {
		all.Go(func() {
			r, w := io.Pipe()
			go func() {
				_, _ = w.Write(data[:len(data)/2])
				half.Done()
				half.Wait()
				_, err := w.Write(data[len(data)/2:])
				_ = w.CloseWithError(err)
			}()
			req, err := http.NewRequestWithContext(t.Context(), "PUT", server.URL+address, r)
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Content-Type", "image/jpeg")
			req.ContentLength = int64(len(data))
			res, err := server.Client().Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = res.Body.Close() }()
			if text, _ := io.ReadAll(res.Body); res.StatusCode != 200 {
				t.Errorf("%d %s", res.StatusCode, text)
			}
		})
	}
	all.Wait()
	close(done)
	watch.Wait()
	if got := d.files("draft"); len(got) != uploads {
		t.Error(len(got), "files")
	}
	t.Logf("%d uploads of 5 MiB: %d MiB of heap above the %d MiB before", uploads, (peak-before.HeapInuse)>>20, before.HeapInuse>>20)
	if used := peak - before.HeapInuse; used > bound {
		t.Errorf("%d MiB, more than %d", used>>20, bound>>20)
	}
}
