package admin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/admin"
)

const adminKey = "the-administrators-key"

// answer is a response with its body decoded.
type answer struct {
	status int
	body   map[string]any
}

// api is a vault with the API for its administrator, which checks each answer against the
// OpenAPI document.
type api struct {
	t     *testing.T
	admin *admin.API
	vault *vault.Vault
	doc   any
}

func open(t *testing.T) *api {
	t.Helper()
	v := vault.New(vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Key: "the-servers-own-key"})
	t.Cleanup(func() { _ = v.Close() })
	a := &api{t: t, admin: admin.New(v.Registry(), adminKey, zerolog.Nop()), vault: v}
	if err := json.Unmarshal([]byte(vault.OpenAPI()), &a.doc); err != nil {
		t.Fatal(err)
	}
	return a
}

// do sends a request to a path, of which described is the one in the document.
func (a *api) do(method, described, path, body string) answer {
	a.t.Helper()
	r := httptest.NewRequestWithContext(a.t.Context(), method, admin.Prefix+"families"+path, strings.NewReader(body))
	r.Header.Set("X-API-Key", adminKey)
	w := httptest.NewRecorder()
	a.admin.ServeHTTP(w, r)
	got := answer{status: w.Code}
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &got.body); err != nil {
			a.t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
	}
	a.check(method, described, got)
	return got
}

