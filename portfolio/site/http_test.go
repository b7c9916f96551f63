package site_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// TestServe_Paths: everything is answered in the envelope, and who may not come in
// learns nothing of what there is.
func TestServe_Paths(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, c := range []struct {
		method, path string
		signedIn     bool
		status       int
		code         string
	}{
		{"GET", "/api/projects", false, 401, "UNAUTHORIZED"},
		{"GET", "/api/nothing", false, 401, "UNAUTHORIZED"},
		{"PUT", "/api/projects", false, 401, "UNAUTHORIZED"},
		{"GET", "/api/nothing", true, 404, "NOT_FOUND"},
		{"GET", "/api", true, 404, "NOT_FOUND"},
		{"GET", "/api/projects/", true, 404, "NOT_FOUND"},
		{"GET", "/api//projects", true, 404, "NOT_FOUND"},
		{"PUT", "/api/projects", true, 405, "METHOD_NOT_ALLOWED"},
		{"HEAD", "/api/projects", true, 405, ""},
		{"POST", "/api/projects/not-a-uuid", true, 405, "METHOD_NOT_ALLOWED"},
		{"GET", "/api/projects/not-a-uuid", true, 404, "NOT_FOUND"},
		{"GET", "/api/projects/{00000000-0000-4000-8000-000000000000}", true, 404, "NOT_FOUND"},
		{"GET", "/api/projects/" + unknownID + "/nothing", false, 401, "UNAUTHORIZED"},
		{"GET", "/api/projects/" + unknownID + "/nothing", true, 404, "NOT_FOUND"},
		{"POST", "/api/projects/" + unknownID + "/nothing", true, 404, "NOT_FOUND"},
		{"GET", "/nothing", false, 404, "NOT_FOUND"},
		{"POST", "/sitemap.xml", false, 405, "METHOD_NOT_ALLOWED"},
	} {
		token := ""
		if c.signedIn {
			token = d.token
		}
		r := d.send(c.method, c.path, token, "")
		if r.status != c.status || c.code != "" && r.code() != c.code {
			t.Errorf("%s %s: %d %s, want %d %s", c.method, c.path, r.status, r.body, c.status, c.code)
		}
		if allowed := r.header.Get("Allow"); (c.status == http.StatusMethodNotAllowed) != (allowed != "") {
			t.Errorf("%s %s: Allow %q", c.method, c.path, allowed)
		}
	}
}

// TestAuthenticate: a token is a contractor's, and in process As is.
func TestAuthenticate(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, header := range []string{"", "Bearer", "Bearer ", "Basic " + d.token, "Bearer " + d.token + "x", d.token} {
		if r := d.sendHeader("GET", "/api/nothing", header, ""); r.status != http.StatusUnauthorized || r.header.Get("WWW-Authenticate") == "" {
			t.Errorf("%q: %d %s", header, r.status, r.body)
		}
	}
	if r := d.sendHeader("GET", "/api/nothing", "bearer "+d.token, ""); r.status != http.StatusNotFound {
		t.Errorf("a good token: %d %s", r.status, r.body)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/projects", nil)
	r.Header["Authorization"] = []string{"Bearer " + d.token, "Bearer " + d.token}
	w := httptest.NewRecorder()
	if d.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
		t.Errorf("two headers: %d %s", w.Code, w.Body)
	}
	for who, status := range map[string]int{d.who: 404, "": 401, "someone": 401} {
		if r := d.sendAs(who, "GET", "/api/nothing", ""); r.status != status {
			t.Errorf("as %q: %d %s", who, r.status, r.body)
		}
	}
}

// TestServe_WithoutDatabase: the server's failures have an id that its log has too, and
// nothing that a contractor wrote or knows.
func TestServe_WithoutDatabase(t *testing.T) {
	t.Parallel()
	db := store.SQLite(filepath.Join(t.TempDir(), "portfolio.db"), zerolog.Nop())
	d := openOn(t, db)
	project := d.create(`{"title":"Secret title"}`)
	d.api("PATCH", "/"+project, `{"title":5,"Secret title":5}`).wantError(http.StatusBadRequest, "VALIDATION_ERROR", "")
	d.sendHeader("GET", "/api/projects", "Bearer "+d.token+"x", "").wantError(http.StatusUnauthorized, "UNAUTHORIZED", "")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r := d.api("PATCH", "/"+project, `{"title":"Secret title"}`)
	r.wantError(http.StatusServiceUnavailable, "SERVICE_UNAVAILABLE", "")
	id, _ := r.at("error", "requestId").(string)
	log := d.log.String()
	if id == "" || !strings.Contains(log, id) {
		t.Errorf("the request's id is %q, and the log:\n%s", id, log)
	}
	for _, secret := range []string{d.token, "Secret", project, "mason"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %q:\n%s", secret, log)
		}
	}
}

// TestServe_Panic: what panics is answered, and its value stays inside.
func TestServe_Panic(t *testing.T) {
	t.Parallel()
	broken := false
	d := open(t, func(o *site.Options) {
		o.URL = func() string {
			if broken {
				panic("Secret title")
			}
			return home
		}
	})
	project := d.ready()
	broken = true
	r := d.api("GET", "/"+project, "")
	r.wantError(http.StatusInternalServerError, "INTERNAL_ERROR", "")
	if log := d.log.String(); strings.Contains(log+r.body, "Secret") || !strings.Contains(log, "panic") {
		t.Errorf("%s, and the log:\n%s", r.body, log)
	}
	broken = false
	d.api("GET", "/"+project, "").want(http.StatusOK, "") // and its place to work is free again
}

// TestTransport_Context: a request that is given up gets no answer, unless it is there.
func TestTransport_Context(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	d := open(t, func(o *site.Options) {
		o.URL = func() string { cancel(); return home } // when the answer is written
	})
	r, err := http.NewRequestWithContext(site.As(ctx, d.who), http.MethodPost, home+"/api/projects/"+d.create(`{}`)+"/images",
		strings.NewReader(`{"filename":"a.jpg","content_type":"image/jpeg"}`))
	if err != nil {
		t.Fatal(err)
	}
	if res, err := d.Transport().RoundTrip(r); err != nil || res.StatusCode != http.StatusCreated {
		t.Errorf("%v, %v", res, err)
	}
	if res, err := d.Transport().RoundTrip(r); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", res, err)
	}
}
