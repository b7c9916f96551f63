package editor_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/rules"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

func TestThePageNamesTheRules(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	b.get("/").is(200).has("Built-in rules, no AI model is configured", "No apps yet")
	app := b.create("Show order history in a table").has("Order History", "Draft", "Built-in rules")
	b.get(app.base() + "?tab=tool").is(200).has("Tool description")
	if p := b.get(app.base() + "?tab=tool"); !strings.Contains(p.text, `value="get_orders"`) {
		t.Errorf("no get_orders: %.4000s", p.text)
	}
	if p := b.get(app.base() + "/preview").is(200); !strings.Contains(p.text, "order") {
		t.Errorf("no orders in the preview: %.2000s", p.text)
	}
	b.get("/").has("Will be deleted on", "unless you change it")
}

func TestWithoutAScript(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	if !strings.HasPrefix(app.path, "/apps/") || app.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%s %v", app.path, app.header)
	}
	app = app.submit("/chat", "message", "change the primary color to blue").is(200)
	app.has("change the primary color to blue", "Updated primary color to blue")
	if app.path != app.base() {
		t.Errorf("a reload would send the message again: %s", app.path)
	}
	app = app.submit("/undo").is(200).has("Took back the last change.")
	app = app.submit("/redo").is(200).has("Made the change again.")

	dialog := b.get(app.base() + "?publish").is(200)
	dialog.submit("/publish", "toolDescription", "short").is(400).has("Please fix what is marked", "10 to 500 characters").lacks("Address for assistants")
	published := dialog.submit("/publish", "toolName", "get_orders", "slug", "my-orders").is(200)
	published.has("Published", "v1", b.url+"/servers/my-orders/mcp", b.url+"/servers/my-orders/ui/table.html", "works on this computer only", "claude mcp add")
	if p := b.get("/servers/my-orders"); p.status != 200 {
		t.Errorf("not published: %d", p.status)
	}

	changed := b.get(app.base()+"?tab=tool").submit("/tool", "name", "All orders").is(200).has("Saved.", "All orders", "Unpublished changes")
	changed.submit("/publish").is(200).has("v2").lacks("Unpublished changes")
	b.get(app.base()+"?tab=more").has("v1", "v2").submit("/restore", "version", "1").is(200).has("The draft is that version again.")

	published.submit("/unpublish").is(200).has("Draft", "Unpublished.")
	if p := b.get("/servers/my-orders"); p.status != 404 {
		t.Errorf("still there: %d", p.status)
	}
	if p := app.submit("/new"); p.path != "/" {
		t.Errorf("start over leads to %s", p.path)
	}
	b.get("/").is(200).has("Draft")
	if p := b.get(app.base() + "?tab=more").submit("/delete"); p.path != "/?done=deleted" {
		t.Errorf("deleting leads to %s", p.path)
	}
	b.get(app.base()).is(404)
}

func TestALongPromptIsKept(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	long := strings.Repeat("ä", appbuilder.MaxPrompt+1)
	p := b.get("/").submit("/apps", "prompt", long).is(400).has("10000")
	if !strings.Contains(p.text, long) {
		t.Error("what was typed is gone")
	}
	b.get("/").has("No apps yet")
}

func TestAnotherVisitor(t *testing.T) {
	t.Parallel()
	b := open(t)
	mine := b.browser().create("Display blog posts")
	other := b.browser()
	other.create("A list of electronics products")
	for _, path := range []string{"", "/preview", "/preview.json", "?tab=more"} {
		other.get(mine.base() + path).is(404).has("Nothing here")
	}
	for _, act := range []string{"chat", "undo", "tool", "data", "try", "publish", "unpublish", "token", "restore"} {
		if p := other.load(http.MethodPost, mine.base()+"/"+act, map[string][]string{"message": {"hi"}, "revision": {"1"}, "version": {"1"}, "data": {"{}"}}); p.status != 404 {
			t.Errorf("%s: %d", act, p.status)
		}
	}
	mine.get(mine.base()).is(200)
}

