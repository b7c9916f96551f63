package widget_test

import (
	"slices"
	"testing"

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
		if want[r.URI] != r.MIME {
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
		delete(want, r.URI)
	}
	if len(want) > 0 {
		t.Errorf("not served: %v", want)
	}
	if _, err := widget.New(widget.Options{Site: "work.example.com"}); err == nil {
		t.Error("a host without a scheme is taken for an origin")
	}
}

// Each of the eleven tools shows the widget, which calls all but the one that begins.
func TestAttach(t *testing.T) {
	t.Parallel()
	w, err := widget.New(widget.Options{})
	if err != nil {
		t.Fatal(err)
	}
	listed := map[any]bool{}
	for _, r := range w.Resources() {
		listed[r.URI] = true
	}
	if !listed["template://knearme-portfolio"] || !listed["ui://knearme-portfolio/widget.html"] {
		t.Errorf("listed are %v", listed)
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
