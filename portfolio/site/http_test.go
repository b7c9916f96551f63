package site_test

import (
	"net/http"
	"testing"
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
		{"GET", "/nothing", false, 404, "NOT_FOUND"},
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
	for who, status := range map[string]int{d.who: 404, "": 401, "someone": 401} {
		if r := d.sendAs(who, "GET", "/api/nothing", ""); r.status != status {
			t.Errorf("as %q: %d %s", who, r.status, r.body)
		}
	}
}
