package site_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// home is the address of the site in tests.
const home = "https://portfolio.example.com"

type obj = map[string]any

// desk is a site on a real database with one contractor, who is at a desk.
type desk struct {
	*testing.T
	*site.Site
	store      *store.Store
	dir        string // of the photos
	clock      *harness.Clock
	who, token string
	log        *bytes.Buffer // to be read when nothing is under way
}

func open(t *testing.T, edits ...func(*site.Options)) *desk {
	t.Helper()
	db := store.SQLite(filepath.Join(t.TempDir(), "portfolio.db"), zerolog.Nop())
	harness.CloseAfter(t, db)
	return openOn(t, db, edits...)
}

func openOn(t *testing.T, db store.DB, edits ...func(*site.Options)) *desk {
	t.Helper()
	d := &desk{T: t, clock: harness.NewClock(), log: &bytes.Buffer{}}
	d.store = store.New(db, store.Options{Now: d.clock.Now})
	d.dir = filepath.Join(t.TempDir(), "media")
	folder := media.New(media.Options{Dir: d.dir, Identity: site.Identity(d.store)})
	harness.CloseAfter(t, folder)
	o := site.Options{
		Store: d.store, Media: folder,
		URL: func() string { return home },
		Log: zerolog.New(zerolog.SyncWriter(d.log)),
		Now: d.clock.Now,
	}
	for _, edit := range edits {
		edit(&o)
	}
	if err := folder.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.Site = site.New(o)
	d.who, d.token = d.hire("mason@example.com", store.Pro)
	return d
}

func ptr[T any](v T) *T { return &v }

// hire adds a contractor of Denver and returns the id and a token.
func (d *desk) hire(email string, plan store.Plan) (id, token string) {
	d.Helper()
	c, err := d.store.AddContractor(d.Context(), store.ContractorChange{
		Email: &email, BusinessName: ptr("Mile High Masonry"), City: ptr("Denver"), State: ptr("CO"), Plan: &plan,
	})
	if err == nil {
		token, err = d.store.AddToken(d.Context(), c.ID)
	}
	if err != nil {
		d.Fatal(err)
	}
	return c.ID, token
}

// reply is an answer of the site.
type reply struct {
	t      testing.TB
	status int
	header http.Header
	body   string
}

func (d *desk) sendHeader(method, path, authorization, body string) reply {
	d.Helper()
	r := httptest.NewRequestWithContext(d.Context(), method, "/", strings.NewReader(body))
	if r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?"); authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return reply{d, w.Code, w.Header(), w.Body.String()}
}

func (d *desk) send(method, path, token, body string) reply {
	d.Helper()
	if token != "" {
		token = "Bearer " + token
	}
	return d.sendHeader(method, path, token, body)
}

// sendAs sends a request in process.
func (d *desk) sendAs(who, method, path, body string) reply {
	d.Helper()
	r, err := http.NewRequestWithContext(site.As(d.Context(), who), method, "http://portfolio.invalid"+path, strings.NewReader(body))
	if err != nil {
		d.Fatal(err)
	}
	res, err := d.Transport().RoundTrip(r)
	if err != nil {
		d.Fatal(err)
	}
	data, err := io.ReadAll(res.Body)
	if err != nil {
		d.Fatal(err)
	}
	return reply{d, res.StatusCode, res.Header, string(data)}
}

// api sends a request of the contractor's.
func (d *desk) api(method, path, body string) reply {
	d.Helper()
	return d.send(method, "/api/projects"+path, d.token, body)
}

// json returns the body as an object.
func (r reply) json() obj {
	r.t.Helper()
	var v obj
	if err := json.Unmarshal([]byte(r.body), &v); err != nil {
		r.t.Fatalf("%v: %d %s", err, r.status, r.body)
	}
	return v
}

// at returns a member of the body.
func (r reply) at(path ...string) any {
	r.t.Helper()
	return mcptest.Member(r.t, r.json(), path...)
}

func (r reply) code() string {
	r.t.Helper()
	text, _ := r.at("error", "code").(string)
	return text
}
