package recipe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	titles "github.com/mcp-adapters/mcp-adapters/recipe/title"

	"github.com/go-json-experiment/json/jsontext"
)

// recorder takes every call and keeps what it was given.
type recorder struct{ calls []apiCall }

var _ recipe.API = (*recorder)(nil)

var savedRecipe = json.RawMessage(`{"id":"x","title":"t"}`)

func (r *recorder) List(context.Context) (json.RawMessage, error) {
	r.calls = append(r.calls, apiCall{Method: "LIST"})
	return json.RawMessage(`[]`), nil
}

func (r *recorder) Get(_ context.Context, id string) (json.RawMessage, error) {
	r.calls = append(r.calls, apiCall{Method: "GET", ID: id})
	return savedRecipe, nil
}

func (r *recorder) Ingredients(_ context.Context, id, _ string) ([]string, error) {
	r.calls = append(r.calls, apiCall{Method: "GET", ID: id})
	return nil, nil
}

func (r *recorder) Create(_ context.Context, body json.RawMessage) (json.RawMessage, error) {
	r.calls = append(r.calls, apiCall{Method: "POST", Body: body})
	return savedRecipe, nil
}

func (r *recorder) Update(_ context.Context, id string, body json.RawMessage) (json.RawMessage, error) {
	r.calls = append(r.calls, apiCall{Method: "PUT", ID: id, Body: body})
	return savedRecipe, nil
}

func (r *recorder) Edit(_ context.Context, id string, change func(json.RawMessage) (json.RawMessage, error)) (before, after json.RawMessage, err error) {
	body, err := change(savedRecipe)
	if err == nil {
		r.calls = append(r.calls, apiCall{Method: "PUT", ID: id, Body: body})
	}
	return savedRecipe, savedRecipe, err
}

func (r *recorder) Delete(_ context.Context, id string, check func(json.RawMessage) error) (json.RawMessage, error) {
	err := check(savedRecipe)
	if err == nil {
		r.calls = append(r.calls, apiCall{Method: "DELETE", ID: id})
	}
	return savedRecipe, err
}

// argumentSeeds are inputs that have gone wrong somewhere, or could.
var argumentSeeds = []string{
	`{}`, `null`, `[]`, `"{}"`, `5`, `true`, ` { } `, "{\r\n}",
	`{"recipe_id":"00000000-0000-4000-8000-000000000001"}`, `{"recipe_id":"{00000000-0000-4000-8000-000000000001}"}`,
	`{"recipe_id":"00000000-0000-4000-8000-000000000001\n"}`, `{"recipe_id":"00000000-0000-4000-8000-000000000001","difficulty":3}`,
	`{"recipe_id":"ABCDEF00-0000-4000-8000-00000000000a","title":"x","steps":[]}`, `{"recipe_id":null,"title":"x"}`,
	`{"title":"x"}`, `{"title":"x","title":"y"}`, `{"title":"x","Title":"y"}`, `{"TITLE":"x"}`, `{"t\u0069tle":"x"}`, `{"title":"x","t\u0069tle":"y"}`,
	`{"title":""}`, `{"title":" "}`, `{"title":"　"}`, `{"title":"\u0085"}`, `{"title":"\ufeff"}`, `{"title":"\u200b"}`, `{"title":"\u180e"}`,
	`{"title":"\ud800"}`, `{"title":"\udf70\ud83c"}`, `{"title":"\ud83c\udf70"}`, `{"\ud800":1}`, `{"title":"a\u0000"}`, "{\"title\":\"\xff\"}", "{\"title\":\"\u2028<&>\"}",
	`{"title":"x","servings":4.0}`, `{"title":"x","servings":0.4e1}`, `{"title":"x","servings":1e400}`, `{"title":"x","servings":2147483648}`, `{"title":"x","servings":2147483647}`, `{"title":"x","prep_time_minutes":-0.0}`, `{"title":"x","cook_time_minutes":1e-400}`, `{"title":"x","difficulty":5.5}`,
	`{"title":"x","description":null,"ingredients":null,"steps":null}`, `{"title":"x","colour":null}`, `{"title":"x","colour":{"a":null}}`,
	`{"title":"x","ingredients":[{"name":"flour","quantity":0.1,"unit":"","notes":null}],"steps":[{"instruction":"mix","duration_minutes":0,"temperature_value":-2147483648,"temperature_unit":"Celsius"}]}`,
	`{"title":"x","ingredients":[null]}`, `{"title":"x","ingredients":[{"name":""}]}`, `{"title":"x","ingredients":[{"name":"a","name":"b"}]}`, `{"title":"x","ingredients":[{"name":"a","colour":1}]}`, `{"title":"x","ingredients":[{"name":"a","quantity":1e308}]}`, `{"title":"x","steps":[{"instruction":"a","temperature_unit":"celsius"}]}`, `{"title":"x","steps":{"0":{"instruction":"a"}}}`,
	`{"title":"x","servings":"4","difficulty":""}`, `{"title":"x","ingredients":"[{\"name\":\"a\",\"quantity\":\"1½\"}]"}`,
	`{"title":"x","ingredients":{"name":"a","quantity":"1,5"}}`, `{"title":"x","ingredients":[{"id":"i","recipe_id":"r","position":0,"name":"a"}]}`, `{"title":"x","steps":["stir"]}`,
	`{"recipe_id":" 00000000-0000-4000-8000-000000000001 ","servings":null,"title":"x"}`, `{"recipe_id":"00000000-0000-4000-8000-000000000001","servings":"null"}`,
	`{"title":{"a":[{"b":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}]}}`,
}

