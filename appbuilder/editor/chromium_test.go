package editor_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/rules"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// person is somebody at a browser.
type person struct {
	*chromium.Tab
	url string

	mu       sync.Mutex
	contexts []string // of scripts
}

func (b *bench) person() *person {
	p := &person{Tab: chromium.Open(b.T), url: b.url}
	if err := chromedp.Listen(p.Context(), func(event any) {
		if e, ok := event.(*runtime.EventExecutionContextCreated); ok {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.contexts = append(p.contexts, e.Context.UniqueID)
		}
	}); err != nil {
		b.Fatal(err)
	}
	p.Look(1280, "light")
	p.Do(chromedp.Navigate(b.url + "/"))
	return p
}

// sees waits until an expression of the page is true. While another page is being opened there
// is none to ask.
func (p *person) sees(expression string) {
	p.Helper()
	for range 800 {
		seen, err := chromedp.Run(p.Context(), chromedp.Evaluate[bool](`(function () { try { return !!(`+expression+`); } catch (e) { return false; } })()`))
		if err == nil && seen {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	p.Screenshot("failed-" + strings.ReplaceAll(p.Name(), "/", "-"))
	p.Fatalf("not seen: %s\n%s", expression, p.Get(chromedp.Evaluate[string]("location.href + document.body.innerText")))
}

// frame returns the value of an expression in the preview.
func (p *person) frame(expression string) string {
	p.Helper()
	for range 400 {
		p.mu.Lock()
		all := slices.Clone(p.contexts)
		p.mu.Unlock()
		slices.Reverse(all)
		for _, id := range all {
			in := func(e *runtime.EvaluateParams) { e.UniqueContextID = id }
			if is, err := chromedp.Run(p.Context(), chromedp.Evaluate[bool](`typeof widget === "function" && document.readyState === "complete"`, in)); err == nil && is {
				v, err := chromedp.Run(p.Context(), chromedp.Evaluate[string](`String(`+expression+`)`, in))
				if err != nil {
					p.Fatal(err)
				}
				return v
			}
		}
		time.Sleep(25 * time.Millisecond)
	}
	p.Fatal("there is no preview")
	return ""
}

// shows waits until an expression of the preview has a value.
func (p *person) shows(expression, want string) {
	p.Helper()
	got := ""
	for range 400 {
		if got = p.frame(expression); got == want {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	p.Fatalf("%s is %q in the preview, want %q", expression, got, want)
}

func (p *person) keys(keys string, modifiers ...chromedp.Modifier) {
	p.Helper()
	p.Do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// tab presses the tabulator until the focus is on what a selector names.
func (p *person) tab(selector string) {
	p.Helper()
	for range 60 {
		on, err := chromedp.Run(p.Context(), chromedp.Evaluate[bool](fmt.Sprintf("document.activeElement.matches(%q)", selector)))
		if err != nil {
			p.Fatal(err)
		}
		if on {
			return
		}
		p.keys(kb.Tab)
	}
	p.Fatalf("the keyboard doesn't reach %s", selector)
}

// create makes an app by the page.
func (p *person) create(prompt string) {
	p.Helper()
	p.Do(chromedp.SendKeys(chromedp.ID("prompt"), prompt+"\r"))
	p.sees(`document.querySelector("#editor")`)
	p.sees(`document.documentElement.classList.contains("js")`)
}

const transcript = `document.getElementById("transcript").innerText`

func TestChromium_ColorsWithoutReload(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	p.create("Show order history in a table")
	p.shows(`document.querySelectorAll("tbody tr").length > 2`, "true")
	p.frame(`window.mark = "the same document"`)
	p.frame(`scrollTo(0, 40)`)
	at := p.frame(`scrollY`)
	p.Do(chromedp.SendKeys(chromedp.ID("message"), "change the primary color to blue\r"))
	p.sees(transcript + `.includes("Updated primary color to blue")`)
	p.shows(`document.documentElement.style.getPropertyValue("--t-primary")`, "221 83% 53%")
	if got := p.frame(`window.mark + " " + scrollY`); got != "the same document "+at {
		t.Errorf("the preview was loaded anew, or scrolled: %s, was at %s", got, at)
	}
	p.sees(`document.activeElement.id === "message"`)
	p.sees(`document.getElementById("live").textContent.includes("preview has changed")`)
	p.Do(chromedp.Click(chromedp.CSS(`[name=look][value=dark]`)))
	p.shows(`document.documentElement.getAttribute("data-theme")`, "dark")
	p.Do(chromedp.Click(chromedp.CSS(`[name=device][value=phone]`)))
	p.shows(`innerWidth`, "430")

	// Outside of text fields.
	p.keys("z", chromedp.ModifierCtrl)
	p.sees(`document.getElementById("banner").innerText.includes("Took back")`)
	p.shows(`document.documentElement.style.getPropertyValue("--t-primary").startsWith("221")`, "false")
}

func TestChromium_OtherWindows(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	p.create("Show order history in a table")
	p.Do(chromedp.Click(chromedp.CSS("#tabs [data-tab=tool]")), chromedp.WaitVisible(chromedp.ID("tool-name")), chromedp.SendKeys(chromedp.ID("tool-name"), " mine"))
	post := func(act, body string) {
		p.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`fetch(location.pathname + "/%s", { method: "POST", body: new URLSearchParams(%q) }).then(function () {})`, act, body), chromedp.EvalAwaitPromise))
	}
	post("publish", "slug=orders")
	p.sees(`document.getElementById("banner").innerText.includes("published in another window")`)
	post("unpublish", "")
	p.sees(`document.getElementById("banner").innerText.includes("unpublished in another window") && document.querySelector("#bar .draft")`)
	post("tool", "revision=1&name=Theirs")
	p.sees(`document.querySelector("h1").textContent === "Theirs"`)
	// What was typed is still there, and clashes.
	p.sees(`document.getElementById("tool-name").value.includes(" mine")`)
	p.Do(chromedp.Click(chromedp.CSS("#panel form > .main")))
	p.sees(`document.querySelector("#panel [role=alert]").innerText.includes("Apply mine anyway")`)
	p.sees(`document.querySelector("#panel [role=alert]").getBoundingClientRect().top >= document.getElementById("panel").getBoundingClientRect().top`)
	p.Picture("conflict")
	p.Look(1280, "light")
	p.Do(chromedp.Click(chromedp.CSS("#panel [role=alert] .main")))
	p.sees(`document.querySelector("h1").textContent.includes("mine")`)
	post("delete", "sure=yes")
	p.sees(`document.getElementById("banner").innerText.includes("deleted in another window")`)
}

func TestChromium_ScriptsOff(t *testing.T) {
	t.Parallel()
	b := open(t)
	p := &person{Tab: chromium.Open(t), url: b.url}
	if _, err := chromedp.Call(p.Context(), emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	p.Do(chromedp.Navigate(b.url+"/"), chromedp.SendKeys(chromedp.ID("prompt"), "Show order history in a table"), chromedp.Click(chromedp.CSS("#create .main")),
		chromedp.WaitVisible(chromedp.ID("message")), chromedp.SendKeys(chromedp.ID("message"), "change the primary color to blue"), chromedp.Click(chromedp.ID("send")),
		chromedp.WaitVisible(chromedp.CSS(".message:nth-child(4)")))
	if got := p.Get(chromedp.InnerHTML(chromedp.ID("floor"))); !strings.Contains(got, "#10482; Customer: ") || strings.Contains(got, "<li><") {
		t.Errorf("the preview has no entries: %s", got)
	}
	p.Picture("scripts-off")
	p.Look(1280, "light")
	p.Do(chromedp.Click(chromedp.CSS("[data-dialog=publish]")), chromedp.WaitVisible(chromedp.CSS("#publish form .main")), chromedp.Click(chromedp.CSS("#publish form .main")),
		chromedp.WaitVisible(chromedp.ID("copy-endpoint")))
	p.Picture("scripts-off-published")
	call(t, p.Get(chromedp.Text(chromedp.ID("copy-endpoint"))))
}

// slow is a model that answers when it is told to.
func slow(t *testing.T) (m model, answer chan string) {
	answer = make(chan string)
	return model{func(ctx context.Context, c generate.Conversation) (*generate.Result, error) {
		select {
		case text := <-answer:
			if text == "" {
				return nil, &fault.Error{Kind: appbuilder.Model, Message: "The model answered nonsense."}
			}
			return &generate.Result{Content: c.Content, Reply: text, Understood: true, Generator: "llm:test-model"}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.Context().Done():
			return nil, t.Context().Err()
		}
	}}, answer
}

// say has the model answer, or fail with "".
func say(t *testing.T, answer chan<- string, text string) {
	t.Helper()
	const patience = 20 * time.Second
	select {
	case answer <- text:
	case <-time.After(patience):
		t.Fatal("the model isn't asked")
	}
}

func TestChromium_EscapeStops(t *testing.T) {
	t.Parallel()
	m, answer := slow(t)
	b := open(t, func(o *site.Options) { o.Generator, o.Fallback = m, rules.Generator{} })
	p := b.person()
	p.create("Show order history in a table")
	p.Do(chromedp.SendKeys(chromedp.ID("message"), "make it fly\r"))
	p.sees(`!document.getElementById("stop").hidden`)
	p.keys(kb.Escape)
	p.sees(transcript + `.includes("Stopped. Nothing was changed.")`)
	p.sees(`document.getElementById("editor").getAttribute("data-revision") === "1"`)

	p.sees(`document.getElementById("stop").hidden`)

	// Scenario 10: the page goes away in the middle.
	p.Do(chromedp.SendKeys(chromedp.ID("message"), "say something\r"))
	p.sees(`!document.getElementById("stop").hidden`)
	p.Do(chromedp.Evaluate[chromedp.Void](`new Promise(function look(done) {
		fetch("/api" + location.pathname + "/messages").then(function (r) { return r.json(); }).then(function (v) {
			if (v.messages[v.messages.length - 1].state === "running") done(); else setTimeout(look, 25, done);
		});
	})`, chromedp.EvalAwaitPromise))
	p.Do(chromedp.Evaluate[chromedp.Void](`location.reload()`))
	p.sees(`document.documentElement.classList.contains("js") && ` + transcript + `.includes("Working on it")`)
	say(t, answer, "Here is something.")
	p.sees(transcript + `.includes("Here is something.") && document.getElementById("stop").hidden`)

	p.Do(chromedp.SendKeys(chromedp.ID("message"), "make it fly\r"))
	say(t, answer, "")
	p.sees(transcript + `.includes("Use the built-in rules")`)
	p.Picture("model-failed")
}

func TestChromium_HostileNames(t *testing.T) {
	t.Parallel()
	b := open(t)
	p := b.person()
	p.create("Show order history in a table")
	for _, text := range []string{hostile[0], hostile[1]} {
		p.Do(chromedp.Navigate(p.at() + "?tab=tool"))
		p.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.getElementById("tool-name").value = %q`, text)), chromedp.Click(chromedp.CSS("#panel form .main")))
		p.sees(fmt.Sprintf(`document.querySelector("h1").textContent === %q`, text))
		p.shows(`document.querySelector("h1").textContent`, text)
		p.Do(chromedp.SendKeys(chromedp.ID("message"), text+"\r"))
		p.sees(fmt.Sprintf(transcript+`.includes(%q)`, text))
		p.sees(`document.querySelectorAll("img").length === 0`)
	}
}

// TestChromium_TheFrame holds that the preview's script reaches nothing of the page's.
func TestChromium_TheFrame(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	p.create("Show order history in a table")
	for _, what := range []string{"parent.document", "document.cookie", "localStorage"} {
		if got := p.frame(`(function () { try { return "read " + ` + what + `; } catch (e) { return "refused"; } })()`); got != "refused" {
			t.Errorf("%s: %s", what, got)
		}
	}
}

// at is the address of the page, without its query.
func (p *person) at() string {
	return p.Get(chromedp.Evaluate[string]("location.origin + location.pathname"))
}

func TestChromium_ByKeyboardAlone(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../../internal/tools/axe")
	for _, width := range []int64{1280, 360} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			b := open(t)
			p := b.person()
			p.Allow("recipient window's origin") // axe asks the frame, which doesn't answer
			both := func(name string) {
				p.Helper()
				for _, scheme := range []string{"light", "dark"} {
					p.Look(width, scheme)
					axe.CheckTab(p.Tab)
					p.Screenshot(fmt.Sprintf("editor-%s-%d-%s", name, width, scheme))
				}
				p.Look(width, "light")
			}
			p.Look(width, "light")
			both("home-empty")
			p.tab("#prompt")
			p.keys("A list of electronics products" + kb.Enter)
			p.sees(`document.querySelector("#editor")`)
			p.shows(`document.querySelectorAll("tbody tr").length > 2`, "true")
			both("new")
			p.tab("#message")
			p.keys("change the primary color to blue" + kb.Enter)
			p.sees(transcript + `.includes("Updated primary color")`)
			both("chat")
			if width < 768 {
				p.tab("#tabs [data-tab=preview]")
				p.keys(kb.Enter)
				both("preview")
				p.sees(`[].every.call(document.querySelectorAll("a,button,.segments label"), function (e) { var r = e.getBoundingClientRect(); return !r.width || r.height >= 43.5 || e.closest(".hidden,p"); })`)
			}
			p.tab("[data-dialog=publish]")
			p.keys(kb.Enter)
			p.sees(`document.getElementById("publish").matches(":modal")`)
			both("publish")
			p.tab("#publish form .main")
			p.keys(kb.Enter)
			p.sees(`document.getElementById("copy-endpoint")`)
			both("published")
			p.tab("[data-copy=copy-endpoint]")
			p.keys(kb.Enter)
			p.sees(`/Copied|Press/.test(document.querySelector("[data-copy=copy-endpoint]").textContent)`)
			address := p.Get(chromedp.Text(chromedp.ID("copy-endpoint")))
			p.keys(kb.Escape)
			p.sees(`!document.getElementById("publish").open && document.activeElement.matches("[data-dialog]")`)
			call(t, address)
			for _, name := range []string{"tool", "data", "try", "more"} {
				p.tab("#tabs [data-tab=" + name + "]")
				p.keys(kb.Enter)
				p.sees(`document.querySelector("#tabs [aria-current]").getAttribute("data-tab") === "` + name + `"`)
				both("tab-" + name)
			}
			p.Do(chromedp.Navigate(b.url + "/"))
			both("home")
			p.Do(chromedp.Navigate(b.url + "/nothing"))
			both("nothing")
		})
	}
}
