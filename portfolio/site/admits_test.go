package site_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// TestAdmits holds whose connections stay when there are too many: those that show a token
// that is good, for what they ask.
func TestAdmits(t *testing.T) {
	t.Parallel()
	d := open(t)
	p, err := d.store.CreateProject(t.Context(), d.who, store.NewProject{})
	if err != nil {
		t.Fatal(err)
	}
	_, u, err := d.store.AddImage(t.Context(), d.who, p.ID, store.NewImage{Filename: "a.jpg", ContentType: "image/jpeg"})
	if err != nil {
		t.Fatal(err)
	}
	upload := home + "/storage/v1/object/upload/sign/project-images/" + u.Path
	for _, tt := range []struct {
		method, url, token string
		want               bool
	}{
		{http.MethodGet, home + "/api/projects", d.token, true},
		{http.MethodGet, home + "/api/projects", "pf_other", false},
		{http.MethodGet, home + "/api/projects", "", false},
		{http.MethodGet, home + "/robots.txt", d.token, false},
		{http.MethodPut, upload + "?token=" + u.Token, "", true},
		{http.MethodGet, upload + "?token=" + u.Token, "", false},
		{http.MethodPut, upload + "x?token=" + u.Token, "", false},
		{http.MethodPut, upload + "?token=other", "", false},
		{http.MethodPut, upload, d.token, false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), tt.method, tt.url, nil)
		if tt.token != "" {
			r.Header.Set("Authorization", "Bearer "+tt.token)
		}
		if got := d.Admits(r); got != tt.want {
			t.Errorf("%s %s: %v", tt.method, tt.url, got)
		}
	}
}
