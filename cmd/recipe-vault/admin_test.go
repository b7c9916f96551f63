package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

const (
	lookingAfter = "ADMIN_KEY=a-key-for-who-looks-after"
	adminKey     = "a-key-for-who-looks-after"
	ownKey       = "a-key-for-everyone-here"
)

// oddNames asks for families by names that none can have. They are no one's, and no failure.
func oddNames(t *testing.T, db string) {
	t.Helper()
	s := start(t, db, lookingAfter, "API_KEY="+ownKey)
	s.key = adminKey
	s.expect(t, 201, "POST", "/api/admin/families", `{"name":"smith"}`)
	for path, want := range map[string]int{
		"?after=%00": 400, "?after=%ff": 400, "?after=%zz": 400, "?%ff=1": 400, "?after=%F0%9F%8D%B2": 200,
		"/%00": 404, "/%ff": 404, "/smith/keys/%00": 405, "/%F0%9F%8D%B2": 404,
	} {
		s.expect(t, want, "GET", "/api/admin/families"+path, "")
	}
	for _, path := range []string{"/smith/keys/%00", "/smith/keys/%ff", "/smith/members/%00", "/smith/members/%ff", "/%00"} {
		s.expect(t, 404, "DELETE", "/api/admin/families"+path, "")
	}
	s.expect(t, 400, "DELETE", "/api/admin/families/smith?to=%00", "")
	s.key = ownKey
	for _, id := range []string{"%00", "%ff"} {
		s.expect(t, 404, "GET", "/api/recipes/"+id, "")
	}
	for _, query := range []string{"?query=%zz", "?a=%zz&limit=1", "?limit=1;a=b", "?limit=1&query=%ff"} {
		s.expect(t, 400, "GET", "/api/recipes"+query, "")
	}
	for _, query := range []string{"?_=1234", "?a=%zz"} { // of clients that know no pages
		s.expect(t, 200, "GET", "/api/recipes"+query, "")
	}
	if log := s.Log.String(); strings.Contains(log, `"status":500`) {
		t.Errorf("something failed:\n%s", log)
	}
}

func TestServer_OddNames(t *testing.T) {
	t.Parallel()
	oddNames(t, filepath.Join(t.TempDir(), "recipes.db"))
}

func TestPostgres_OddNames(t *testing.T) {
	t.Parallel()
	oddNames(t, pgtest.Shared(t).Database(t))
}

// TestPostgres_Lost logs, while the database is away, what was asked for and by which request.
func TestPostgres_Lost(t *testing.T) {
	t.Parallel()
	db := pgtest.Start(t)
	s := start(t, db.Database(t), lookingAfter, "API_KEY="+ownKey)
	db.Stop(t)
	for id, row := range map[string][3]string{
		"lost-one": {"POST", "/api/recipes", ownKey}, "lost-two": {"GET", "/api/recipes/1", ownKey}, "lost-three": {"GET", "/api/admin/families", adminKey},
	} {
		status, text, err := s.Do(t.Context(), row[0], row[1], `{"title":"Soup"}`, "X-API-Key", row[2], "X-User-Email", "alice@example.com", "X-Request-Id", id)
		if err != nil || status != 503 {
			t.Errorf("%s: %d %s, %v", id, status, text, err)
		}
	}
	// An answer doesn't wait for the log.
	for _, want := range []string{
		`"id":"lost-one","route":"/api/recipes","method":"POST","status":503`,
		`"id":"lost-two","route":"/api/recipes/{id}","method":"GET","status":503`,
		`"id":"lost-one","status":503,"code":"DATABASE_ERROR"`,
		`"id":"lost-three","status":503`,
		`"message":"request of an administrator failed"`,
	} {
		s.Log.Await(t, want)
	}
}