// Two windows: what was typed in the second one stays, and can be applied all the same.
func TestTwoWindows(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	one, two := b.get(app.base()+"?tab=tool"), b.get(app.base()+"?tab=tool")
	one.submit("/tool", "name", "From the first").is(200)
	clash := two.submit("/tool", "name", "From the second").is(409).has("changed in another window", "From the first", "Show theirs", "Apply mine anyway")
	if !strings.Contains(clash.text, `value="From the second"`) {
		t.Error("what was typed is gone")
	}
	clash.submit("/tool").is(200).has("From the second", "Saved.")

	// A fault doesn't make the form of a newer revision than was seen.
	three := b.get(app.base() + "?tab=tool")
	faulty := three.submit("/tool", "toolName", "no spaces").is(400)
	b.get(app.base()+"?tab=tool").submit("/tool", "name", "Meanwhile").is(200)
	faulty.submit("/tool", "toolName", "get_orders").is(409)
}

func TestFaultsAreTiedToTheirFields(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	p := b.get(app.base()+"?tab=tool").submit("/tool", "toolName", "1 bad", "toolDescription", "short").is(400)
	faults := 0
	for n := range p.root.Descendants() {
		if attribute(n, "aria-invalid") == "" {
			continue
		}
		faults++
		described := false
		for _, id := range strings.Fields(attribute(n, "aria-describedby")) {
			for m := range p.root.Descendants() {
				described = described || attribute(m, "id") == id && attribute(m, "class") == "fault"
			}
		}
		if !described {
			t.Errorf("nothing says what is wrong with %s", attribute(n, "name"))
		}
	}
	if faults != 2 {
		t.Errorf("%d faults", faults)
	}
	data := b.get(app.base()+"?tab=data").submit("/data", "data", `{"type":"table","columns":[{"key":"a","header":"A","type":"colour"},{"key":"a","header":"B","type":"text"}],"rows":[]}`)
	data.is(400).has("mockData.columns[0].type", "mockData.columns[1].key", "Fix the 2 errors listed above.", "colour")
	b.get(app.base()+"?tab=data").submit("/data", "data", "").is(400)
	b.get(app.base()+"?tab=data").submit("/data", "data", `{"type":"table","columns":[{"key":"a","header":"Alpha","type":"text"}],"rows":[{"a":"one"}]}`).is(200).has("Saved.", "1 entry")
}

func TestTryCallsTheDraft(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	b.get(app.base()+"?tab=try").submit("/try", "message", "Where is <b>my</b> order?").is(200).
		has("tools/list", "tools/call", `"structuredContent"`, `"get_orders"`, "Where is <b>my</b> order?", "sample data of")
	b.get(app.base()+"?tab=try").submit("/try", "message", strings.Repeat("x", appbuilder.MaxMessage+1)).is(200).has("INVALID_ARGUMENTS")
}

func TestModelFailed(t *testing.T) {
	t.Parallel()
	broken := model{func(context.Context, generate.Conversation) (*generate.Result, error) {
		return nil, &fault.Error{Kind: appbuilder.Model, Message: "The model answered nonsense."}
	}}
	b := open(t, func(o *site.Options) { o.Generator, o.Fallback = broken, rules.Generator{} }).browser()
	b.get("/").has("test-model")
	app := b.create("Show order history in a table")
	failed := app.submit("/chat", "message", "make it fly").is(200).has("The model answered nonsense.", "Try again", "Use the built-in rules")
	failed.load(http.MethodPost, failed.base()+"/chat", map[string][]string{"message": {"make it fly"}, "rules": {"1"}}).is(200).has("make it fly").lacks("Use the built-in rules")

	strict := open(t, func(o *site.Options) { o.Generator = broken }).browser()
	strict.create("Show order history in a table").submit("/chat", "message", "make it fly").has("Try again").lacks("Use the built-in rules")
}