var toolNames = []string{"list_recipes", "get_recipe", "create_recipe", "update_recipe"}

// FuzzArguments gives a tool any arguments. Either they are refused with -32602
// and nothing is called, or the API is called once, after a read where a list is replaced: with a body that the
// contract admits, that holds all that was sent and was not null, or with a repaired
// one, and then the result says so. What the contract admits is never refused.
func FuzzArguments(f *testing.F) {
	for _, arguments := range argumentSeeds {
		for tool := range toolNames {
			f.Add(uint8(tool), []byte(arguments))
		}
	}
	for _, length := range []int{199, 200, 201} {
		f.Add(uint8(2), []byte(`{"title":"`+strings.Repeat("\U0001f370", length)+`"}`))
	}
	f.Fuzz(func(t *testing.T, tool uint8, arguments []byte) {
		if !json.Valid(arguments) {
			t.Skip("the loop answers such a line")
		}
		// Line ends can only be white space here.
		line := strings.NewReplacer("\n", " ", "\r", " ").Replace(string(arguments))
		checkArguments(t, toolNames[int(tool)%len(toolNames)], line)
	})
}

// replacesList reports whether the body of an update holds a whole list.
func replacesList(body json.RawMessage) bool {
	var lists struct{ Ingredients, Steps json.RawMessage }
	return json.Unmarshal(body, &lists) == nil && (lists.Ingredients != nil || lists.Steps != nil)
}