// check holds an answer to the document.
func (a *api) check(method, path string, got answer) {
	a.t.Helper()
	at := func(v any, names ...string) any {
		for _, name := range names {
			m, _ := v.(map[string]any)
			v = m[name]
		}
		return v
	}
	response := at(a.doc, "paths", admin.Prefix+"families"+path, strings.ToLower(method), "responses", fmt.Sprint(got.status))
	if response == nil {
		a.t.Errorf("%s %s: %d is not described: %v", method, path, got.status, got.body)
		return
	}
	if ref, ok := at(response, "$ref").(string); ok {
		response = at(a.doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	ref, _ := at(response, "content", "application/json", "schema", "$ref").(string)
	if ref == "" {
		if got.body != nil {
			a.t.Errorf("%s %s: %d has no body in the document: %v", method, path, got.status, got.body)
		}
		return
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("mem:///openapi.json", a.doc); err != nil {
		a.t.Fatal(err)
	}
	if err := c.MustCompile("mem:///openapi.json" + ref).Validate(any(got.body)); err != nil {
		a.t.Errorf("%s %s: %v", method, path, err)
	}
}

// TestAPI goes through all that an administrator can do, and be refused.
func TestAPI(t *testing.T) {
	t.Parallel()
	a := open(t)
	const one, members, keys = "/{name}", "/{name}/members", "/{name}/keys"
	var id, key string
	for i, row := range []struct {
		method, described, path, body string
		status                        int
		want                          string // in the answer
	}{
		{"GET", "", "", "", 200, `{"families":[]}`},
		{"POST", "", "", `{"name":"smith","members":["Alice@example.com"],"max_recipes":1}`, 201, `{"recipes_moved":0}`},
		{"POST", "", "", `{"name":"smith"}`, 409, `"code":"CONFLICT"`},
		{"POST", "", "", `{"name":"a/b"}`, 400, `"field":"name"`},
		{"POST", "", "", `{"name":".."}`, 400, `"field":"name"`},
		{"POST", "", "", `{"name":"."}`, 400, `"field":"name"`},
		{"POST", "", "", `{"name":"100%"}`, 400, `"field":"name"`},
		{"POST", "", "", `{"name":"Smith"}`, 409, `with the name \"smith\"`},
		{"POST", "", "", `{"name":"brown","max":1}`, 400, `"code":"VALIDATION_ERROR"`},
		{"POST", "", "", `{"name":"brown","members":["alice@example.com"]}`, 409, `another family`},
		{"POST", "", "", `{"name":"jones"}`, 201, ``},
		{"GET", "", "?limit=1", "", 200, `"next":"jones"`},
		{"GET", "", "?limit=1&after=jones", "", 200, `"name":"smith"`},
		{"GET", "", "?limit=0", "", 400, `from 1 to 200`},
		{"POST", members, "/smith/members", `{"address":"bob@example.com"}`, 200, ``},
		{"POST", members, "/jones/members", `{"address":"bob@example.com"}`, 409, ``},
		{"POST", members, "/brown/members", `{"address":"bob@example.com"}`, 404, `"code":"NOT_FOUND"`},
		{"POST", members, "/smith/members", `{"address":"bob"}`, 400, ``},
		{"GET", one, "/smith", "", 200, `"members":["alice@example.com","bob@example.com"]`},
		{"GET", one, "/brown", "", 404, ``},
		{"PATCH", one, "/smith", `{"max_bytes":100}`, 200, `"max_recipes":1`},
		{"PATCH", one, "/smith", `{"max_bytes":-1}`, 400, ``},
		{"DELETE", members + "/{address}", "/smith/members/bob@example.com", "", 204, ``},
		{"DELETE", members + "/{address}", "/smith/members/bob@example.com", "", 404, ``},
		{"POST", keys, "/smith/keys", `{"note":"kitchen"}`, 201, `"note":"kitchen"`},
		{"POST", keys, "/brown/keys", ``, 404, ``},
		{"POST", keys, "/smith/keys", `{"note":" \u0007"}`, 400, ``},
	} {
		got := a.do(row.method, row.described, row.path, row.body)
		text, _ := json.Marshal(got.body)
		if got.status != row.status || !strings.Contains(string(text), row.want) {
			t.Errorf("row %d, %s %s: %d %s", i, row.method, row.path, got.status, text)
		}
		if row.method == "POST" && got.status == 201 && row.described == keys {
			id, _ = got.body["id"].(string)
			key, _ = got.body["key"].(string)
		}
	}
	as := func(method, path, body string) int {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
		r.Header.Set("X-API-Key", key)
		w := httptest.NewRecorder()
		a.vault.Handler().ServeHTTP(w, r)
		return w.Code
	}
	if status := as("POST", "/api/recipes", `{"title":"Soup"}`); status != 201 {
		t.Errorf("the key is answered with %d", status)
	}
	if got := a.do("DELETE", one, "/smith", ""); got.status != 409 || got.body["field"] != "recipes" {
		t.Errorf("%+v", got)
	}
	if got := a.do("DELETE", one, "/smith?recipes=lose", ""); got.status != 400 {
		t.Errorf("%+v", got)
	}
	if got := a.do("DELETE", keys+"/{id}", "/smith/keys/"+id, ""); got.status != 204 || as("GET", "/api/recipes", "") != 401 {
		t.Errorf("%+v", got)
	}
	if got := a.do("DELETE", one, "/smith?to=jones", ""); got.status != 204 {
		t.Errorf("%+v", got)
	}
	if got := a.do("GET", one, "/jones", ""); got.body["recipes"] != 1.0 {
		t.Errorf("%+v", got)
	}
}

// TestAPI_Key has every path refuse who has no key, and who has one of another kind.
func TestAPI_Key(t *testing.T) {
	t.Parallel()
	a := open(t)
	for name, headers := range map[string][]string{
		"none": nil, "empty": {""}, "the server's": {"the-servers-own-key"}, "longer": {adminKey + "x"}, "twice": {adminKey, adminKey},
	} {
		for _, path := range []string{"families", "families/smith", "families/smith/keys", "nothing", ""} {
			for _, method := range []string{"GET", "POST", "DELETE", "PATCH"} {
				r := httptest.NewRequestWithContext(t.Context(), method, admin.Prefix+path, nil)
				r.Header["X-Api-Key"] = headers
				w := httptest.NewRecorder()
				a.admin.ServeHTTP(w, r)
				if w.Code != http.StatusUnauthorized || !strings.HasPrefix(w.Body.String(), `{"error":"`) {
					t.Errorf("%s: %s %s: %d %s", name, method, path, w.Code, w.Body)
				}
			}
		}
	}
}

// TestAPI_Described has the API answer on the paths of the document and on no others.
func TestAPI_Described(t *testing.T) {
	t.Parallel()
	a := open(t)
	doc, _ := a.doc.(map[string]any)
	paths, _ := doc["paths"].(map[string]any)
	got := map[string][]string{}
	want := map[string][]string{}
	for path, operations := range paths {
		if !strings.HasPrefix(path, admin.Prefix) {
			continue
		}
		described, _ := operations.(map[string]any)
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if described[strings.ToLower(method)] != nil {
				want[path] = append(want[path], method)
			}
			r := httptest.NewRequestWithContext(t.Context(), method, strings.NewReplacer("{", "", "}", "").Replace(path), strings.NewReader("{}"))
			r.Header.Set("X-API-Key", adminKey)
			w := httptest.NewRecorder()
			a.admin.ServeHTTP(w, r)
			if w.Code != http.StatusMethodNotAllowed {
				got[path] = append(got[path], method)
			}
		}
	}
	if d := cmp.Diff(want, got); d != "" || len(want) == 0 {
		t.Errorf("(-described +answered):\n%s", d)
	}
}