func TestUsageIsShown(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *site.Options) {
		o.Generator = model{func(_ context.Context, c generate.Conversation) (*generate.Result, error) {
			return &generate.Result{
				Content: c.Content, Reply: "Here.", Understood: true, Generator: "llm:test-model",
				Usage: generate.Usage{Model: "test-model", In: 1000, Out: 234, Duration: 1500 * time.Millisecond},
			}, nil
		}}
	}).browser()
	b.create("Show order history in a table").submit("/chat", "message", "hello").is(200).has("test-model, 1234 tokens, 1.5 s")
}

// TestCallToken holds that the token of callers is shown once, with how to send it.
func TestCallToken(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	app.submit("/publish").is(200).has("Anyone with the address can use the app")
	made := b.get(app.base()+"?publish").submit("/call-token").is(200).has("shown only once", `--header "Authorization: Bearer ac_`, `"headers": { "Authorization": "Bearer ac_`, `requestInit: { headers: { "Authorization": "Bearer ac_`)
	_, token, _ := strings.Cut(made.read(), "Bearer ac_")
	token, _, _ = strings.Cut(token, `"`)
	later := b.get(app.base()+"?publish").has("Only programs that send", "Bearer TOKEN")
	if len(token) < 40 || strings.Contains(later.text, token) {
		t.Errorf("%q is shown twice", token)
	}
	later.submit("/call-open").is(200).has("Who can use it: everyone").lacks("Bearer")
}

// answering is a model that can answer calls.
type answering struct{ model }

func (answering) Answer(context.Context, generate.Question) (string, generate.Usage, error) {
	return "Two are open.", generate.Usage{}, nil
}

// TestAnswers holds that a model answers calls only where there is one, and its owner says so.
func TestAnswers(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	b.create("Show order history in a table").lacks("What it answers")
	b = open(t, func(o *site.Options) { o.Generator = answering{} }).browser()
	app := b.create("Show order history in a table")
	b.get(app.base() + "?publish").has("What it answers: the same sentence").submit("/answers").is(200).
		has("What it answers: what the model says").submit("/answers").is(200).has("What it answers: the same sentence")
}

// TestTakenDown holds that the owner sees that the operator took the app down, and no way around.
func TestTakenDown(t *testing.T) {
	t.Parallel()
	bench := open(t)
	b := bench.browser()
	app := b.create("Show order history in a table")
	app.submit("/publish").is(200)
	if err := store.New(bench.db, store.Options{}).Takedown(t.Context(), "order-history"); err != nil {
		t.Fatal(err)
	}
	b.get("/").is(200).has("Draft v1 Taken down")
	b.get(app.base()).is(200).has("has taken this app down", "Draft").lacks(`action="` + app.base() + `/publish"`)
	b.load(http.MethodPost, app.base()+"/publish", map[string][]string{"toolName": {"get_orders"}}).is(403).has("has taken this app down")
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	bench := open(t, func(o *site.Options) { o.Auth, o.Token = site.Token, "secret-token" })
	b := bench.browser()
	if p := b.get("/"); p.path != "/login" {
		t.Fatal(p.path)
	}
	b.load(http.MethodPost, "/apps", map[string][]string{"prompt": {"orders"}}).is(401)
	b.get("/login").submit("/login", "token", "wrong").is(401).has("This token is wrong")
	app := b.get("/login").submit("/login", "token", "secret-token").is(200).submit("/apps", "prompt", "Display blog posts").is(200)
	// Who was given an edit token can open that app, and nothing else.
	_, shared, _ := strings.Cut(b.get(app.base()+"?tab=more").submit("/token").is(200).text, "/open#")
	shared, _, _ = strings.Cut(shared, "<")
	guest := bench.browser()
	if p := guest.get("/open").submit("/open", "token", shared).is(200); p.path != app.base() {
		t.Error(p.path)
	}
	if p := guest.get("/"); p.path != "/login" {
		t.Error(p.path)
	}
	b.load(http.MethodPost, "/logout", map[string][]string{"": {""}})
	back := b.get(app.base())
	if !strings.HasPrefix(back.path, "/login?next=") {
		t.Fatal(back.path)
	}
	if p := back.submit("/login", "token", "secret-token").is(200); p.path != app.base() {
		t.Errorf("signing in leads to %s", p.path)
	}
	for _, to := range []string{"//evil.example.com", "https://evil.example.com", `/\evil.example.com`, "/apps/../x"} {
		if p := b.get("/login").submit("/login", "token", "secret-token", "next", to).is(200); p.path != "/" {
			t.Errorf("%s leads to %s", to, p.path)
		}
	}
	other := bench.browser()
	for range 20 {
		other.get("/login").submit("/login", "token", "wrong")
	}
	p := other.get("/login").submit("/login", "token", "wrong").is(429)
	if p.header.Get("Retry-After") == "" || !strings.Contains(p.text, "data-wait") {
		t.Errorf("no word of how long to wait: %v", p.header)
	}
}

