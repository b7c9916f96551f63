package widget_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/widget"
)

// resource is what resources/list and resources/read say of a page.
type resource struct {
	URI  string         `json:"uri"`
	MIME string         `json:"mimeType"`
	Text string         `json:"text"`
	Meta map[string]any `json:"_meta"`
}

// Both transports list and serve the page, in the forms of both kinds of host: with a
// policy that allows no connection. A ?v= that an older client kept is ignored.
func TestResources(t *testing.T) {
	t.Parallel()
	w, err := widget.New()
	if err != nil {
		t.Fatal(err)
	}
	request := func(method, params string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	}
	server := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0").Serve()
	process := harness.Program(t, "recipe-mcp").Start()
	process.Write(request("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`) + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	process.ReadLine()
	for transport, ask := range map[string]func(request string) string{
		"stdio": process.Ask,
		"http": func(request string) string {
			_, text, err := server.Do(t.Context(), http.MethodPost, "/mcp", request,
				"Content-Type", "application/json", "Accept", "application/json, text/event-stream", "MCP-Protocol-Version", "2025-11-25")
			if err != nil {
				t.Fatal(err)
			}
			return text
		},
	} {
		var list struct {
			Result struct {
				Resources []resource `json:"resources"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(ask(request("resources/list", `{}`))), &list); err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, r := range list.Result.Resources {
			want := map[string]string{"ui://recipe-vault/recipes.html": "text/html;profile=mcp-app", "ui://recipe-vault/recipes.chatgpt.html": "text/html+skybridge"}[r.URI]
			if want == "" {
				continue
			}
			found++
			if r.MIME != want {
				t.Errorf("%s: %s is listed as %s", transport, r.URI, r.MIME)
			}
			for _, uri := range []string{r.URI, r.URI + "?v=00000000"} {
				var read struct {
					Result struct {
						Contents []resource `json:"contents"`
					} `json:"result"`
				}
				if err := json.Unmarshal([]byte(ask(request("resources/read", fmt.Sprintf(`{"uri":%q}`, uri)))), &read); err != nil {
					t.Fatal(err)
				}
				if len(read.Result.Contents) != 1 {
					t.Fatalf("%s: %s isn't read", transport, uri)
				}
				got := read.Result.Contents[0]
				if got.URI != uri || got.MIME != want || got.Text != w.Page() || !reflect.DeepEqual(got.Meta, r.Meta) {
					t.Errorf("%s: %s is read as %s %s with %v", transport, uri, got.URI, got.MIME, got.Meta)
				}
			}
			policy := map[string]any{"connectDomains": []any{}, "resourceDomains": []any{}}
			ui, _ := r.Meta["ui"].(map[string]any)
			older, _ := r.Meta["openai/widgetCSP"].(map[string]any)
			if !reflect.DeepEqual(ui["csp"], policy) || !reflect.DeepEqual(older, map[string]any{"connect_domains": []any{}, "resource_domains": []any{}, "redirect_domains": []any{}}) {
				t.Errorf("%s: the policy is %v and %v", transport, ui["csp"], older)
			}
		}
		if found != 2 {
			t.Errorf("%s lists %d pages, want 2", transport, found)
		}
	}
}

// A client that knows text alone gets what it got: the widget adds to the _meta of its
// tools, and to nothing else.
func TestAttach_MetaAlone(t *testing.T) {
	t.Parallel()
	w, err := widget.New()
	if err != nil {
		t.Fatal(err)
	}
	tools := func() []mcp.Tool { return recipe.Tools(nil, recipe.ToolOptions{Sets: recipe.Sets()}) }
	plain, shown := tools(), tools()
	widget.Attach(w, shown)
	attached := 0
	for i := range shown {
		if shown[i].Meta["openai/outputTemplate"] != nil {
			attached++
		}
		shown[i].Meta, plain[i].Meta = nil, nil
		if shown[i].Call != nil && reflect.ValueOf(shown[i].Call).Pointer() != reflect.ValueOf(plain[i].Call).Pointer() {
			t.Errorf("%s is called differently", plain[i].Name)
		}
		a, errA := plain[i].Definition()
		b, errB := shown[i].Definition()
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Errorf("%s is published as %s and was as %s (%v, %v)", plain[i].Name, b, a, errA, errB)
		}
	}
	if attached != 4 {
		t.Errorf("%d tools have the widget, want 4", attached)
	}
}
