package original_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/original"
)

// api is a server of two families under a clock that stands still until moved.
type api struct {
	*original.Server
	t   *testing.T
	now time.Time
}

func start(t *testing.T, without original.Quirk, edits ...func(*original.Options)) *api {
	t.Helper()
	a := &api{t: t, now: time.Date(2026, 2, 10, 12, 0, 0, 0, time.UTC)}
	o := original.Options{
		Key:      "k",
		Families: [][]string{{"alice@example.com", "bob@example.com"}, {"carol@example.com"}},
		Without:  without,
		Now:      func() time.Time { return a.now },
	}
	for _, edit := range edits {
		edit(&o)
	}
	a.Server = original.New(o)
	return a
}

type answer struct {
	status int
	kind   string
	text   string
}

// member is a member of an answer that is an object.
func (a answer) member(name string) any {
	var m map[string]any
	if json.Unmarshal([]byte(a.text), &m) != nil {
		return nil
	}
	return m[name]
}

// as sends a request with the key and, unless it is "-", an address.
func (a *api) as(address, method, path, body string, edits ...func(http.Header)) answer {
	a.t.Helper()
	r := httptest.NewRequestWithContext(a.t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("X-API-Key", "k")
	r.Header.Set("Content-Type", "application/json")
	if address != "-" {
		r.Header["X-User-Email"] = []string{address}
	}
	for _, edit := range edits {
		edit(r.Header)
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return answer{w.Code, w.Header().Get("Content-Type"), w.Body.String()}
}

func (a *api) do(method, path, body string, edits ...func(http.Header)) answer {
	a.t.Helper()
	return a.as("-", method, path, body, edits...)
}

// make creates a recipe and returns its path.
func (a *api) make(body string) string {
	a.t.Helper()
	made := a.do("POST", "/api/recipes", body)
	if made.status != http.StatusCreated {
		a.t.Fatalf("%d %s", made.status, made.text)
	}
	return "/api/recipes/" + made.member("id").(string)
}

// TestQuirks shows each quirk, and that it can be switched off.
func TestQuirks(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("語", 67) // 201 bytes
	for _, tt := range []struct {
		name      string
		quirk     original.Quirk
		show      func(a *api) any
		with, not any
	}{
		{"drops a header that is not visible ASCII", original.DropsHeader, func(a *api) any {
			a.as("alice@example.com", "POST", "/api/recipes", `{"title":"Soup"}`)
			return a.as("jürgen@example.com", "GET", "/api/recipes", "").status
		}, 200, 403},
		{"lowers ASCII alone", original.LowersASCII, func(a *api) any {
			a.make(`{"title":"SOUP Été"}`)
			if got := a.do("POST", "/api/recipes", `{"title":"soup Été"}`).status; got != 409 {
				a.t.Errorf("ASCII in another case: %d", got)
			}
			return a.do("POST", "/api/recipes", `{"title":"SOUP ÉTÉ"}`).status
		}, 201, 409},
		{"counts bytes of titles", original.CountsBytes, func(a *api) any {
			return a.do("POST", "/api/recipes", `{"title":"`+long+`"}`).status
		}, 400, 201},
		{"counts bytes of descriptions", original.CountsBytes, func(a *api) any {
			return a.do("POST", "/api/recipes", `{"title":"a","description":"`+strings.Repeat("é", 1001)+`"}`).status
		}, 400, 201},
		{"rates later", original.RatesLater, func(a *api) any {
			path := a.make(`{"title":"Soup"}`)
			a.Rate()
			return a.do("GET", path, "").member("difficulty")
		}, 2.0, nil},
		{"rounds quantities", original.RoundsQuantities, func(a *api) any {
			_, after, _ := strings.Cut(a.do("POST", "/api/recipes", `{"title":"a","ingredients":[{"name":"x","quantity":0.1000000000000000055},{"name":"y","quantity":2}]}`).text, `"ingredients"`)
			return strings.Contains(after, `"quantity":0.1,`) || strings.Contains(after, `"quantity":0.1}`) && strings.Contains(after, `"quantity":2.0}`)
		}, true, false},
		{"compares ids by case", original.ComparesCase, func(a *api) any {
			path := a.make(`{"title":"Soup"}`)
			return a.do("GET", "/api/recipes/"+strings.ToUpper(path[len("/api/recipes/"):]), "").status
		}, 404, 200},
		{"wants a content type", original.WantsContentType, func(a *api) any {
			return a.do("POST", "/api/recipes", `{"title":"Soup"}`, func(h http.Header) { h.Del("Content-Type") }).status
		}, 415, 201},
		{"leaves rules to the database", original.LeavesRulesToDatabase, func(a *api) any {
			return a.do("POST", "/api/recipes", `{"title":"Soup","difficulty":6}`).member("code")
		}, "DATABASE_ERROR", "VALIDATION_ERROR"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.show(start(t, 0)); got != tt.with {
				t.Errorf("with it: %v, want %v", got, tt.with)
			}
			if got := tt.show(start(t, tt.quirk)); got != tt.not {
				t.Errorf("without it: %v, want %v", got, tt.not)
			}
		})
	}
}

// TestDropsHeader_godMode shows what the dropped header leads to.
func TestDropsHeader_godMode(t *testing.T) {
	t.Parallel()
	a := start(t, 0)
	made := a.as("alice@example.com", "POST", "/api/recipes", `{"title":"Soup"}`)
	path := "/api/recipes/" + made.member("id").(string)
	if got := a.as("carol@example.com", "GET", path, ""); got.status != 404 {
		t.Errorf("carol sees %d %s", got.status, got.text)
	}
	for _, address := range []string{"jürgen@example.com", "carol@example.com\u200b"} {
		got := a.as(address, "PUT", path, `{"servings":9}`)
		if got.status != 200 || got.member("servings") != 9.0 || got.member("updated_by") != nil {
			t.Errorf("%+q changes %d %s", address, got.status, got.text)
		}
	}
	for _, address := range []string{"", "eve@example.com", "alice @example.com"} {
		if got := a.as(address, "GET", path, ""); got.status != 403 {
			t.Errorf("%q: %d", address, got.status)
		}
	}
	if got := a.as(" BOB@Example.com\t", "GET", path, ""); got.status != 200 {
		t.Errorf("bob: %d", got.status)
	}
}

// TestRatesLater shows what a rating changes besides, by the test's trigger and
// by the server's own.
func TestRatesLater(t *testing.T) {
	t.Parallel()
	var rate func()
	a := start(t, 0, func(o *original.Options) {
		o.Later = func(delay time.Duration, f func()) {
			if delay != original.RatingDelay {
				t.Errorf("after %v", delay)
			}
			rate = f
		}
	})
	made := a.as("alice@example.com", "POST", "/api/recipes", `{"title":"Soup"}`)
	path := "/api/recipes/" + made.member("id").(string)
	if got := a.do("GET", path, ""); got.member("difficulty") != nil || got.member("updated_by") != "alice@example.com" {
		t.Errorf("before: %s", got.text)
	}
	a.now = a.now.Add(time.Second)
	rate()
	got := a.do("GET", path, "")
	if got.member("difficulty") != 2.0 || got.member("updated_by") != nil || got.member("updated_at") != "2026-02-10 12:00:01" || got.member("created_by") != "alice@example.com" {
		t.Errorf("after: %s", got.text)
	}
	rate = nil
	a.make(`{"title":"Stew","difficulty":4}`)
	if rate != nil {
		t.Error("a recipe with a difficulty is rated")
	}
	a.do("DELETE", path, "")
}

func TestLocked(t *testing.T) {
	t.Parallel()
	a := start(t, 0, func(o *original.Options) { o.Locked = original.Every(3) })
	a.make(`{"title":"a"}`)
	a.make(`{"title":"b"}`)
	got := a.do("POST", "/api/recipes", `{"title":"c"}`)
	if want := `{"code":"DATABASE_ERROR","error":"database is locked"}`; got.status != 500 || got.text != want {
		t.Errorf("%d %s", got.status, got.text)
	}
	if got := a.do("GET", "/api/recipes", ""); strings.Contains(got.text, `"c"`) {
		t.Errorf("it was saved: %s", got.text)
	}
}

func TestUnread(t *testing.T) {
	t.Parallel()
	a := start(t, 0, func(o *original.Options) { o.Unread = original.Every(2, "POST") })
	path := a.make(`{"title":"a"}`)
	if got := a.do("POST", "/api/recipes", `{"title":"b"}`); got.status != 500 || got.member("code") != "DATABASE_ERROR" {
		t.Errorf("%d %s", got.status, got.text)
	}
	if got := a.do("GET", "/api/recipes", ""); !strings.Contains(got.text, `"b"`) {
		t.Errorf("it was not saved: %s", got.text)
	}
	if got := a.do("PUT", path, `{"servings":2}`); got.status != 200 {
		t.Errorf("another method: %d", got.status)
	}
}

// TestAnswers holds the rest of the package comment.
func TestAnswers(t *testing.T) {
	t.Parallel()
	a := start(t, 0)
	one := a.make(`{"title":"Soup","servings":-2,"ingredients":[{"name":""}],"steps":[{"instruction":"stir"}]}`)
	const list = "/api/recipes"
	for _, tt := range []struct {
		method, path, body string
		status             int
		text               string // "": any
	}{
		{"GET", "/health", "", 404, ""},
		{"GET", "/openapi.json", "", 404, ""},
		{"GET", list + "/", "", 404, ""},
		{"GET", one + "/x", "", 404, ""},
		{"PATCH", one, "", 405, ""},
		{"DELETE", list, "", 405, ""},
		{"GET", list + "/nonsense", "", 404, `{"code":"NOT_FOUND","error":"nonsense"}`},
		{"PUT", list + "/nonsense", `{"title":""}`, 404, `{"code":"NOT_FOUND","error":"nonsense"}`},
		{"POST", list, `{"title":"SOUP"}`, 409, `{"code":"CONFLICT","error":"SOUP"}`},
		{"POST", list, `{"title":" Soup"}`, 201, ""},
		{"POST", list, `{"title":" \t"}`, 400, `{"code":"VALIDATION_ERROR","error":"Title cannot be empty"}`},
		{"POST", list, `{"title":`, 400, "Failed to parse the request body as JSON"},
		{"POST", list, ``, 400, "Failed to parse the request body as JSON"},
		{"POST", list, `{}`, 422, "Failed to deserialize the JSON body into the target type"},
		{"POST", list, `[]`, 422, ""},
		{"POST", list, `{"title":"a","title":"b"}`, 422, ""},
		{"POST", list, `{"title":"a","steps":null}`, 422, ""},
		{"POST", list, `{"title":"a","steps":[{}]}`, 422, ""},
		{"POST", list, `{"title":"a","ingredients":[null]}`, 422, ""},
		{"POST", list, `{"title":"a","ingredients":[{"name":"x","quantity":"1"}]}`, 422, ""},
		{"POST", list, `{"title":"a","servings":4.0}`, 422, ""},
		{"POST", list, `{"title":"` + strings.Repeat("a", 10<<20) + `"}`, 413, ""},
		{"PUT", one, `{"ingredients":null,"servings":null,"colour":"red"}`, 200, ""},
		{"PUT", one, `{"description":"` + strings.Repeat("a", 2001) + `"}`, 200, ""},
		{"PUT", one, `{"steps":[{"instruction":"x","temperature_unit":"K"}]}`, 500, ""},
		{"HEAD", list, "", 200, ""},
		{"DELETE", one, "", 204, ""},
		{"DELETE", one, "", 404, ""},
	} {
		got := a.do(tt.method, tt.path, tt.body)
		if got.status != tt.status || tt.text != "" && got.text != tt.text {
			t.Errorf("%s %s %.60s: %d %.200s", tt.method, tt.path, tt.body, got.status, got.text)
		}
		if (got.status == 404 && got.kind == "" || got.status == 405) && got.text != "" {
			t.Errorf("%s %s: %q", tt.method, tt.path, got.text)
		}
		if code := got.member("code"); (got.status == 400 || got.status == 422) && code == nil && !strings.HasPrefix(got.kind, "text/plain") {
			t.Errorf("%s %s: %s", tt.method, tt.path, got.kind)
		}
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	a := start(t, 0)
	for key, want := range map[string]string{
		"":      `{"error":"Invalid API key"}`,
		"wrong": `{"error":"Invalid API key"}`,
		"ké":    `{"error":"Authentication required. Provide X-API-Key header or valid Cloudflare identity."}`,
	} {
		got := a.do("GET", "/api/recipes", "", func(h http.Header) { h.Set("X-API-Key", key) })
		if got.status != 401 || got.text != want {
			t.Errorf("%q: %d %s", key, got.status, got.text)
		}
	}
	if got := a.do("PATCH", "/api/recipes", "", func(h http.Header) { h.Del("X-API-Key") }); got.status != 401 {
		t.Errorf("no key: %d", got.status)
	}
}

func TestUpdate_movesTheTime(t *testing.T) {
	t.Parallel()
	a := start(t, 0)
	path := a.make(`{"title":"Soup","description":"d"}`)
	a.now = a.now.Add(time.Minute)
	if got := a.do("PUT", path, `{}`).member("updated_at"); got != "2026-02-10 12:00:00" {
		t.Errorf("nothing was changed, at %v", got)
	}
	got := a.as("bob@example.com", "PUT", path, `{"steps":[]}`)
	if got.status != 404 {
		t.Errorf("bob changes what god made: %d", got.status)
	}
	got = a.do("PUT", path, `{"title":"SOUP","steps":[{"instruction":"stir"}]}`)
	if got.member("updated_at") != "2026-02-10 12:01:00" || got.member("title") != "SOUP" || got.member("description") != "d" {
		t.Errorf("%s", got.text)
	}
}

func TestList_order(t *testing.T) {
	t.Parallel()
	a := start(t, 0)
	if got := a.do("GET", "/api/recipes", ""); got.text != "[]" {
		t.Errorf("empty: %s", got.text)
	}
	for _, title := range []string{"b", "C", "É", "A"} {
		a.make(`{"title":"` + title + `","ingredients":[{"name":"x"}]}`)
	}
	var rows []map[string]any
	if err := json.Unmarshal([]byte(a.do("GET", "/api/recipes", "").text), &rows); err != nil {
		t.Fatal(err)
	}
	var order string
	for _, r := range rows {
		order += r["title"].(string)
		if r["ingredients"] != nil {
			t.Error("a row has ingredients")
		}
	}
	if order != "AbCÉ" {
		t.Errorf("order %s", order)
	}
}