// byRules is a model that does what the rules do.
func byRules(ctx context.Context, c generate.Conversation) (*generate.Result, error) {
	return rules.Generator{}.Edit(ctx, c, func(generate.Step) {})
}

// TestEditTokens holds that an edit token opens its app, and offers nothing that is the owner's
// alone.
func TestEditTokens(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *site.Options) { o.Generator = answering{model{byRules}} })
	owner, guest := b.browser(), b.browser()
	app := owner.create("Display blog posts")
	made := owner.get(app.base() + "?tab=more").submit("/token").is(200)
	token := regexp.MustCompile(`/open#(ae_[\w-]+)`).FindStringSubmatch(made.text)
	if token == nil {
		t.Fatalf("no token: %.3000s", made.read())
	}
	if strings.Contains(owner.get(app.base()+"?tab=more").text, token[1]) {
		t.Error("the token is shown twice")
	}
	guest.get("/open").submit("/open", "token", "ae_nonsense").is(404).has("doesn't open an app")
	p := guest.get("/open").submit("/open", "token", token[1]).is(200)
	if p.path != app.base() {
		t.Fatal(p.path)
	}
	p.submit("/chat", "message", "change the primary color to blue").is(200).has("Updated primary color to blue")
	if p := guest.get(app.base() + "?tab=more"); strings.Contains(p.text, "Delete this app") || strings.Contains(p.text, `/revoke"`) || strings.Contains(p.text, `/token"`) {
		t.Error("who has an edit token is offered what only the owner can do")
	}
	guest.load(http.MethodPost, app.base()+"/delete", map[string][]string{"sure": {"yes"}}).is(403)
	owner.get(app.base() + "?publish").submit("/publish").is(200)
	for _, tokens := range []bool{false, true} {
		if tokens {
			owner.get(app.base() + "?publish").submit("/call-token").is(200)
		}
		if p := guest.get(app.base() + "?publish").is(200); strings.Contains(p.text, "/call-token") || strings.Contains(p.text, "/call-open") || strings.Contains(p.text, "/answers") {
			t.Error("who has an edit token is offered to change who can use the app")
		}
	}
	owner.get(app.base() + "?tab=more").submit("/revoke").is(200)
	guest.get(app.base()).is(404)
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Display blog posts")
	for _, path := range []string{"/", "/open", app.base(), app.base() + "?publish", "/nothing", "/apps/nonsense"} {
		p := b.get(path)
		policy := p.header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: no %s in %s", path, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || p.header.Get("X-Content-Type-Options") != "nosniff" || p.header.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: %v", path, p.header)
		}
		for n := range p.root.Descendants() {
			if n.Data == "style" || n.Data == "script" && (n.FirstChild != nil || !strings.HasPrefix(attribute(n, "src"), "/assets/")) {
				t.Errorf("%s: an element that the policy forbids: %s", path, n.Data)
			}
			for _, a := range n.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
					t.Errorf("%s: an attribute that the policy forbids: %s", path, a.Key)
				}
			}
			if n.Data == "iframe" && attribute(n, "sandbox") != "allow-scripts" {
				t.Errorf("%s: the frame may %q", path, attribute(n, "sandbox"))
			}
		}
	}
	policy := b.get(app.base() + "/preview").is(200).header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "frame-ancestors 'self'") || strings.Contains(policy, "frame-ancestors *") || !strings.Contains(policy, "sandbox allow-scripts") || !strings.Contains(policy, "script-src 'sha256-") {
		t.Error(policy)
	}
}

