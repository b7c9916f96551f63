package streamhttp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// method is what a test's server does for one method.
type method struct {
	order jsonrpc.Order
	run   func(ctx context.Context, client jsonrpc.Client, req *jsonrpc.Request) (jsonrpc.Result, error)
}

// methods is a handler that knows these, and adds to notified what it is notified of.
type methods struct {
	known    map[string]method
	notified chan string
}

func (m *methods) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	known, ok := m.known[req.Method]
	if !ok {
		known.run = func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no such method"}
		}
	}
	return jsonrpc.Call{Order: known.order, Run: func(ctx context.Context, client jsonrpc.Client) (jsonrpc.Result, error) {
		return known.run(ctx, client, req)
	}}
}

func (m *methods) Notify(_ context.Context, req *jsonrpc.Request) { m.notified <- req.Method }

// echo answers with the params, or with null.
func echo(_ context.Context, client jsonrpc.Client, req *jsonrpc.Request) (jsonrpc.Result, error) {
	return jsonrpc.Raw(req.Params), nil
}

// pong answers with "pong".
func pong(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
	return jsonrpc.Raw(`"pong"`), nil
}

// failing answers with an error of that code.
func failing(code jsonrpc.Code) method {
	return method{run: func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
		return nil, &jsonrpc.Error{Code: code, Message: "m"}
	}}
}

// notifying sends three notifications before its answer.
func notifying(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
	for i := range 3 {
		if err := client.Notify(ctx, "notifications/progress", json.RawMessage(strconv.Itoa(i))); err != nil {
			return nil, err
		}
	}
	return jsonrpc.Raw(`"done"`), nil
}

// endpoint is a server on a loopback port, and what it says.
type endpoint struct {
	t        testing.TB
	server   *streamhttp.Server
	addr     string
	notified chan string
	events   chan streamhttp.Event
}

// serve starts a server of these methods, beside ping, echo and notify.
func serve(t testing.TB, known map[string]method, options func(*streamhttp.Options)) *endpoint {
	t.Helper()
	e := &endpoint{t: t, notified: make(chan string, 100), events: make(chan streamhttp.Event, 10000)}
	all := map[string]method{
		"ping":   {run: pong},
		"echo":   {jsonrpc.Read, echo},
		"notify": {jsonrpc.Read, notifying},
	}
	for _, name := range []string{"tools/call", "prompts/get", "resources/read"} {
		all[name] = method{jsonrpc.Read, pong}
	}
	for name, m := range known {
		all[name] = m
	}
	o := streamhttp.Options{
		Handler: func(*http.Request, string) (jsonrpc.Handler, error) {
			return &methods{known: all, notified: e.notified}, nil
		},
		Observe: func(_ context.Context, event streamhttp.Event) { e.events <- event },
	}
	if options != nil {
		options(&o)
	}
	server, err := streamhttp.New(o)
	if err != nil {
		t.Fatal(err)
	}
	e.server = server
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e.addr = ln.Addr().String()
	hs := streamhttp.HTTPServer(server, zerolog.Nop())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = hs.Serve(ln)
	}()
	t.Cleanup(func() {
		_ = hs.Close()
		<-done
	})
	return e
}

// await returns what comes out of a channel, which is a sign that something has happened.
func await[T any](t *testing.T, c <-chan T, what string) (came T) {
	t.Helper()
	select {
	case came = <-c:
	case <-time.After(patience):
		t.Fatalf("waited in vain: %s", what)
	}
	return came
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

// conn is a client's end of a connection, on which bytes are sent as they are.
type conn struct {
	net.Conn
	t testing.TB
	r *bufio.Reader
}

func (e *endpoint) dial() *conn {
	e.t.Helper()
	c, err := net.Dial("tcp", e.addr)
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	return &conn{Conn: c, t: e.t, r: bufio.NewReader(c)}
}

func (c *conn) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		c.t.Fatal(err)
	}
}

// response reads the head of an answer.
func (c *conn) response() *http.Response {
	c.t.Helper()
	res, err := http.ReadResponse(c.r, nil)
	if err != nil {
		c.t.Fatalf("reading an answer: %v", err)
	}
	return res
}

func (c *conn) answer() answer {
	c.t.Helper()
	res := c.response()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatalf("reading a body: %v", err)
	}
	return answer{res.StatusCode, res.Header, string(body)}
}

// ask sends one request on a connection of its own.
func (e *endpoint) ask(text string) answer {
	e.t.Helper()
	c := e.dial()
	defer func() { _ = c.Close() }()
	c.send(text)
	return c.answer()
}

// request spells a request with the headers that clients send. A header replaces one
// of the same name, and with nothing after its colon it is left out; a name with a
// plus before it adds one.
func request(verb, body string, headers ...string) string {
	type header struct{ name, value string }
	all := []header{
		{"Host", "127.0.0.1"}, {"Content-Type", "application/json"},
		{"Accept", "application/json, text/event-stream"}, {"Content-Length", strconv.Itoa(len(body))},
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ":")
		name, added := strings.CutPrefix(name, "+")
		value = strings.TrimPrefix(value, " ")
		for i := range all {
			if strings.EqualFold(all[i].name, name) && !added {
				all[i].value, added, name = value, true, ""
			}
		}
		if name != "" {
			all = append(all, header{name, value})
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s /mcp HTTP/1.1\r\n", verb)
	for _, h := range all {
		if h.value != "" {
			fmt.Fprintf(&text, "%s: %s\r\n", h.name, h.value)
		}
	}
	text.WriteString("\r\n" + body)
	return text.String()
}

func post(body string, headers ...string) string { return request("POST", body, headers...) }

const (
	version = "MCP-Protocol-Version: 2026-07-28"
	meta    = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
)

// modern spells a request of the modern era, whose params may have more members.
func modern(id any, method, members string, headers ...string) string {
	if members != "" {
		members = "," + members
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"method":%q,"params":{%s%s}}`, id, method, meta, members)
	return post(body, append([]string{version, "Mcp-Method: " + method}, headers...)...)
}

// call spells a message of the handshake era.
func call(id any, method string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"method":%q}`, id, method)
}

func result(id, value any) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"result":%v}`, id, value)
}

// fault is an error's response; id is nil where there is none.
func fault(id any, code int, message, kind string) string {
	member := ""
	if id != nil {
		member = fmt.Sprintf(`"id":%v,`, id)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0",%s"error":{"code":%d,"message":%q,"data":{"kind":%q}}}`, member, code, message, kind)
}

// check compares a status and a body.
func check(t *testing.T, got answer, status int, body string) {
	t.Helper()
	if got.status != status {
		t.Errorf("status %d, want %d", got.status, status)
	}
	if diff := cmp.Diff(body, got.body); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
}
