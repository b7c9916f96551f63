package vault_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// document is what the tests read of the OpenAPI document.
type document struct {
	OpenAPI    string                                `json:"openapi"`
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas map[string]any `json:"schemas"`
	} `json:"components"`
}

type operation struct {
	RequestBody struct {
		Content map[string]struct{ Schema map[string]string }
	}
	Responses map[string]struct {
		Ref     string `json:"$ref"`
		Content map[string]struct{ Schema map[string]any }
	}
}

func readDocument(t *testing.T) document {
	t.Helper()
	var d document
	if err := json.Unmarshal([]byte(vault.OpenAPI()), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d document) operation(t *testing.T, path, method string) operation {
	t.Helper()
	var op operation
	if err := json.Unmarshal(d.Paths[path][method], &op); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return op
}

// check holds value to one of the document's schemas.
func (d document) check(t *testing.T, schema string, value any) error {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	var whole any
	if err := json.Unmarshal([]byte(vault.OpenAPI()), &whole); err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource("mem:///openapi.json", whole); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///openapi.json#/components/schemas/" + schema)
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

// TestOpenAPI_Routes asks the handler for every method on every path of the
// document: what is described must exist, and nothing else.
func TestOpenAPI_Routes(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	c := inProcess(open(t, vault.Options{}))
	paths := slices.DeleteFunc(slices.Sorted(maps.Keys(d.Paths)), func(path string) bool {
		return strings.HasPrefix(path, "/api/admin/") // package admin has those
	})
	if want := []string{"/api/openapi.json", "/api/recipes", "/api/recipes/{id}", "/health", "/openapi.json"}; !cmp.Equal(paths, want) {
		t.Errorf("paths %v", paths)
	}
	for _, path := range paths[:3] {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"} {
			_, described := d.Paths[path][strings.ToLower(method)]
			a := c.do(t, method, strings.Replace(path, "{id}", "x", 1), "")
			if there := a.status != http.StatusMethodNotAllowed; there != described {
				t.Errorf("%s %s: described %v, answered %d", method, path, described, a.status)
			}
		}
	}
}

// TestOpenAPI_Lengths holds what the document says of lengths to what the handler
// takes, and the handler to giving the document.
func TestOpenAPI_Lengths(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := overHTTP(t, open(t, vault.Options{Path: place()}))
		got := c.do(t, "GET", "/api/openapi.json", "")
		if got.status != http.StatusOK || string(got.body) != vault.OpenAPI() {
			t.Errorf("%d %.200s", got.status, got.body)
		}
		if unit := got.object(t)["x-length-unit"]; unit != "characters" {
			t.Errorf("lengths are in %v", unit)
		}
		for _, letter := range []string{"a", "é", "語", "🍲"} {
			fits := fmt.Sprintf(`{"title":%q,"description":%q}`, strings.Repeat(letter, 200), strings.Repeat(letter, 2000))
			if a := c.do(t, "POST", "/api/recipes", fits); a.status != http.StatusCreated {
				t.Errorf("%s: %d %s", letter, a.status, a.body)
			}
			for _, long := range []string{
				fmt.Sprintf(`{"title":%q}`, strings.Repeat(letter, 201)),
				fmt.Sprintf(`{"title":"x","description":%q}`, strings.Repeat(letter, 2001)),
			} {
				if a := c.do(t, "POST", "/api/recipes", long); a.status != http.StatusBadRequest {
					t.Errorf("%s: %d %s", letter, a.status, a.body)
				}
			}
		}
	})
}