func TestFormsOfOtherSites(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Display blog posts")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+app.base()+"/publish", strings.NewReader("toolName=x"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "https://evil.example.com")
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	res, err := b.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusForbidden {
		t.Error(res.Status)
	}
	app.get(app.base()).has("Draft").lacks("v1")
}

// hostile texts are in each place that people write.
var hostile = []string{`<img src=x onerror=alert(1)>`, `</script><script>alert(1)</script>`, `"><svg onload=alert(1)>`, `{{.}}`, `</textarea><b id=pwned>`, `</noscript><b id=pwned>`, `javascript:alert(1)`}

func TestHostileNames(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	for _, text := range hostile {
		b.get(app.base()+"?tab=tool").submit("/tool", "name", text, "description", text, "toolDescription", text+" for a test").is(200)
		quoted := strings.ReplaceAll(text, `"`, `\"`)
		b.get(app.base()+"?tab=data").submit("/data", "data", `{"type":"table","columns":[{"key":"a","header":"`+quoted+`","type":"text"}],"rows":[{"a":"`+quoted+`"}]}`).is(200)
		b.get(app.base()).submit("/chat", "message", text).is(200)
		pages := []*page{
			b.get("/"), b.get(app.base()), b.get(app.base() + "?tab=tool"), b.get(app.base() + "?tab=data"), b.get(app.base() + "?tab=more"),
			b.get(app.base() + "?publish").submit("/publish").is(200), b.get("/"),
			b.get(app.base()+"?tab=try").submit("/try", "message", text).is(200),
			b.get(app.base()+"?tab=tool").submit("/tool", "name", text, "toolName", text).is(400),
			b.get("/").submit("/apps", "prompt", text+strings.Repeat("x", appbuilder.MaxPrompt)).is(400),
		}
		for _, p := range pages {
			if !strings.Contains(p.read()+p.values(), text) {
				t.Errorf("%s: %s isn't shown", p.path, text)
			}
			p.harmless()
		}
		b.get(app.base() + "/preview").is(200).harmlessPreview()
	}
}

// values are what is in the fields of a page.
func (p *page) values() string {
	var b strings.Builder
	for n := range p.root.Descendants() {
		b.WriteString(attribute(n, "value") + "\n")
	}
	return b.String()
}

// harmless fails the test if there is anything in the page that is not ours, with scripts or without.
func (p *page) harmless() {
	p.Helper()
	unscripted, err := html.ParseWithOptions(strings.NewReader(p.text), html.ParseOptionEnableScripting(false))
	if err != nil {
		p.Fatal(err)
	}
	p.ours(p.root)
	p.ours(unscripted)
}

func (p *page) ours(root *html.Node) {
	p.Helper()
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		bad := n.Data == "img" || n.Data == "b" || n.Data == "script" && !strings.HasPrefix(attribute(n, "src"), "/assets/editor-")
		for _, a := range n.Attr {
			bad = bad || strings.HasPrefix(a.Key, "on") || (a.Key == "href" || a.Key == "src" || a.Key == "action") && !regexp.MustCompile(`^(/|#|`+regexp.QuoteMeta(p.url)+`/)`).MatchString(a.Val)
		}
		if bad {
			p.Errorf("%s: <%s %v>", p.path, n.Data, n.Attr)
		}
	}
}

