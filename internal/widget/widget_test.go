package widget_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

func card() widget.Options {
	return widget.Options{
		Name: "card", Title: "A <card>", Description: "One thing.",
		AppsURI: "ui://things/card.html", OpenAIURI: "ui://things/card.chatgpt.html",
		Style: ".x{}", Script: "widget({});",
		Connect: []string{"https://api.example.com"}, Load: []string{"https://*.example.com"},
	}
}

func declare(t *testing.T, o widget.Options) *widget.Widget {
	t.Helper()
	w, err := widget.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Both kinds of host find the page under the URI that the tool names.
func TestWidget_Resources(t *testing.T) {
	t.Parallel()
	w := declare(t, card())
	tool := mcp.Tool{Name: "get", Meta: map[string]any{"own": true}}
	w.Attach(&tool, "Fetching", "Fetched")
	list := w.Resources()
	if len(list) != 2 {
		t.Fatalf("there are %d resources, want 2", len(list))
	}
	for i, want := range []struct{ uri, mime, key string }{
		{"ui://things/card.html", "text/html;profile=mcp-app", "ui/resourceUri"},
		{"ui://things/card.chatgpt.html", "text/html+skybridge", "openai/outputTemplate"},
	} {
		r := list[i]
		if r.URI != want.uri || r.MIME != want.mime || tool.Meta[want.key] != r.URI {
			t.Errorf("%s as %s, want %s and %s; the tool says %v", r.URI, r.MIME, want.uri, want.mime, tool.Meta[want.key])
		}
		got, err := r.Read(t.Context(), &mcp.Request{}, r.URI, nil)
		if err != nil || len(got) != 1 || got[0].Text != w.Page() || r.Size != int64(len(w.Page())) {
			t.Errorf("%s is read as %d parts, %v", r.URI, len(got), err)
		}
	}
	if tool.Meta["own"] != true {
		t.Error("the tool's own _meta is lost")
	}
}

func TestWidget_Meta(t *testing.T) {
	t.Parallel()
	got, err := json.MarshalIndent(declare(t, card()).Resources()[0].Meta, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "openai/widgetCSP": {
  "connect_domains": [
   "https://api.example.com"
  ],
  "redirect_domains": [],
  "resource_domains": [
   "https://*.example.com"
  ]
 },
 "openai/widgetDescription": "One thing.",
 "openai/widgetPrefersBorder": true,
 "ui": {
  "csp": {
   "connectDomains": [
    "https://api.example.com"
   ],
   "resourceDomains": [
    "https://*.example.com"
   ]
  },
  "prefersBorder": true
 }
}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A page is whole and loads nothing; its title is text.
func TestWidget_Page(t *testing.T) {
	t.Parallel()
	page := declare(t, card()).Page()
	for _, part := range []string{"<title>A &lt;card&gt;</title>", ".x{}", "widget({});", "function widget("} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	for _, part := range []string{"src=", "href=", "<base", "import ", "@import", "url(", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("} {
		if strings.Contains(page, part) {
			t.Errorf("the page has %s", part)
		}
	}
}

func TestNew_Refuses(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(o *widget.Options){
		"no name":         func(o *widget.Options) { o.Name = "" },
		"not a ui:// URI": func(o *widget.Options) { o.AppsURI = "https://example.com" },
		"end of script":   func(o *widget.Options) { o.Script = `"</SCRIPT >"` },
		"end of style":    func(o *widget.Options) { o.Style = "</style>" },
		"comment":         func(o *widget.Options) { o.Script = "<!--" },
		"bare host":       func(o *widget.Options) { o.Connect = []string{"example.com"} },
		"any host":        func(o *widget.Options) { o.Connect = []string{"https://*"} },
		"any top level":   func(o *widget.Options) { o.Connect = []string{"https://*."} },
		"two wildcards":   func(o *widget.Options) { o.Connect = []string{"https://*.*.example.com"} },
		"path":            func(o *widget.Options) { o.Load = []string{"https://example.com/x"} },
		"two origins":     func(o *widget.Options) { o.Open = []string{"https://a.example.com;https://b.example.com"} },
	} {
		o := card()
		spoil(&o)
		if _, err := widget.New(o); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// The page has the bridge and the base styles that stand here, without what only their
// readers need. To have it follow them, run go test ./widget -run TestScript -update.
func TestScript(t *testing.T) {
	t.Parallel()
	mcptest.Minified(t, "bridge.min.js", []string{"bridge.js"})
	mcptest.Minified(t, "base.min.css", []string{"base.css"}, "--loader=css")
}

// A page costs little beside what its widget adds: the bridge alone has 12 KiB at most.
func TestBridge_Size(t *testing.T) {
	t.Parallel()
	page := declare(t, widget.Options{Name: "x", AppsURI: "ui://x", Script: "END"}).Page()
	_, script, _ := strings.Cut(page, "<script>")
	bridge, _, found := strings.Cut(script, "END")
	source, err := os.ReadFile("bridge.js")
	if err != nil || len(source) > 12<<10 {
		t.Errorf("bridge.js has %d bytes: %v", len(source), err)
	}
	if !found || len(bridge) > 12<<10 || len(page) > 16<<10 {
		t.Errorf("the bridge has %d bytes and the page %d", len(bridge), len(page))
	}
}
