package widget_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// clock takes the timers of a widget out of time's hands: those that are set from now on
// run when pass is called.
const clock = `var timers = [];
window.setTimeout = function (f, ms, given) { return 1e6 + timers.push({ f: f, ms: ms, given: given }); };
window.clearTimeout = (function (real) { return function (id) { if (timers[id - 1e6 - 1]) timers[id - 1e6 - 1].f = null; else real(id); }; })(window.clearTimeout);
function due(ms) { return timers.filter(function (t) { return t.f && t.ms <= ms; }); }
function pass(ms) { due(ms).forEach(function (t) { var f = t.f; t.f = null; f(t.given); }); }
`

func shown(t *testing.T, host widgettest.Host, s widgettest.Setup) *widgettest.Page {
	t.Helper()
	s.Tool, s.Arguments = "get_thing", map[string]string{"id": "x"}
	p := things(t).Show(host, s)
	p.Wait(`shows === 1`)
	return p
}

// is fails the test unless an expression in the widget gives these texts.
func is(t *testing.T, p *widgettest.Page, expression string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, widgettest.Eval[[]string](p, expression)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", expression, diff)
	}
}

// arrive waits until the widget has heard all that the host of MCP Apps posted.
func arrive(p *widgettest.Page) {
	p.Helper()
	p.DoHost(`new Promise(function (r) { setTimeout(r); }).then(function () { return ask("ping"); })`)
}

const texts = `["thing", "error"].map(function (id) { return document.getElementById(id).textContent; })`

// Only the frame around the widget is heard: what the widget itself, a frame in it or a
// page further up posts is no result, no answer to a call and no news of the host.
func TestChromium_Strangers(t *testing.T) {
	t.Parallel()
	p := shown(t, widgettest.Apps, widgettest.Setup{})
	p.DoHost(`requests["tools/call"] = function () { return new Promise(function (r) { window.free = r; }); }`)
	p.Do(`var heard = 0, answer = "";
		addEventListener("message", function (e) { if (e.data.forged) heard++; });
		host.call("get_thing", {}).then(function (r) { answer = r.data.thing; }); 0`)
	p.WaitHost(`window.free`)
	const forge = `(function (to) {
		var result = { structuredContent: { thing: "forged" } };
		[{ method: "ui/notifications/tool-result", params: result },
			{ method: "ui/notifications/tool-cancelled" },
			{ method: "ui/notifications/host-context-changed", params: { theme: "dark" } },
			{ id: 1, result: result }, { id: 2, result: result }, { id: 3, result: result }
		].forEach(function (m) { m.jsonrpc = "2.0"; m.forged = true; to.postMessage(m, "*"); });
	})`
	p.Do(forge + `(window)`)
	p.Do(`document.body.appendChild(document.createElement("iframe")).srcdoc = "<script>" + ` + "`" + forge + "`" + ` + "(parent)</" + "script>"`)
	p.DoHost(forge + `(theFrame.contentWindow[0])`)
	p.Wait(`heard === 18`)
	const state = `[document.getElementById("thing").textContent, document.getElementById("error").textContent, document.documentElement.dataset.theme, answer]`
	is(t, p, state, "a <b>pot</b> x", "", "light", "")
	p.DoHost(`free({ structuredContent: { thing: "true" } })`)
	p.Wait(`answer`)
	is(t, p, state, "a <b>pot</b> x", "", "light", "true")
}

// The host is answered whether the widget is there, and that it doesn't know a method.
func TestChromium_Answers(t *testing.T) {
	t.Parallel()
	p := shown(t, widgettest.Apps, widgettest.Setup{})
	for method, want := range map[string]string{
		"ping":       `{"result":{},"jsonrpc":"2.0"}`,
		"ui/unknown": `{"error":{"code":-32601,"message":"There is no method ui/unknown"},"jsonrpc":"2.0"}`,
	} {
		if got := widgettest.EvalHost[string](p, `ask("`+method+`").then(function (m) { delete m.id; return JSON.stringify(m); })`); got != want {
			t.Errorf("%s is answered with %s, want %s", method, got, want)
		}
	}
}

// A call of the model's that was cancelled is said to be, and isn't made in its place. A
// result that came before, or comes all the same, is shown.
func TestChromium_Cancelled(t *testing.T) {
	t.Parallel()
	p := shown(t, widgettest.Apps, widgettest.Setup{})
	p.DoHost(`post({ method: "ui/notifications/tool-cancelled", params: {} })`)
	arrive(p)
	is(t, p, texts, "a <b>pot</b> x", "")

	p = things(t).Show(widgettest.Apps, widgettest.Setup{Tool: "get_thing", Arguments: map[string]string{"id": "x"}, Faults: widgettest.Faults{NoResult: true, Cancelled: true}})
	p.Wait(`document.getElementById("error")`)
	is(t, p, `[document.getElementById("error").textContent]`, "The call was cancelled.")
	if calls := p.Record().Calls; len(calls) > 0 {
		t.Errorf("the widget called %v", calls)
	}
	p.DoHost(`post({ method: "ui/notifications/tool-result", params: prepared.result })`)
	p.Wait(`shows === 1`)
	is(t, p, texts, "a <b>pot</b> x", "")
}

