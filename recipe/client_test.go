package recipe_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"

	"github.com/google/go-cmp/cmp"
)

func TestClient_sendsWhatTheContractAsks(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
				for name, want := range map[string]string{
					"X-API-Key": apitest.Key, "X-User-Email": apitest.Email, "User-Agent": "test/1", "Accept": "application/json",
				} {
					if got := r.Header.Get(name); got != want {
						t.Errorf("%s: %q, want %q", name, got, want)
					}
				}
				body, _ := io.ReadAll(r.Body)
				if e.method == "GET" {
					if len(body) > 0 || r.Header.Get("Content-Type") != "" {
						t.Errorf("a GET has body %q and type %q", body, r.Header.Get("Content-Type"))
					}
				} else if string(body) != `{"title":"Soup"}` || r.Header.Get("Content-Type") != "application/json" || r.ContentLength != int64(len(body)) {
					t.Errorf("body %q, type %q, length %d", body, r.Header.Get("Content-Type"), r.ContentLength)
				}
				apitest.ReplyJSON(w, http.StatusOK, e.good())
			})
			c := dial(t, a.Base()+"/", func(o *recipe.Options) { o.Email = "  Alice@Example.COM " })
			got, err := e.call(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(e.good(), string(got)); diff != "" {
				t.Error(diff)
			}
			a.CheckRequests(t, e.method+" "+e.path)
		})
	}
}

func TestClient_sendsNoHeaderForWhatIsNotSet(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"X-Api-Key", "X-User-Email", "User-Agent"} {
			if v, ok := r.Header[name]; ok {
				t.Errorf("%s is sent: %q", name, v)
			}
		}
		apitest.ReplyJSON(w, http.StatusOK, "[]")
	})
	c := dial(t, a.Base(), func(o *recipe.Options) { o.Key, o.Email, o.UserAgent = "", " ", "" })
	if _, err := c.List(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestClient_escapesTheID(t *testing.T) {
	t.Parallel()
	var uri string
	a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		uri = r.RequestURI
		apitest.ReplyJSON(w, http.StatusOK, `{"id":"../a b?c#d/\u00e9","title":"Soup"}`)
	})
	if _, err := dial(t, a.Base()).Get(t.Context(), "../a b?c#d/é"); err != nil {
		t.Fatal(err)
	}
	if want := "/base%20path/api/recipes/..%2Fa%20b%3Fc%23d%2F%C3%A9"; uri != want {
		t.Errorf("URI %s, want %s", uri, want)
	}
}

func TestClient_idsThatAreNoSegment(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(http.ResponseWriter, *http.Request) {})
	c := dial(t, a.Base())
	for _, id := range []string{"", ".", ".."} {
		_, err := c.Get(t.Context(), id)
		apitest.CheckError(t, err, fault.NotFound, 0, "No recipe with id "+id)
		_, err = c.Update(t.Context(), id, json.RawMessage(`{}`))
		apitest.CheckError(t, err, fault.NotFound, 0, "No recipe with id "+id)
	}
	a.CheckRequests(t)
}

