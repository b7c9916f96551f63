package widget_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
	"github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// probe is a widget that shows what it gets, and has a button for each thing that a
// widget may ask of its host.
const probe = `
var app = document.getElementById("app");
var shows = 0;
function put(name, text) {
  var e = document.getElementById(name) || app.appendChild(document.createElement("p"));
  e.id = name;
  e.textContent = text;
}
var host = widget({
  name: "probe", version: "1",
  accepts: function (data) { return typeof data.thing === "string"; },
  recover: function (hint) { var id = hint.input.id || hint.data.id || hint.state.id; return id ? ["get_thing", { id: id }] : null; },
  show: function (data, meta) { if (data.thing === "break") data.none.none(); shows++; put("thing", data.thing); put("extra", meta.extra || "none"); put("error", ""); },
  fail: function (text) { put("error", text); }
});
`

// things serves tools whose results the probe shows: get_thing reads, make_thing writes.
func things(t *testing.T) *widgettest.Bench {
	t.Helper()
	w := declare(t, widget.Options{
		Name: "probe", Title: "Probe", Description: "A thing.", AppsURI: "ui://things/probe.html", OpenAIURI: "ui://things/probe.chatgpt.html", Script: probe,
	})
	var made int
	tool := func(name string, reads bool) mcp.Tool {
		tool := mcp.Tool{
			Name: name, Hints: mcp.Hints{ReadOnly: reads},
			Input: schema.Closed(nil, schema.Text("id", "Which.", 0, 0)), Output: schema.Open(nil),
			Call: func(_ context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
				if !reads {
					made++
					if made > 1 {
						t.Errorf("%s is called again", name)
					}
				}
				r, err := mcp.StructuredResult(map[string]string{"id": "7", "thing": "a <b>pot</b> " + args.Text("id")})
				r.Meta = []byte(`{"extra":"more"}`)
				return r, err
			},
		}
		w.Attach(&tool, "Fetching", "Fetched")
		return tool
	}
	o := mcptest.Options()
	o.Resources, o.Extensions = w.Resources(), map[string]any{widget.Extension: map[string]any{}}
	server, err := mcp.New(o, []mcp.Tool{tool("get_thing", true), tool("make_thing", false)})
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := streamhttp.New(streamhttp.Options{
		Handler: func(_ *http.Request, version string) (jsonrpc.Handler, error) { return server.Request(version), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(endpoint)
	t.Cleanup(s.Close)
	return widgettest.New(t, strings.TrimPrefix(s.URL, "http://"))
}

var hosts = []widgettest.Host{widgettest.ChatGPT, widgettest.Apps}

// What a host loses, the widget gets by a call that only reads, once, or says plainly
// that there is nothing. It never makes a call that writes, and no markup of a result
// becomes part of the page.
func TestChromium_Recovery(t *testing.T) {
	t.Parallel()
	id := map[string]string{"id": "x"}
	const found = "a <b>pot</b> x"
	for name, c := range map[string]struct {
		tool   string
		faults widgettest.Faults
		thing  string // what it shows; "" when it has nothing
		extra  string
		calls  int
		error  string
	}{
		"nothing lost":          {"get_thing", widgettest.Faults{}, found, "more", 0, ""},
		"no _meta":              {"get_thing", widgettest.Faults{DropMeta: true}, found, "none", 0, ""},
		"no structuredContent":  {"get_thing", widgettest.Faults{DropStructured: true}, found, "more", 0, ""},
		"late":                  {"get_thing", widgettest.Faults{Late: true}, found, "more", 0, ""},
		"slow, and late":        {"get_thing", widgettest.Faults{Slow: true, Late: true}, found, "more", 0, ""},
		"no result":             {"get_thing", widgettest.Faults{NoResult: true}, found, "more", 1, ""},
		"an empty result":       {"get_thing", widgettest.Faults{ReplayEmpty: true}, found, "more", 1, ""},
		"nothing at all":        {"get_thing", widgettest.Faults{NoResult: true, NoInput: true}, "", "", 0, "There is nothing to show yet."},
		"no result, no tools":   {"get_thing", widgettest.Faults{NoResult: true, NoTools: true}, "", "", 0, "There is nothing to show yet. Ask for it in the chat."},
		"a refusal":             {"get_thing", widgettest.Faults{NoResult: true, RefuseCalls: true}, "", "", 1, "The person refused."},
		"a write is not redone": {"make_thing", widgettest.Faults{}, found, "more", 0, ""},
	} {
		for _, host := range hosts {
			t.Run(string(host)+" "+name, func(t *testing.T) {
				t.Parallel()
				p := things(t).Show(host, widgettest.Setup{Tool: c.tool, Arguments: id, Faults: c.faults})
				if c.thing == "" {
					p.Wait(`document.getElementById("error") && document.getElementById("error").textContent`)
					if got := widgettest.Eval[string](p, `document.getElementById("error").textContent`); got != c.error {
						t.Errorf("it says %q, want %q", got, c.error)
					}
				} else {
					p.Wait(`document.getElementById("thing")`)
					got := widgettest.Eval[[]string](p, `["thing", "extra"].map(function (id) { return document.getElementById(id).textContent; })`)
					if diff := cmp.Diff([]string{c.thing, c.extra}, got); diff != "" {
						t.Errorf("it shows (-want +got):\n%s", diff)
					}
				}
				if n := len(p.Record().Calls); n != c.calls {
					t.Errorf("it made %d calls, want %d", n, c.calls)
				}
			})
		}
	}
}

// A host that doesn't answer the bridge's greeting still gets a widget that works with
// what the host sends.
func TestChromium_SilentHost(t *testing.T) {
	t.Parallel()
	p := things(t).Show(widgettest.Apps, widgettest.Setup{Tool: "get_thing", Faults: widgettest.Faults{Silent: true}})
	p.Wait(`document.getElementById("thing")`)
}

// A host that takes its time is heard all the same, and may be asked.
func TestChromium_SlowHost(t *testing.T) {
	t.Parallel()
	p := things(t).Show(widgettest.Apps, widgettest.Setup{Tool: "get_thing", Faults: widgettest.Faults{Slow: true}})
	p.Wait(`document.getElementById("thing")`)
	if got := widgettest.Eval[string](p, `host.call("get_thing", { id: "y" }).then(function (r) { return r.data.thing; })`); got != "a <b>pot</b> y" {
		t.Errorf("it got %q", got)
	}
}

// A widget that gets only a result's text shows what people wrote as they wrote it.
func TestChromium_TextOnly(t *testing.T) {
	t.Parallel()
	const wrote = "a \u202e\"\\u00ab"
	for _, host := range hosts {
		p := things(t).Show(host, widgettest.Setup{Tool: "get_thing", Arguments: map[string]string{"id": wrote}, Faults: widgettest.Faults{DropStructured: true}})
		p.Wait(`document.getElementById("thing")`)
		if got := widgettest.Eval[string](p, `document.getElementById("thing").textContent`); got != "a <b>pot</b> "+wrote {
			t.Errorf("%s shows %q", host, got)
		}
	}
}

// What goes wrong is said, and ends nothing: methods that throw, a call of the model's
// that failed without a word, and data that the widget stumbles over.
func TestChromium_Stumbles(t *testing.T) {
	t.Parallel()
	setup := func(result map[string]any) widgettest.Setup {
		return widgettest.Setup{Tool: "get_thing", Arguments: map[string]string{"id": "x"}, Result: result}
	}
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			says := func(p *widgettest.Page, want string) {
				t.Helper()
				p.Wait(`document.getElementById("error") && document.getElementById("error").textContent`)
				if got := widgettest.Eval[string](p, `document.getElementById("error").textContent`); got != want {
					t.Errorf("it says %q, want %q", got, want)
				}
			}
			if host == widgettest.Apps { // ChatGPT doesn't say which results are errors
				p := things(t).Show(host, setup(map[string]any{"isError": true, "content": []any{}}))
				says(p, "That did not work. Ask in the chat what happened.")
			}
			p := things(t).Show(host, setup(map[string]any{"structuredContent": map[string]any{"thing": "break"}, "content": []any{}}))
			says(p, "This result can't be shown here.")
			if host == widgettest.ChatGPT {
				p.Do(`window.openai.callTool = function () { throw new Error("Not now."); }`)
				p.Do(`host.call("get_thing", {}).catch(function (e) { put("error", e.message); })`)
				p.Wait(`document.getElementById("error").textContent === "Not now."`)
			} else {
				p.Do(`host.end(function () { throw new Error("not yet"); })`)
				p.End()
			}
		})
	}
}