func (p *page) harmlessPreview() {
	p.Helper()
	scripts := 0
	for n := range p.root.Descendants() {
		if n.Data == "script" {
			scripts++
		}
		if n.Data == "img" || n.Data == "svg" || n.Data == "b" {
			p.Errorf("%s: <%s>", p.path, n.Data)
		}
	}
	if scripts != 2 { // the data, and the page's own
		p.Errorf("%d scripts in the preview", scripts)
	}
}

func TestPreviewData(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	p := b.get(app.base() + "/preview.json").is(200)
	for _, part := range []string{`"structuredContent":{`, `"app-builder/view":{`, `"revision":1`, `"dark":{`} {
		if !strings.Contains(p.text, part) {
			t.Errorf("no %s in %.2000s", part, p.text)
		}
	}
	if p.header.Get("Content-Type") != "application/json" || p.header.Get("Cache-Control") != "no-store" {
		t.Error(p.header)
	}
}

// The script makes no markup of text, and runs none.
func TestScript(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("editor.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"innerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "setAttribute(\"on", "localStorage"} {
		if bytes.Contains(text, []byte(bad)) {
			t.Errorf("the script uses %s", bad)
		}
	}
}

func TestWeight(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	all := 0
	home := b.get("/")
	for n := range home.root.Descendants() {
		path := attribute(n, "src")
		if n.Data == "link" {
			path = attribute(n, "href")
		}
		if path == "" {
			continue
		}
		file := b.get(path).is(200) // the client asks for gzip, and unpacks it
		if !strings.Contains(file.header.Get("Cache-Control"), "immutable") || file.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %v", path, file.header)
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write([]byte(file.text))
		_ = w.Close()
		all += packed.Len()
	}
	if most := 120 << 10; all > most || all < 1000 {
		t.Errorf("%d bytes", all)
	}
	b.get("/assets/editor-000000000000.js").is(404)
}

// Browsers that name their origin alone, as they do over plain HTTP, can send the forms.
func TestFormsOverPlainHTTP(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	for origin, want := range map[string]int{b.url: http.StatusOK, "null": http.StatusForbidden} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+"/apps", strings.NewReader("prompt=Display+blog+posts"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", origin)
		res, err := b.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("from %s: %s", origin, res.Status)
		}
	}
}

// Of what is published, an app that was changed since then knows the address alone.
func TestPublishDialog_Changed(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	b.get(app.base()+"?publish").is(200).submit("/publish").is(200).has("Published", "/ui/table.html", "Connect an assistant", "Change the tool's texts")
	app.submit("/chat", "message", "switch to cards").is(200).has("Unpublished changes")
	changed := b.get(app.base()+"?publish").is(200).has("Publish changes", "Assistants still get version 1", "/servers/order-history/mcp", "claude mcp add").lacks("/ui/", "get_orders\", arguments")
	published := changed.submit("/publish").is(200).has("/ui/card-list.html", "Version 2").lacks("Unpublished changes")
	b.get("/servers/order-history/ui/card-list.html").is(200)
	published.submit("/unpublish").is(200).has("Draft", "v2")
	app.submit("/chat", "message", "switch to a table").is(200).lacks("Unpublished changes") // nothing is published
}

// The address is shown beforehand, unless it will be random.
func TestPublishDialog_Address(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	for name, slug := range map[string]string{"App launcher": "app-launcher", "App": "app-app", "Café": "cafe", "日本語アプリ": ""} {
		b.get(app.base()+"?tab=tool").submit("/tool", "name", name).is(200)
		dialog := b.get(app.base() + "?publish").is(200)
		const random = "The name has no Latin letters"
		if slug == "" {
			dialog.has(random)
		} else {
			dialog.has("/servers/ " + slug + " /mcp").lacks(random)
		}
	}
}