func TestClient_answers(t *testing.T) {
	t.Parallel()
	list := endpoints()[0]
	get := endpoint{"get", "GET", "/api/recipes/1", func(ctx context.Context, c *recipe.Client) (json.RawMessage, error) {
		return c.Get(ctx, "1")
	}}
	tests := []struct {
		name  string
		e     endpoint
		body  string
		want  string
		wrong bool
	}{
		{name: "empty list", e: list, body: " [ ]\n", want: "[]"},
		{name: "white space", e: list, body: " [ {\n\t\"id\" : \"1\" ,\"title\": \"a  b\" , \"description\":\"\", \"x\": [ 1 , { } ] } , {\"title\":\"b\",\"id\":\"2\",\"description\":\"d\"} ] ",
			want: `[{"id":"1","title":"a  b","description":"","x":[1,{}]},{"title":"b","id":"2","description":"d"}]`},
		{name: "description added", e: list, body: `[{"id":"1","title":"a"},{"id":"2","title":"b","description":"c"},{"id":"3","title":"d"}]`,
			want: `[{"id":"1","title":"a","description":""},{"id":"2","title":"b","description":"c"},{"id":"3","title":"d","description":""}]`},
		{name: "description of null", e: list, body: `[{"id":"1", "description" : null , "title":"a"}]`,
			want: `[{"id":"1","description":"","title":"a"}]`},
		{name: "rows with nulls", e: list, body: `[{"servings":null,"id":"1","title":"a","difficulty":null,"description":"b"},{"created_by":null,"title":"c","id":"2","x":null}]`,
			want: `[{"id":"1","title":"a","description":"b"},{"title":"c","id":"2","description":""}]`},
		{name: "a row of nulls", e: list, body: ` [ { "a" : null , "b":null,"id":"1" ,"c":null, "d" : null,"title":"a","e":null } ] `,
			want: `[{"id":"1","title":"a","description":""}]`},
		{name: "nulls", e: get, body: `{"description":null,"servings":null,"id":"1","difficulty":null,"title":"a","created_by":null,"updated_at":null}`,
			want: `{"id":"1","title":"a"}`},
		{name: "authors are left out", e: list, body: `[{"created_by":"a@example.com","id":"1","title":"a","updated_by":"b@example.com"},{"id":"2","title":"b","created\u005fby" : {"x":["c@example.com"]} , "servings":2}]`,
			want: `[{"id":"1","title":"a","description":""},{"id":"2","title":"b","servings":2,"description":""}]`},
		{name: "the author of one is left out", e: get, body: `{"id":"1","created_by":"a@example.com","updated_by":"b@example.com","title":"a"}`, want: `{"id":"1","title":"a"}`},
		{name: "nulls within lists", e: get, body: `{"id":"1","title":"a","ingredients":[{"quantity":null,"name":"leek","unit":null},{"notes":null},{"name":"x"}],` +
			`"steps":[ {"duration_minutes" : null, "temperature_value":null, "instruction":"stir","temperature_unit":null} , {} ]}`,
			want: `{"id":"1","title":"a","ingredients":[{"name":"leek"},{},{"name":"x"}],"steps":[{"instruction":"stir"},{}]}`},
		{name: "lists of null", e: get, body: `{"ingredients":null,"id":"1","title":"a","steps":null}`, want: `{"id":"1","title":"a"}`},
		{name: "nulls further in are not ours", e: get, body: `{"id":"1","title":"a","x":{"y":null},"steps":[{"z":[null]}]}`,
			want: `{"id":"1","title":"a","x":{"y":null},"steps":[{"z":[null]}]}`},
		{name: "a nested description is another", e: list, body: `[{"id":"1","title":"a","x":{"description":"y"}}]`,
			want: `[{"id":"1","title":"a","x":{"description":"y"},"description":""}]`},
		{name: "escaped names", e: list, body: `[{"\u0069d":"1","titl\u0065":"a","description":""}]`,
			want: `[{"\u0069d":"1","titl\u0065":"a","description":""}]`},
		{name: "digits are kept", e: get, body: `{"id":"1","title":"a","n":1.50,"big":90071992547409931234,"e":1E400}`,
			want: `{"id":"1","title":"a","n":1.50,"big":90071992547409931234,"e":1E400}`},
		{name: "escapes are kept", e: get, body: `{"id":"1","title":"\u00e9\"\\\/\ud83c\udf5d"}`, want: `{"id":"1","title":"\u00e9\"\\\/\ud83c\udf5d"}`},
		{name: "no ingredients", e: get, body: `{"title":"a","id":"1"}` + "\r\n", want: `{"title":"a","id":"1"}`},

		{name: "object for list", e: list, body: `{"id":"1","title":"a"}`, wrong: true},
		{name: "list for object", e: get, body: `[{"id":"1","title":"a"}]`, wrong: true},
		{name: "row without id", e: list, body: `[{"title":"a"}]`, wrong: true},
		{name: "row without title", e: list, body: `[{"id":"1","x":{"title":"a"}}]`, wrong: true},
		{name: "row in another case", e: list, body: `[{"ID":"1","title":"a"}]`, wrong: true},
		{name: "row that is null", e: list, body: `[null]`, wrong: true},
		{name: "id as number", e: list, body: `[{"id":1,"title":"a"}]`, wrong: true},
		{name: "second id as number", e: list, body: `[{"id":"1","id":1,"title":"a"}]`, wrong: true},
		{name: "id of null", e: list, body: `[{"id":null,"title":"a"}]`, wrong: true},
		{name: "title of null", e: get, body: `{"id":"1","title":null}`, wrong: true},
		{name: "ingredients as object", e: get, body: `{"id":"1","title":"a","ingredients":{}}`, wrong: true},
		{name: "step that is no object", e: get, body: `{"id":"1","title":"a","steps":["stir"]}`, wrong: true},
		{name: "ingredient of null", e: get, body: `{"id":"1","title":"a","ingredients":[null]}`, wrong: true},
		{name: "nothing", e: get, body: ``, wrong: true},
		{name: "a page", e: get, body: `<!DOCTYPE html><html>log in</html>`, wrong: true},
		{name: "half", e: list, body: `[{"id":"1","title":"a"`, wrong: true},
		{name: "more behind it", e: list, body: `[] []`, wrong: true},
		{name: "invalid UTF-8", e: get, body: "{\"id\":\"1\",\"title\":\"\xff\"}", wrong: true},
		{name: "lone surrogate", e: get, body: `{"id":"1","title":"\ud800"}`, wrong: true},
		{name: "too deep", e: get, body: `{"id":"1","title":"a","x":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, wrong: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { apitest.ReplyJSON(w, http.StatusOK, tt.body) })
			got, err := tt.e.call(t.Context(), dial(t, a.Base(), retries(3)))
			if tt.wrong {
				apitest.CheckError(t, err, fault.Unavailable, http.StatusOK, service, "API_BASE_URL")
				a.CheckRequests(t, tt.e.method+" "+tt.e.path)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestClient_boundsAnswers(t *testing.T) {
	t.Parallel()
	zeros := make([]byte, 1<<20)
	tests := map[string]http.HandlerFunc{
		"announced": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "33554433")
			_, _ = w.Write(zeros)
		},
		"endless": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(zeros); err != nil {
					return
				}
			}
		},
		"gzip bomb": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			for range 64 {
				if _, err := z.Write(zeros); err != nil {
					return
				}
			}
			_ = z.Close()
		},
	}
	for name, handler := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := apitest.Serve(t, handler)
			// The bound must end it, not the time, on a busy machine too.
			_, err := dial(t, a.Base(), retries(3), limit(5*time.Minute)).List(t.Context())
			apitest.CheckError(t, err, fault.Unavailable, http.StatusOK, "32 MiB")
			a.CheckRequests(t, "GET /api/recipes")
		})
	}
}

func TestClient_readsCompressedAnswers(t *testing.T) {
	t.Parallel()
	want := string(listBody(2000, true))
	a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, want)
		_ = z.Close()
	})
	got, err := dial(t, a.Base(), func(o *recipe.Options) { o.Authors = true }).List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("the list differs from what was sent")
	}
}

// TestClient_anotherRecipe asserts that a recipe which was not asked for is not
// shown, and that the case of ids does not matter.
func TestClient_anotherRecipe(t *testing.T) {
	t.Parallel()
	const other = `{"id":"9b2504e0-4f89-41d3-9a0c-0305e82c3309","title":"Secret stew"}`
	tests := []struct {
		name, body string
		wrong      bool
	}{
		{"another", other, true},
		{"another besides", strings.Replace(soup, `"title"`, `"id":"x","title"`, 1), true},
		{"the list's shape of it", "[" + soup + "]", true},
		{"none", `{"id":"","title":"Soup"}`, true},
		{"upper case", strings.Replace(soup, someID, strings.ToUpper(someID), 1), false},
		{"with an escape", strings.Replace(soup, someID, `\u0033`+someID[1:], 1), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { apitest.ReplyJSON(w, http.StatusOK, tt.body) })
			c := dial(t, a.Base(), retries(3))
			got, err := c.Get(t.Context(), someID)
			updated, updateErr := c.Update(t.Context(), someID, json.RawMessage(`{"title":"Soup"}`))
			if !tt.wrong {
				if err != nil || updateErr != nil || string(got) != tt.body || string(updated) != tt.body {
					t.Errorf("got %s, %v, updated %s, %v", got, err, updated, updateErr)
				}
				return
			}
			apitest.CheckError(t, err, fault.Unavailable, http.StatusOK, service)
			apitest.CheckError(t, updateErr, fault.UnknownOutcome, http.StatusOK, "may or may not have been saved", "Checking whether it was saved failed too")
			if strings.Contains(err.Error()+updateErr.Error(), "stew") {
				t.Errorf("something of it is told: %v, %v", err, updateErr)
			}
			path := " /api/recipes/" + someID
			a.CheckRequests(t, "GET"+path, "PUT"+path, "GET"+path)
		})
	}
}

func TestNewClient_refuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, key, email, want string }{
		{"key with line break", "hunter2\r\nX: y", "", "API_KEY has U+000D at character 8"},
		{"key with what can't be seen", "hunter2\ufeff", "", "API_KEY has U+FEFF at character 8"},
		{"address with NUL", "", "hunter2\x00@example.com", "USER_EMAIL has U+0000 at character 8"},
		{"address with a letter that isn't ASCII", "", "hünter2@example.com", "USER_EMAIL has U+00FC at character 2"},
		{"address with what can't be seen", "", "hunter2\u200b@example.com", "USER_EMAIL has U+200B at character 8"},
		{"address that is ASCII in lower case alone", "", "\u212aunter2@example.com", "USER_EMAIL has U+212A at character 1"},
		{"address of white space alone", "", "\u3000", "USER_EMAIL has U+3000 at character 1"},
		{"address with white space at its end", "", "hunter2@example.com\u00a0", "USER_EMAIL has U+00A0 at character 20"},
		{"address with a blank", "", "hunter2 @example.com", "USER_EMAIL has U+0020 at character 8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := recipe.NewClient(recipe.Options{Options: apiclient.Options{BaseURL: "http://api.example"}, Key: tt.key, Email: tt.email})
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "unter2") {
				t.Errorf("error %v, want one that begins with %s and names no value", err, tt.want)
			}
		})
	}
}

// TestClient_As asserts that one client serves several people at once, and that
// each call carries the address of its own.
func TestClient_As(t *testing.T) {
	t.Parallel()
	a := apitest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		apitest.ReplyJSON(w, http.StatusOK, `[{"id":"1","title":"`+r.Header.Get("X-User-Email")+" "+r.Header.Get("X-Api-Key")+`"}]`)
	})
	c := dial(t, a.Base())
	other := dial(t, a.Base(), func(o *recipe.Options) { o.Key = "another key" })
	var calls sync.WaitGroup
	for _, email := range []string{"Bob@example.com", "carol@example.com", ""} {
		acting, err := c.As(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			calls.Go(func() {
				got, err := c.List(acting)
				if want := `"` + strings.ToLower(email) + " " + apitest.Key + `"`; err != nil || !strings.Contains(string(got), want) {
					t.Errorf("got %s, %v, want %s", got, err, want)
				}
				// No other client takes them, and its key stays with it.
				got, err = other.List(acting)
				if want := `"` + apitest.Email + ` another key"`; err != nil || !strings.Contains(string(got), want) {
					t.Errorf("got %s, %v, want %s", got, err, want)
				}
			})
		}
	}
	calls.Wait()
	if _, err := c.As(t.Context(), "bób@example.com"); err == nil || !strings.Contains(err.Error(), "USER_EMAIL") {
		t.Error(err)
	}
}