// What changes about the host is merged with what doesn't, and the look follows.
func TestChromium_Changes(t *testing.T) {
	t.Parallel()
	const look = `[document.documentElement.dataset.theme, document.documentElement.style.colorScheme, getComputedStyle(document.body).backgroundColor,
		host.locale(), document.documentElement.dir, String(host.can("fullscreen")), String(looked > 0)]`
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			p := shown(t, host, widgettest.Setup{Locale: "ar"})
			p.Do(`var looked = 0; host.theme(function () { looked++; })`)
			is(t, p, look, "light", "light", "rgb(255, 255, 255)", "ar", "rtl", "true", "false")
			change := func(what string) {
				if host == widgettest.ChatGPT {
					p.DoHost(`change(` + what + `)`)
				} else {
					p.DoHost(`post({ method: "ui/notifications/host-context-changed", params: ` + what + ` })`)
				}
				p.Wait(`looked`)
			}
			change(`{ theme: "dark" }`)
			is(t, p, look, "dark", "dark", "rgb(30, 29, 27)", "ar", "rtl", "true", "true")
			p.Do(`looked = 0`)
			change(`{ locale: "de-AT" }`)
			is(t, p, look, "dark", "dark", "rgb(30, 29, 27)", "de-AT", "ltr", "true", "true")
		})
	}
}

// A host's variables style the widget; what is no variable doesn't.
func TestChromium_Variables(t *testing.T) {
	t.Parallel()
	const look = `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color, getComputedStyle(document.body).fontFamily, getComputedStyle(document.body).paddingTop]`
	p := shown(t, widgettest.Apps, widgettest.Setup{Variables: map[string]string{
		"--color-background-primary": "rgb(1, 2, 3)", "--color-text-primary": "rgb(4, 5, 6)", "--font-sans": "monospace", "padding": "9px", "color": "red",
	}})
	is(t, p, look, "rgb(1, 2, 3)", "rgb(4, 5, 6)", "monospace", "0px")
	is(t, p, `[document.documentElement.style.padding, document.documentElement.style.color]`, "", "")
	p.DoHost(`post({ method: "ui/notifications/host-context-changed", params: { styles: { variables: { "--color-background-primary": "rgb(7, 8, 9)", "--font-sans": 1 } } } })`)
	arrive(p)
	is(t, p, look, "rgb(7, 8, 9)", "rgb(4, 5, 6)", "monospace", "0px")
}

// The host learns how high the page is once it rests, and not of 2 pixels.
func TestChromium_Size(t *testing.T) {
	t.Parallel()
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			p := shown(t, host, widgettest.Setup{})
			p.WaitHost(`ready`) // after which the host hears of the size anew
			if host == widgettest.Apps {
				arrive(p)
			}
			p.Do(clock + `var block = app.appendChild(document.createElement("div")); block.style.height = "100px"; host.resize(); pass(100)`)
			sizes := func() []float64 { // after what was reported before
				widgettest.Eval[string](p, `host.open("https://example.com/").then(function () { return ""; })`)
				return p.Record().Sizes
			}
			before := sizes()
			at := before[len(before)-1]
			grow := func(heights ...string) {
				for _, h := range heights {
					p.Do(`block.style.height = "` + h + `"; host.resize()`)
				}
			}
			for _, step := range []struct {
				heights []string
				want    []float64
			}{
				{[]string{"102px"}, nil}, {[]string{"98px"}, nil}, {[]string{"103px"}, []float64{at + 3}}, {[]string{"100px"}, []float64{at}},
				{[]string{"110px", "120px", "130px", "140px"}, []float64{at + 40}},
			} {
				grow(step.heights...)
				if got := sizes(); !slices.Equal(got, before) {
					t.Errorf("%v: before it rests, the host hears of %v", step.heights, got[len(before):])
				}
				is(t, p, `[String(due(99).length), String(due(100).length)]`, "0", "1")
				p.Do(`pass(100)`)
				got := sizes()
				if diff := cmp.Diff(step.want, slices.Clone(got[len(before):])); diff != "" && len(step.want)+len(got)-len(before) > 0 {
					t.Errorf("%v: the host hears (-want +got):\n%s", step.heights, diff)
				}
				before = got
			}
		})
	}
}