// Undo and redo look as if they did something only where they do.
func TestSteps(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table")
	for _, step := range []struct {
		do         func() *page
		undo, redo bool
	}{
		{func() *page { return app }, false, false},
		{func() *page { return app.submit("/chat", "message", "switch to cards") }, true, false},
		{func() *page { return app.submit("/undo") }, false, true},
		{func() *page { return app.submit("/redo") }, true, false},
	} {
		got := step.do().is(200)
		undo := strings.Contains(got.text, `title="Undo (Ctrl+Z)" aria-disabled="false"`)
		redo := strings.Contains(got.text, `title="Redo (Shift+Ctrl+Z)" aria-disabled="false"`)
		if undo != step.undo || redo != step.redo {
			t.Errorf("undo %t, redo %t, want %t, %t", undo, redo, step.undo, step.redo)
		}
	}
}

// What the pages suggest works.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	home, layouts := b.get("/"), map[string]bool{}
	for n := range home.root.Descendants() {
		prompt := attribute(n, "data-prompt")
		if prompt == "" {
			continue
		}
		app := b.create(prompt).lacks("I didn't recognise")
		layouts[layoutOf(app)] = true
		var messages []string
		for n := range app.root.Descendants() {
			if n.Data == "button" && attribute(n, "name") == "message" {
				messages = append(messages, attribute(n, "value"))
			}
		}
		if len(messages) < 3 {
			t.Errorf("%s: %d suggestions", prompt, len(messages))
		}
		for _, message := range messages {
			b.create(prompt).submit("/chat", "message", message).is(200).lacks("I didn't understand", "nothing was changed", "Nothing was changed")
		}
		if text := b.get(app.base() + "/preview.json").text; strings.Contains(text, `"title":"New"`) {
			t.Errorf("%s: a title that names nothing: %s", prompt, text)
		}
	}
	if len(layouts) != 3 {
		t.Errorf("the examples have the layouts %v", layouts)
	}
}

// layoutOf is the layout of the app that a page is of.
func layoutOf(p *page) string {
	return regexp.MustCompile(`"layout":"([a-z-]+)"`).FindStringSubmatch(p.get(p.base() + "/preview.json").text)[1]
}

// A reply says once what has changed, and lists as a list.
func TestReplies(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	app := b.create("Show order history in a table").submit("/chat", "message", "switch to cards")
	if n := strings.Count(app.read(), "Switched the layout"); n != 1 {
		t.Errorf("said %d times", n)
	}
	points := 0
	for n := range app.submit("/chat", "message", "make it fly").has("I didn't understand “make it fly”").lacks("•").root.Descendants() {
		if n.Data == "ul" && attribute(n, "class") == "points" {
			for range n.ChildNodes() {
				points++
			}
		}
	}
	if points < 4 {
		t.Errorf("%d points", points)
	}
}

// A page that can't be had now leads back to itself.
func TestAway(t *testing.T) {
	t.Parallel()
	bench := open(t)
	b := bench.browser()
	app := b.create("Show order history in a table")
	if err := bench.db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", app.base() + "?tab=tool"} {
		p := b.get(path).is(503).has("Not right now", "Try again").lacks("Go to my apps")
		leads := false
		for n := range p.root.Descendants() {
			leads = leads || n.Data == "a" && attribute(n, "class") == "button main" && attribute(n, "href") == path
		}
		if !leads {
			t.Errorf("nothing leads back to %s", path)
		}
	}
	app.submit("/undo").is(503).has("Go to my apps")
}

// A draft that nobody has changed is marked two weeks before it is deleted.
func TestExpiry(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		days   int
		marked bool
	}{{70, false}, {80, true}} {
		made := time.Now().AddDate(0, 0, -row.days)
		b := open(t, func(o *site.Options) {
			db := store.SQLite(filepath.Join(t.TempDir(), "old.db"), zerolog.Nop())
			t.Cleanup(func() {
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			})
			o.Store = store.New(db, store.Options{Now: func() time.Time { return made }})
		}).browser()
		b.create("Display blog posts")
		marked := false
		for n := range b.get("/").has("Will be deleted on").root.Descendants() {
			marked = marked || attribute(n, "class") == "expires"
		}
		if marked != row.marked {
			t.Errorf("after %d days: marked %v", row.days, marked)
		}
	}
}
