package recipe_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

const documentPath = "GET /api/openapi.json"

// serveUnit serves an API whose document is given; "" for none. Writes succeed.
func serveUnit(t *testing.T, status int, document string) *apitest.Server {
	t.Helper()
	return apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/api/openapi.json" && document == "":
			w.WriteHeader(status)
		case r.URL.Path == "/api/openapi.json":
			apitest.ReplyJSON(w, status, document)
		default:
			apitest.ReplyJSON(w, 200, `{"id":"1","title":"t"}`)
		}
	})
}

// written are the two writes of a body.
func written(t *testing.T, c *recipe.Client, body string) (create, update error) {
	t.Helper()
	_, create = c.Create(t.Context(), json.RawMessage(body))
	_, update = c.Update(t.Context(), "1", json.RawMessage(body))
	return create, update
}

// TestClient_lengthsInBytes refuses what an API that counts bytes would refuse,
// before it is sent, and says by how much it is too long.
func TestClient_lengthsInBytes(t *testing.T) {
	t.Parallel()
	const is, shorten = " bytes long, and the Recipe Vault accepts at most ", " bytes of UTF-8, not characters; shorten it: its first "
	for name, document := range map[string]struct {
		status int
		body   string
	}{
		"none":              {404, ""},
		"no such method":    {405, ""},
		"a page":            {200, "<!DOCTYPE html><p>Welcome"},
		"silent":            {200, `{"openapi":"3.1.0"}`},
		"of another unit":   {200, `{"x-length-unit":"bytes"}`},
		"elsewhere, by 302": {302, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := serveUnit(t, document.status, document.body)
			c := dial(t, a.Base())
			for _, tt := range []struct{ body, field, message string }{
				{`{"title":"` + strings.Repeat("語", 67) + `"}`, "title", "title is 201" + is + "200" + shorten + "66 characters fit."},
				{`{"title":"x` + strings.Repeat("é", 100) + `"}`, "title", "title is 201" + is + "200" + shorten + "100 characters fit."},
				{`{"title":"` + strings.Repeat(`\u8a9e`, 67) + `"}`, "title", "title is 201" + is + "200" + shorten + "66 characters fit."},
				{`{"title":"é","description":"` + strings.Repeat("🍲", 501) + `"}`, "description", "description is 2004" + is + "2000" + shorten + "500 characters fit."},
				{`{"title":"` + strings.Repeat("語", 200) + `","description":"` + strings.Repeat("é", 2000) + `"}`, "title", "title is 600" + is + "200" + shorten + "66 characters fit. description is 4000" + is + "2000" + shorten + "1000 characters fit."},
			} {
				create, update := written(t, c, tt.body)
				for _, err := range []error{create, update} {
					if e := apitest.InspectError(t, err, fault.InvalidParams, 0, tt.message); e.Field != tt.field || e.Message != tt.message {
						t.Errorf("field %q, message %q", e.Field, e.Message)
					}
				}
			}
			a.CheckRequests(t, documentPath) // once, and nothing was written
		})
	}
}

// TestClient_lengthsThatFit asks for no document where it doesn't matter.
func TestClient_lengthsThatFit(t *testing.T) {
	t.Parallel()
	a := serveUnit(t, 404, "")
	c := dial(t, a.Base())
	var want []string
	for _, body := range []string{
		`{"title":"` + strings.Repeat("a", 200) + `","description":"` + strings.Repeat("a", 2000) + `"}`,
		`{"title":"` + strings.Repeat("語", 66) + `aa","description":"` + strings.Repeat("語", 666) + `aa"}`,
		`{"title":"` + strings.Repeat("語", 201) + `"}`, // the API says it
		`{"title":"x","steps":[{"instruction":"` + strings.Repeat("語", 5000) + `"}]}`,
		`{"title":7,"description":"` + strings.Repeat("語", 2000) + `"}`,
	} {
		create, update := written(t, c, body)
		if create != nil || update != nil {
			t.Errorf("%.80s: %v, %v", body, create, update)
		}
		want = append(want, "POST /api/recipes", "PUT /api/recipes/1")
	}
	a.CheckRequests(t, want...)
}

// TestClient_lengthsInCharacters asks once, also when many ask at a time, and not
// at all where it is told.
func TestClient_lengthsInCharacters(t *testing.T) {
	t.Parallel()
	body := json.RawMessage(`{"title":"` + strings.Repeat("語", 200) + `"}`)
	a := serveUnit(t, 200, `{"openapi":"3.1.0","x-length-unit":"characters"}`)
	c := dial(t, a.Base())
	for range 3 {
		if _, err := c.Create(t.Context(), body); err != nil {
			t.Error(err)
		}
	}
	a.CheckRequests(t, documentPath, "POST /api/recipes", "POST /api/recipes", "POST /api/recipes")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := c.Create(t.Context(), body); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()

	told := serveUnit(t, 404, "")
	if _, err := dial(t, told.Base(), func(o *recipe.Options) { o.Characters = true }).Create(t.Context(), body); err != nil {
		t.Error(err)
	}
	told.CheckRequests(t, "POST /api/recipes")
}

// TestClient_lengthsUnknown leaves the judgement to the API when it can't be
// asked, and asks again the next time.
func TestClient_lengthsUnknown(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(w http.ResponseWriter){
		"a failure":       func(w http.ResponseWriter) { w.WriteHeader(500) },
		"too many":        func(w http.ResponseWriter) { w.WriteHeader(429) },
		"not let in":      func(w http.ResponseWriter) { w.WriteHeader(401) },
		"no answer":       func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"half a document": func(w http.ResponseWriter) { w.Header().Set("Content-Length", "99"); apitest.ReplyJSON(w, 200, `{"x`) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/api/openapi.json" {
					answer(w)
					return
				}
				apitest.ReplyJSON(w, 200, `{"id":"1","title":"t"}`)
			})
			c := dial(t, a.Base())
			create, update := written(t, c, `{"title":"`+strings.Repeat("語", 200)+`"}`)
			if create != nil || update != nil {
				t.Errorf("%v, %v", create, update)
			}
			a.CheckRequests(t, documentPath, "POST /api/recipes", documentPath, "PUT /api/recipes/1")
		})
	}
}

// TestClient_lengthsCancelled sends nothing for a caller who has gone.
func TestClient_lengthsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	a := apitest.Serve(t, func(http.ResponseWriter, *http.Request) {
		cancel()
		<-t.Context().Done()
	})
	_, err := dial(t, a.Base()).Create(ctx, json.RawMessage(`{"title":"`+strings.Repeat("語", 200)+`"}`))
	apitest.CheckError(t, err, fault.Internal, 0, "cancelled")
	a.CheckRequests(t, documentPath)
}