// In a host that lets a widget be only so high, the rest is scrolled to. It hears of what
// the page needs, more or less.
func TestChromium_Height(t *testing.T) {
	t.Parallel()
	for _, host := range hosts {
		p := shown(t, host, widgettest.Setup{Height: 200})
		p.Do(`var block = app.appendChild(document.createElement("div")); block.style.height = "900px"`)
		p.WaitHost(`record.sizes.some(function (h) { return h > 900; })`)
		p.Do(`scrollTo(0, 1e5)`)
		is(t, p, `[String(innerHeight), String(Math.round(document.body.getBoundingClientRect().bottom))]`, "200", "200")
		p.Do(`block.remove()`)
		p.WaitHost(`record.sizes[record.sizes.length - 1] < 200`)
	}
}

// A file goes to a host that takes files; any other is said to take none.
func TestChromium_Upload(t *testing.T) {
	t.Parallel()
	const upload = `host.upload(new File(["a"], "a.txt")).then(function (id) { return [String(host.can("upload")), String(id)]; })`
	for _, host := range hosts {
		p := shown(t, host, widgettest.Setup{Files: true})
		want, files := []string{"true", "file_1"}, []string{"a.txt"}
		if host == widgettest.Apps {
			want, files = []string{"false", "null"}, nil
		}
		is(t, p, upload, want...)
		if got := p.Record().Uploads; !slices.Equal(got, files) {
			t.Errorf("%s got the files %v, want %v", host, got, files)
		}
	}
	is(t, shown(t, widgettest.ChatGPT, widgettest.Setup{}), upload, "false", "null")
}

// A host that never answers is waited for, but not for ever.
func TestChromium_Limit(t *testing.T) {
	t.Parallel()
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			p := shown(t, host, widgettest.Setup{Files: true})
			p.DoHost(`{
				let methods = typeof requests === "undefined" ? answers : requests;
				Object.keys(methods).forEach(function (m) { methods[m] = function () { return new Promise(function () {}); }; });
			}`)
			p.Do(clock + `var said;
				function late(ask) { said = ""; ask().then(function () { said = "answered"; }, function (e) { said = e.message; }); }`)
			limits := map[string]string{
				`host.call("get_thing", {})`:        "60000",
				`host.say("Hello")`:                 "10000",
				`host.open("https://example.com/")`: "10000",
				`host.mode("fullscreen")`:           "10000",
			}
			if host == widgettest.ChatGPT {
				limits[`host.upload(new File(["a"], "a.txt"))`] = "300000"
			}
			for ask, limit := range limits {
				p.Do(`late(function () { return ` + ask + `; }); pass(` + limit + ` - 1)`)
				is(t, p, `[said]`, "")
				p.Do(`pass(` + limit + `)`)
				is(t, p, `[said]`, "The app did not answer in time.")
			}
			p.Do(`host.state({ id: "7" }); pass(10000)`) // says nothing, not to the console either
		})
	}
}

// A host with both channels is asked once, by one of them, and what it sends by both is
// shown once. What comes later is shown in place of what came before, whatever other
// news window.openai has meanwhile.
func TestChromium_Both(t *testing.T) {
	t.Parallel()
	t.Run("data", func(t *testing.T) {
		t.Parallel()
		p := shown(t, widgettest.Both, widgettest.Setup{})
		p.WaitHost(`ready`)
		arrive(p)
		const state = `[document.getElementById("thing").textContent, String(shows), document.documentElement.dataset.theme]`
		is(t, p, state, "a <b>pot</b> x", "1", "light")
		result := func(thing string) {
			p.DoHost(`post({ method: "ui/notifications/tool-result", params: { structuredContent: { thing: "` + thing + `" } } })`)
			arrive(p)
		}
		globals := func(what string) {
			p.DoHost(`change(` + what + `)`)
			arrive(p)
		}
		result("second")
		is(t, p, state, "second", "2", "light")
		globals(`{ displayMode: "fullscreen" }`)
		is(t, p, state, "second", "2", "light")
		globals(`{ toolOutput: { thing: "third" } }`)
		is(t, p, state, "third", "3", "light")
		result("second")
		globals(`{ displayMode: "inline" }`)
		is(t, p, state, "second", "4", "light")
		if calls := p.Record().Calls; len(calls) > 0 {
			t.Errorf("the widget called %v", calls)
		}
	})
	t.Run("asks", func(t *testing.T) {
		t.Parallel()
		p := shown(t, widgettest.Both, widgettest.Setup{Files: true, Faults: widgettest.Faults{NoResult: true}})
		p.Do(`Promise.all([host.say("Hello"), host.open("https://example.com/"), host.mode("fullscreen"), host.state({ id: "7" }), host.upload(new File(["a"], "a.txt"))])`)
		arrive(p)
		r := p.Record()
		if len(r.Calls) != 1 || len(r.Said) != 1 || len(r.Opened) != 1 || len(r.Modes) != 1 || len(r.States)+len(r.Context) != 1 || len(r.Uploads) != 1 {
			t.Errorf("the host heard %+v", r)
		}
		is(t, p, texts, "a <b>pot</b> x", "")
	})
}
