package widget_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	hostwidget "github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/widget"
)

// The page stays small: hosts keep it in each message of a chat that shows it.
func TestNew_Size(t *testing.T) {
	t.Parallel()
	w, err := widget.New(widget.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(w.Page()); n > 80<<10 {
		t.Errorf("the page has %d bytes, want at most %d", n, 80<<10)
	}
}

// What the page may load and send to is said in the words of both kinds of host.
func TestNew_Policy(t *testing.T) {
	t.Parallel()
	w, err := widget.New(widget.Options{Site: "https://work.example.com", Media: []string{"https://api.example.com/", "https://work.example.com", ""}, Domain: "https://widget.example.com"})
	if err != nil {
		t.Fatal(err)
	}
	origins := []string{"https://work.example.com", "https://api.example.com", "https://*.oaiusercontent.com"}
	want := map[string]string{"ui://knearme-portfolio/widget.html": "text/html;profile=mcp-app", "template://knearme-portfolio": "text/html+skybridge"}
	for _, r := range w.Resources() {
		bare, version, _ := strings.Cut(r.URI, "?v=")
		if want[bare] != r.MIME || len(version) != 8 {
			t.Errorf("%s is %s", r.URI, r.MIME)
		}
		ui, older := r.Meta["ui"].(map[string]any), r.Meta["openai/widgetCSP"].(map[string]any)
		csp := ui["csp"].(map[string]any)
		for name, got := range map[string]any{"connect": csp["connectDomains"], "load": csp["resourceDomains"], "older connect": older["connect_domains"], "older load": older["resource_domains"]} {
			if !slices.Equal(got.([]string), origins) {
				t.Errorf("%s: %s is %v, want %v", r.URI, name, got, origins)
			}
		}
		if !slices.Equal(older["redirect_domains"].([]string), origins[:1]) || ui["domain"] != "https://widget.example.com" || r.Meta["openai/widgetDomain"] != "https://widget.example.com" {
			t.Errorf("%s: %v", r.URI, r.Meta)
		}
		delete(want, bare)
	}
	if len(want) > 0 {
		t.Errorf("not served: %v", want)
	}
	if _, err := widget.New(widget.Options{Site: "work.example.com"}); err == nil {
		t.Error("a host without a scheme is taken for an origin")
	}
}

// TestScenario42_ChangedPage gives a changed page another URI, and reads the new page by
// the old one, which chats still have.
func TestScenario42_ChangedPage(t *testing.T) {
	t.Parallel()
	now, err := widget.New(widget.Options{})
	if err != nil {
		t.Fatal(err)
	}
	before, err := hostwidget.New(hostwidget.Options{
		Name: "portfolio", AppsURI: "ui://knearme-portfolio/widget.html", OpenAIURI: "template://knearme-portfolio", Script: "var other = 1;",
	})
	if err != nil {
		t.Fatal(err)
	}
	options := mcptest.Options()
	options.Resources = now.Resources()
	server := mcptest.Serve(t, options, nil)
	for i, old := range before.Resources() {
		if old.URI == now.Resources()[i].URI {
			t.Errorf("a changed page has the same URI, %s", old.URI)
		}
		text, err := mcptest.Write(t, server, "resources/read", `{"uri":"`+old.URI+`"}`)
		var read struct {
			Contents []struct {
				Text string `json:"text"`
			} `json:"contents"`
		}
		if err == nil {
			err = json.Unmarshal([]byte(text), &read)
		}
		if err != nil || len(read.Contents) != 1 || read.Contents[0].Text != now.Page() {
			t.Errorf("%s is not read: %v", old.URI, err)
		}
	}
}

// Each of the eleven tools shows the widget, which calls all but the one that begins.
func TestAttach(t *testing.T) {
	t.Parallel()
	for _, unversioned := range []bool{false, true} {
		w, err := widget.New(widget.Options{Unversioned: unversioned})
		if err != nil {
			t.Fatal(err)
		}
		listed := map[any]bool{}
		for _, r := range w.Resources() {
			listed[r.URI] = true
		}
		if unversioned != listed["template://knearme-portfolio"] {
			t.Errorf("unversioned %v: listed are %v", unversioned, listed)
		}
		for _, tool := range portfolio.Tools(nil, portfolio.ToolOptions{Attach: widget.Attach(w)}) {
			ui := tool.Meta["ui"].(map[string]any)
			invoking, _ := tool.Meta["openai/toolInvocation/invoking"].(string)
			invoked, _ := tool.Meta["openai/toolInvocation/invoked"].(string)
			switch {
			case !listed[ui["resourceUri"]] || ui["resourceUri"] != tool.Meta["ui/resourceUri"] || !listed[tool.Meta["openai/outputTemplate"]]:
				t.Errorf("%s names pages that are not listed: %v", tool.Name, tool.Meta)
			case !slices.Equal(ui["visibility"].([]string), []string{"model", "app"}):
				t.Errorf("%s is visible to %v", tool.Name, ui["visibility"])
			case (tool.Meta["openai/widgetAccessible"] == true) == (tool.Name == "create_project_draft"):
				t.Errorf("%s: the widget may call it: %v", tool.Name, tool.Meta["openai/widgetAccessible"])
			case invoking == "" || len(invoking) > 64 || invoked == "" || len(invoked) > 64:
				t.Errorf("%s says %q and %q", tool.Name, invoking, invoked)
			case (tool.Meta["openai/fileParams"] != nil) != (tool.Name == "add_project_media"):
				t.Errorf("%s takes files: %v", tool.Name, tool.Meta["openai/fileParams"])
			}
		}
	}
}
