package widget_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/widget"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

func pages(t *testing.T, o widget.Options) *widget.Pages {
	t.Helper()
	p, err := widget.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// There are two pages, each for both kinds of host, small and with nothing to load.
func TestPages_Resources(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"gift-list-widget ui://widget/gift-list.html":               "text/html+skybridge",
		"gift-list-widget-app ui://widget/gift-list.app.html":       "text/html;profile=mcp-app",
		"gift-details-widget ui://widget/gift-details.html":         "text/html+skybridge",
		"gift-details-widget-app ui://widget/gift-details.app.html": "text/html;profile=mcp-app",
	}
	for _, r := range pages(t, widget.Options{Domain: "https://gifts.example.com"}).Resources() {
		if want[r.Name+" "+r.URI] != r.MIME {
			t.Errorf("%s at %s is %s", r.Name, r.URI, r.MIME)
		}
		delete(want, r.Name+" "+r.URI)
		if r.Size > 40<<10 {
			t.Errorf("%s has %d bytes, want at most %d", r.Name, r.Size, 40<<10)
		}
		contents, err := r.Read(t.Context(), &mcp.Request{}, r.URI, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"src=", "href=", "<base", "import ", "@import", "url(", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("} {
			if strings.Contains(contents[0].Text, part) {
				t.Errorf("%s has %s", r.Name, part)
			}
		}
		ui, older := r.Meta["ui"].(map[string]any), r.Meta["openai/widgetCSP"].(map[string]any)
		csp := ui["csp"].(map[string]any)
		for name, origins := range map[string]any{"connect": csp["connectDomains"], "load": csp["resourceDomains"], "older connect": older["connect_domains"], "older load": older["resource_domains"]} {
			if len(origins.([]string)) > 0 {
				t.Errorf("%s may %s %v", r.Name, name, origins)
			}
		}
		if ui["prefersBorder"] != true || r.Meta["openai/widgetPrefersBorder"] != true || r.Meta["openai/widgetDescription"] == "" || ui["domain"] != "https://gifts.example.com" {
			t.Errorf("%s: %v", r.Name, r.Meta)
		}
	}
	if len(want) > 0 {
		t.Errorf("not served: %v", want)
	}
}

// Each tool names its page, in the words of both kinds of host.
func TestPages_Attach(t *testing.T) {
	t.Parallel()
	p := pages(t, widget.Options{})
	listed := map[any]bool{}
	for _, r := range p.Resources() {
		listed[r.URI] = true
	}
	for name, page := range map[string]string{"get_recommendations": "gift-list", "get_gift_details": "gift-details"} {
		tool := mcp.Tool{Name: name}
		p.Attach(&tool, "Finding...", "Found")
		ui, template := tool.Meta["ui"].(map[string]any), tool.Meta["openai/outputTemplate"]
		if template != "ui://widget/"+page+".html" {
			t.Errorf("%s shows %s", name, template)
		}
		if !listed[template] || !listed[ui["resourceUri"]] || ui["resourceUri"] != tool.Meta["ui/resourceUri"] {
			t.Errorf("%s names pages that are not listed: %v", name, tool.Meta)
		}
		if !slices.Equal(ui["visibility"].([]string), []string{"model", "app"}) || tool.Meta["openai/widgetAccessible"] != true {
			t.Errorf("%s can't be called by its page: %v", name, tool.Meta)
		}
		if tool.Meta["openai/invocationMessage"] != "Finding..." || tool.Meta["openai/toolInvocation/invoking"] != "Finding..." || tool.Meta["openai/toolInvocation/invoked"] != "Found" {
			t.Errorf("%s says %v", name, tool.Meta)
		}
	}
}