// TestOpenAPI_Answers provokes answers and holds each to what the document says
// of its route and status.
func TestOpenAPI_Answers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		d := readDocument(t)
		families := loadFamilies(t, twoFamilies)
		c := inProcess(open(t, vault.Options{Path: place(), Key: "k", Families: families}))
		c.header = http.Header{"X-Api-Key": {"k"}, "X-User-Email": {"alice@example.com"}}
		noKey, stranger := client{base: c.base, rt: c.rt}, c.as("eve@example.com")
		full := `{"title":"Soup","description":"d","prep_time_minutes":1,"cook_time_minutes":2,"servings":3,"difficulty":4,
			"ingredients":[{"name":"a","quantity":0.1,"unit":"b","notes":"c"}],
			"steps":[{"instruction":"a","duration_minutes":1,"temperature_value":2,"temperature_unit":"Fahrenheit"}]}`
		const list, one = "/api/recipes", "/api/recipes/{id}"
		id := c.create(t, strings.Replace(full, "Soup", "First", 1))
		rows := []struct {
			client             client
			method, path, body string
			status             int
		}{
			{c, "POST", list, full, 201},
			{c, "GET", list, "", 200},
			{c, "GET", list + "?limit=1&total=true", "", 200},
			{c, "GET", list + "?limit=0", "", 400},
			{c, "GET", one, "", 200},
			{c, "PUT", one, `{"title":"Second"}`, 200},
			{c, "POST", list, full, 409},
			{c, "PUT", one, `{"title":"soup"}`, 409},
			{c, "POST", list, `{"title":""}`, 400},
			{c, "PUT", one, `{"title":""}`, 400},
			{c, "POST", list, `{}`, 422},
			{c, "PUT", one, `{"title":1}`, 422},
			{c.matching(`"x"`), "PUT", one, `{}`, 412},
			{c.matching(`"x"`), "DELETE", one, "", 412},
			{c, "POST", list, strings.Repeat(" ", 10<<20+1), 413},
			{c, "PUT", one, strings.Repeat(" ", 10<<20+1), 413},
			{noKey, "GET", list, "", 401},
			{noKey, "PUT", one, "", 401},
			{stranger, "POST", list, "", 403},
			{stranger, "DELETE", one, "", 403},
			{c, "DELETE", one, "", 204},
			{c, "GET", one, "", 404},
			{c, "PUT", one, "{}", 404},
			{c, "DELETE", one, "", 404},
		}
		for _, r := range rows {
			a := r.client.do(t, r.method, strings.Replace(r.path, "{id}", id, 1), r.body)
			if a.status != r.status {
				t.Errorf("%s %s: %d %s", r.method, r.path, a.status, a.body)
			}
			said, ok := d.operation(t, strings.Split(r.path, "?")[0], strings.ToLower(r.method)).Responses[strconv.Itoa(a.status)]
			if !ok {
				t.Errorf("%s %s: %d is not described", r.method, r.path, a.status)
				continue
			}
			plain := a.status == 413 || a.status == 422
			if got := strings.HasPrefix(a.header.Get("Content-Type"), "text/plain"); got != plain {
				t.Errorf("%s %s: %d is sent as %q", r.method, r.path, a.status, a.header.Get("Content-Type"))
			}
			if plain || a.status == 204 {
				continue
			}
			var value any
			if err := json.Unmarshal(a.body, &value); err != nil {
				t.Fatal(err)
			}
			checkAgainst(t, d, said.Ref, said.Content["application/json"].Schema, value)
		}
	})
}

func checkAgainst(t *testing.T, d document, ref string, schema map[string]any, value any) {
	t.Helper()
	name := "Error"
	values := []any{value}
	if ref == "" {
		if schema["type"] == "array" {
			schema = schema["items"].(map[string]any)
			values = value.([]any)
		}
		name = strings.TrimPrefix(schema["$ref"].(string), "#/components/schemas/")
	}
	described := d.Components.Schemas[name].(map[string]any)["properties"].(map[string]any)
	for _, v := range values {
		if err := d.check(t, name, v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for member := range v.(map[string]any) {
			if described[member] == nil {
				t.Errorf("%s: %s is not described", name, member)
			}
		}
	}
}

// TestOpenAPI_Bodies holds the schemas of the bodies to what the handler takes.
func TestOpenAPI_Bodies(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	c := inProcess(open(t, vault.Options{}))
	for _, member := range []string{
		`"title":"Soup"`, `"title":"Soup","x":1`, `"title":""`, `"title":" "`, `"title":1`, `"description":"x"`,
		`"title":"` + strings.Repeat("é", 200) + `"`, `"title":"` + strings.Repeat("é", 201) + `"`,
		`"title":"a","description":null`, `"title":"a","description":"` + strings.Repeat("é", 2001) + `"`,
		`"title":"a","servings":0`, `"title":"a","servings":1`, `"title":"a","servings":"1"`, `"title":"a","servings":1.5`,
		`"title":"a","prep_time_minutes":-1`, `"title":"a","cook_time_minutes":0`,
		`"title":"a","difficulty":0`, `"title":"a","difficulty":5`, `"title":"a","difficulty":6`,
		`"title":"a","ingredients":null`, `"title":"a","ingredients":[{}]`, `"title":"a","ingredients":[{"name":""}]`,
		`"title":"a","ingredients":[null]`, `"title":"a","ingredients":[{"name":"x","quantity":"1"}]`,
		`"title":"a","steps":[{"instruction":"x","temperature_unit":"Kelvin"}]`,
		`"title":"a","steps":[{"instruction":"x","temperature_unit":null,"duration_minutes":-3}]`,
		`"title":"a","steps":{}`,
		`"title":"a","ingredients":[` + entries(`{"name":"x"}`, 10_000) + `]`, `"title":"a","ingredients":[` + entries(`{"name":"x"}`, 10_001) + `]`,
		`"title":"a","steps":[` + entries(`{"instruction":"x"}`, 10_000) + `]`, `"title":"a","steps":[` + entries(`{"instruction":"x"}`, 10_001) + `]`,
	} {
		body := "{" + member + "}"
		var value any
		if err := json.Unmarshal([]byte(body), &value); err != nil {
			t.Fatal(err)
		}
		err := d.check(t, "NewRecipe", value)
		a := c.do(t, "POST", "/api/recipes", body)
		if (err == nil) != (a.status == http.StatusCreated) {
			t.Errorf("%.80s: the document says %v, the handler %d %s", body, err, a.status, a.body)
		}
		clearVault(t, c)
	}
}