func checkArguments(t *testing.T, tool, arguments string) {
	t.Helper()
	api := &recorder{}
	answer := mcptest.Pipe(t, recipeServer(t, api), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`)
	var r mcptest.Reply
	if err := json.Unmarshal([]byte(answer), &r); err != nil || strings.Count(answer, "\n") != 1 {
		t.Fatalf("not one answer: %q", answer)
	}
	id, body, err := admitted(tool, arguments)
	if r.Error != nil {
		// An id that is none may be a title, which is looked for.
		if len(api.calls) > 1 || len(api.calls) == 1 && (api.calls[0].Method != "LIST" || !strings.Contains(r.Error.Message, "recipe_id")) {
			t.Fatalf("%s was called and the answer is %+v", api.calls[0].Method, r.Error)
		}
		if err == nil {
			t.Fatalf("good arguments are refused: %+v", r.Error)
		}
		if r.Error.Code != -32602 && (r.Error.Code != -32700 || utf8.ValidString(arguments)) {
			t.Fatalf("refused with %d", r.Error.Code)
		}
		if n := utf8.RuneCountInString(r.Error.Message); n == 0 || n > 4000 {
			t.Fatalf("a message of %d characters", n)
		}
		return
	}
	methods := map[string]string{"list_recipes": "LIST", "get_recipe": "GET", "create_recipe": "POST", "update_recipe": "PUT"}
	if len(api.calls) == 2 && tool == "update_recipe" && api.calls[0].Method == "GET" && replacesList(api.calls[1].Body) {
		api.calls = api.calls[1:] // that was to say what is gone
	}
	if len(api.calls) != 1 || api.calls[0].Method != methods[tool] {
		t.Fatalf("calls %+v", api.calls)
	}
	if err == nil {
		if api.calls[0].ID != id {
			t.Fatalf("calls %+v", api.calls)
		}
		checkBody(t, api.calls[0].Body, body)
		return
	}
	if err != nil && !strings.Contains(answer, `"_meta":{"repairs":[`) {
		t.Fatalf("taken without a repair, though %v", err)
	}
	if sent := api.calls[0].Body; sent != nil {
		checkContract(t, sent)
	}
}

// TestTitle_invisible tries each character that is not seen, and those beside it,
// as a title.
func TestTitle_invisible(t *testing.T) {
	t.Parallel()
	for r := rune(1); r < 0xe1100; r++ {
		if r == 0xd800 {
			r = 0xe000
		}
		if !titles.Blank(string(r-1)) && !titles.Blank(string(r)) && !titles.Blank(string(r+1)) {
			continue
		}
		arguments, err := json.Marshal(map[string]string{"title": string(r)})
		if err != nil {
			t.Fatal(err)
		}
		if checkArguments(t, "create_recipe", string(arguments)); t.Failed() {
			t.Fatalf("U+%04X", r)
		}
	}
}

// checkBody holds a body that was sent to the contract, and to the members that
// were given.
func checkBody(t *testing.T, sent json.RawMessage, given any) {
	t.Helper()
	if given == nil {
		if sent != nil {
			t.Fatalf("a body: %s", sent)
		}
		return
	}
	value := checkContract(t, sent)
	if got := withoutNulls(value); !reflect.DeepEqual(got, given) {
		t.Fatalf("body\n got %v\nwant %v", got, given)
	}
}

// checkContract holds a body to the contract.
func checkContract(t *testing.T, sent json.RawMessage) any {
	t.Helper()
	value, err := strict(string(sent))
	if err != nil {
		t.Fatalf("the body %s: %v", sent, err)
	}
	if err := errors.Join(bodyContract.check(value), literals(value)); err != nil {
		t.Fatalf("the body breaks the contract: %v", err)
	}
	return value
}

var hyphenated = regexp.MustCompile(`\A[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\z`)

// admitted says what a call should send, or why it should send nothing.
func admitted(tool, arguments string) (id string, body any, err error) {
	value, err := strict(arguments)
	if err != nil {
		return "", nil, err
	}
	if value == nil {
		value = map[string]any{}
	}
	given, ok := withoutNulls(value).(map[string]any)
	if !ok {
		return "", nil, errors.New("it is no object")
	}
	if tool == "get_recipe" || tool == "update_recipe" {
		if id, ok = given["recipe_id"].(string); !ok || !hyphenated.MatchString(id) {
			return "", nil, errors.New("there is no id")
		}
		id = strings.ToLower(id) // some servers take an id in upper case for another
		delete(given, "recipe_id")
	}
	switch tool {
	case "create_recipe":
		return "", given, bodyContract.check(given, "title")
	case "update_recipe":
		if len(given) == 0 {
			return "", nil, errors.New("there is nothing to change")
		}
		return id, given, bodyContract.check(given)
	default:
		return id, nil, contract{}.check(given)
	}
}

// strict decodes JSON with neither duplicate members nor text that is no
// Unicode.
func strict(text string) (any, error) {
	if !jsontext.Value(text).IsValid() {
		return nil, errors.New("a member comes twice, or a text is no Unicode")
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var value any
	err := dec.Decode(&value)
	return value, err
}