// What the widget asks reaches the host.
func TestChromium_Asks(t *testing.T) {
	t.Parallel()
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			p := things(t).Show(host, widgettest.Setup{Tool: "get_thing", Arguments: map[string]string{"id": "x"}, Theme: "dark", Locale: "ar"})
			p.Wait(`shows === 1`)
			p.Do(`host.end(function () { put("end", "ended"); })`)
			got := widgettest.Eval[string](p, `(async function () {
				var r = await host.call("get_thing", { id: "y" });
				await host.say("Hello 7");
				await host.open("https://example.com/");
				var refused = await host.open("javascript:alert(1)").catch(function (e) { return e.message; });
				host.state({ id: "7" });
				var mode = await host.mode("fullscreen");
				return [r.data.thing, r.meta.extra, refused, host.state().id, mode, document.documentElement.dir, document.documentElement.dataset.theme, host.locale()].join("|");
			})()`)
			if want := "a <b>pot</b> y|more|Only https pages open from here.|7|fullscreen|rtl|dark|ar"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			p.Do(`app.appendChild(document.createElement("div")).style.height = "900px"`)
			p.WaitHost(`record.sizes.some(function (h) { return h > 900; })`)
			r := p.Record()
			if len(r.Calls) != 1 || len(r.Said) != 1 || len(r.Opened) != 1 || len(r.Modes) != 1 || len(r.States)+len(r.Context) != 1 {
				t.Errorf("the host heard %+v", r)
			}
			if host == widgettest.Apps {
				p.End()
				p.Wait(`document.getElementById("end")`)
				return
			}
			p.Reload()
			p.Wait(`shows === 1 && host.state().id === "7"`)
		})
	}
}

// The base styles and an empty widget keep no one out.
func TestChromium_Axe(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../tools/axe")
	for _, theme := range []string{"light", "dark"} {
		p := things(t).Show(widgettest.Apps, widgettest.Setup{Tool: "get_thing", Theme: theme, Width: 320})
		p.Wait(`shows === 1`)
		p.Do(`app.insertBefore(document.createElement("h1"), app.firstChild).textContent = "Probe";
			["quiet", "main"].forEach(function (name) { var b = app.appendChild(document.createElement("button")); b.className = name; b.textContent = name; })`)
		axe.Check(p)
		p.Fits()
		p.Screenshot("probe-" + theme)
	}
}
