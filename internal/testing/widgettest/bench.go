package widgettest

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Bench serves the fake hosts.
type Bench struct {
	tb     testing.TB
	server string // the program's address
	host   *httptest.Server
	frames *httptest.Server // the origin of sandboxes and of ChatGPT's frames

	mu    sync.Mutex // guards pages
	setup []byte     // of the host, JSON
	pages map[string]page
}

// page is a widget's page as ChatGPT frames it.
type page struct {
	HTML    string          `json:"html"`
	Globals json.RawMessage `json:"globals"`
	Methods json.RawMessage `json:"methods"`
	policy
}

// policy is what a resource declares.
type policy struct {
	Connect []string `json:"connect"`
	Load    []string `json:"load"`
}

// The hosts.
var (
	//go:embed hosts/host.js
	hostScript string
	//go:embed hosts/chatgpt.html
	chatGPTPage string
	//go:embed hosts/apps.html
	appsPage string
	//go:embed hosts/sandbox.html
	sandboxPage string
	//go:embed hosts/openai.js
	openAIScript string
)

// New returns a bench for the server program at an address, host and port, which serves
// MCP at /mcp and lets anyone in.
func New(tb testing.TB, address string) *Bench {
	tb.Helper()
	b := &Bench{tb: tb, server: address, pages: map[string]page{}}
	host, frames := http.NewServeMux(), http.NewServeMux()
	host.HandleFunc("POST /rpc", b.relay)
	host.HandleFunc("POST /page", b.keep)
	host.HandleFunc("GET /{$}", b.serveHost)
	frames.HandleFunc("GET /widget", b.serveWidget)
	frames.HandleFunc("GET /sandbox", serveSandbox)
	b.host, b.frames = httptest.NewServer(host), httptest.NewServer(frames)
	tb.Cleanup(b.host.Close)
	tb.Cleanup(b.frames.Close)
	return b
}

// relay passes a request on to the server.
func (b *Bench) relay(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, "http://"+b.server+"/mcp", r.Body)
	if err == nil {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("MCP-Protocol-Version", "2025-11-25")
		var res *http.Response
		if res, err = http.DefaultClient.Do(req); err == nil {
			defer func() { _ = res.Body.Close() }()
			_, err = io.Copy(w, res.Body)
		}
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// keep remembers a page for a frame, and answers with its key.
func (b *Bench) keep(w http.ResponseWriter, r *http.Request) {
	var p page
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	key := rand.Text()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages[key] = p
	_, _ = io.WriteString(w, key)
}

func (b *Bench) serveHost(w http.ResponseWriter, r *http.Request) {
	html := appsPage
	if r.URL.RawQuery == string(ChatGPT) {
		html = chatGPTPage
	}
	b.mu.Lock()
	script := strings.ReplaceAll(hostScript, "SETUP.", "setup.")
	script = "const setup = " + string(b.setup) + ";\n" + script
	b.mu.Unlock()
	html = strings.ReplaceAll(strings.Replace(html, "/*HOST*/", script, 1), "SETUP.", "setup.")
	write(w, html, "")
}

// serveWidget is ChatGPT's frame: its script stands before all that the page has.
func (b *Bench) serveWidget(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	p, ok := b.pages[r.URL.RawQuery]
	b.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	var globals bytes.Buffer
	json.HTMLEscape(&globals, p.Globals) // so that no recipe ends the script
	script := strings.NewReplacer("GLOBALS", globals.String(), "METHODS", string(p.Methods)).Replace(openAIScript)
	write(w, strings.Replace(p.HTML, "<head>", "<head><script>"+script+"</script>", 1), p.header())
}

func serveSandbox(w http.ResponseWriter, r *http.Request) {
	var p policy
	if err := json.Unmarshal([]byte(r.URL.Query().Get("csp")), &p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	write(w, sandboxPage, p.header())
}

// header is the policy that hosts make of what is declared.
func (p policy) header() string {
	none := func(origins []string) string {
		if len(origins) == 0 {
			return "'none'"
		}
		return strings.Join(origins, " ")
	}
	return fmt.Sprintf("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: %s; media-src data: %s; connect-src %s; "+
		"base-uri 'none'; form-action 'none'; frame-src 'self'", strings.Join(p.Load, " "), strings.Join(p.Load, " "), none(p.Connect))
}

func write(w http.ResponseWriter, html, csp string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if csp != "" {
		w.Header().Set("Content-Security-Policy", csp)
	}
	_, _ = io.WriteString(w, html)
}
