package mcp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

func listenTo(id, notifications string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"subscriptions/listen","params":{"notifications":{` + notifications + `}` + mcptest.Modern + `}}`
}

func acknowledged(id, notifications string) string {
	return `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `},"notifications":{` + notifications + `}}}`
}

func changed(id, what string) string {
	return `{"jsonrpc":"2.0","method":"notifications/` + what + `/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}`
}

func updated(id, uri string) string {
	return `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `},"uri":"` + uri + `"}}`
}

func over(id string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `,` + serverInfo + `},"resultType":"complete"}}`
}

// listener is a client that listens, inside a synctest bubble.
type listener struct {
	t    *testing.T
	conn *jsonrpc.Conn
	out  answers
	read int
}

func listen(ctx context.Context, t *testing.T, server *mcp.Server, request string) *listener {
	t.Helper()
	l := &listener{t: t, conn: jsonrpc.NewConn(server.Request("2026-07-28"), jsonrpc.Options{CancelMethod: "notifications/cancelled"})}
	if _, err := l.conn.Deliver(ctx, []byte(request), &l.out); err != nil {
		t.Fatal(err)
	}
	return l
}

// check compares what came since the last check.
func (l *listener) check(what string, want ...string) {
	l.t.Helper()
	synctest.Wait()
	all := strings.Split(strings.TrimSuffix(l.out.String(), "\n"), "\n")
	if diff := cmp.Diff(want, all[l.read:]); diff != "" && len(want)+len(all[l.read:]) > 0 {
		l.t.Errorf("%s (-want +got):\n%s", what, diff)
	}
	l.read = len(all)
}

func (l *listener) drain() {
	l.t.Helper()
	if err := l.conn.Drain(time.Hour); err != nil {
		l.t.Error(err)
	}
}

// A client hears first what it will hear of, then only that, with the id as it sent
// it, and at the end a result.
func TestListen_S5(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, feed := fake(t, nil)
		const id = `9007199254740993`
		l := listen(t.Context(), t, server, listenTo(id, `"toolsListChanged":true,"resourceSubscriptions":["fake://both","fake://nowhere","fake://items/7"]`))
		l.check("the acknowledgement", acknowledged(id, `"toolsListChanged":true,"resourceSubscriptions":["fake://both","fake://items/7"]`))
		feed.Report(mcp.Changes{Prompts: true, Resources: true, URIs: []string{"fake://gone", "fake://nowhere"}})
		l.check("what wasn't asked for")
		feed.Report(mcp.Changes{Tools: true, Prompts: true, URIs: []string{"fake://items/7", "fake://gone"}})
		l.check("a change", changed(id, "tools"), updated(id, "fake://items/7"))
		feed.Report(mcp.Changes{URIs: []string{"fake://both"}})
		l.check("another", updated(id, "fake://both"))
		start := time.Now()
		l.drain()
		l.check("the end", over(id))
		if time.Since(start) > 0 {
			t.Errorf("it held the drain up for %v", time.Since(start))
		}
		feed.Report(mcp.Changes{Tools: true})
		l.check("after the end")
	})
}

// The end of the context, as of a connection that is closed, is the end too.
func TestListen_S5_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, _ := fake(t, nil)
		ctx, cancel := context.WithCancel(t.Context())
		l := listen(ctx, t, server, listenTo(`"a"`, `"promptsListChanged":true,"resourcesListChanged":true`))
		l.check("the acknowledgement", acknowledged(`"a"`, `"promptsListChanged":true,"resourcesListChanged":true`))
		cancel()
		l.check("the end", over(`"a"`))
		l.drain()
	})
}

// The last change is followed by the result.
func TestListen_S5_Over(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, feed := fake(t, nil)
		l := listen(t.Context(), t, server, listenTo("1", `"toolsListChanged":true`))
		l.check("the acknowledgement", acknowledged("1", `"toolsListChanged":true`))
		feed.Report(mcp.Changes{Tools: true, Over: true})
		l.check("the last change, and the end", changed("1", "tools"), over("1"))
		l.drain()
	})
}

// slow is a client that takes a notification when it is let.
type slow struct {
	answers
	let chan struct{}
}

func (s *slow) Notify(message json.RawMessage) error {
	<-s.let
	return s.answers.Notify(message)
}

// However often something changes before the client takes it, it is told once.
func TestListen_S5_TellsOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, feed := fake(t, nil)
		conn := jsonrpc.NewConn(server.Request("2026-07-28"), jsonrpc.Options{})
		client := &slow{let: make(chan struct{}, 10)}
		client.let <- struct{}{} // the acknowledgement
		if _, err := conn.Deliver(t.Context(), []byte(listenTo(`1`, `"promptsListChanged":true,"resourceSubscriptions":["fake://both"]`)), client); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		for range 1000 { // the first is on its way while the others come
			feed.Report(mcp.Changes{Prompts: true, URIs: []string{"fake://both", "fake://both"}})
			synctest.Wait()
		}
		close(client.let)
		synctest.Wait()
		for _, what := range []string{"prompts/list_changed", "resources/updated"} {
			if got := strings.Count(client.String(), what); got != 2 {
				t.Errorf("%s: told %d times, want 2", what, got)
			}
		}
		if err := conn.Drain(time.Hour); err != nil {
			t.Error(err)
		}
	})
}

// Where nothing can change, the answer comes at once; nothing is announced.
func TestListen_S5_NothingChanges(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, func(o *mcp.Options) { o.Changes = nil })
	all := `"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["fake://both"]`
	got := run(t, server.Request(""), listenTo("1", all))
	if want := acknowledged("1", "") + "\n" + over("1"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := run(t, server.Request(""), message("server/discover", "", mcptest.Modern)); strings.Contains(got, "listChanged") || strings.Contains(got, "subscribe") {
		t.Errorf("announced: %s", got)
	}
}

// Changes are announced to those who can listen, which the handshake era can't.
func TestListen_S5_Announced(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	got := run(t, server.Request(""), message("server/discover", "", mcptest.Modern))
	if strings.Count(got, `"listChanged":true`) != 3 || strings.Count(got, `"subscribe":true`) != 1 {
		t.Errorf("modern: %s", got)
	}
	got = run(t, server.Request(""), message("initialize", helloElicit, ""))
	if strings.Contains(got, `"listChanged":true`) || strings.Contains(got, `"subscribe":true`) || !strings.Contains(got, `"resources":{}`) {
		t.Errorf("legacy: %s", got)
	}
	server, _ = fake(t, func(o *mcp.Options) { o.TellsAll = true })
	if got = run(t, server.Request(""), message("initialize", helloElicit, "")); strings.Count(got, `"listChanged":true`) != 3 {
		t.Errorf("legacy, told in another way: %s", got)
	}
}

func TestListTTL(t *testing.T) {
	t.Parallel()
	for ttl, want := range map[time.Duration]string{0: `"ttlMs":3600000`, 30 * time.Second: `"ttlMs":30000`} {
		server, _ := fake(t, func(o *mcp.Options) { o.ListTTL = ttl })
		if got := run(t, server.Request(""), message("tools/list", "", mcptest.Modern)); !strings.Contains(got, want) {
			t.Errorf("%s: %s", ttl, got)
		}
	}
}

func TestListen_S5_BadParams(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	many := strings.Repeat(`"fake://both",`, 256) + `"fake://both"`
	for notifications, want := range map[string]string{
		`"toolsListChanged":1`:                   "The params of subscriptions/listen do not have the shape that MCP gives them.",
		`"resourceSubscriptions":[` + many + `]`: "The params of subscriptions/listen are not valid: resourceSubscriptions holds more than 256.",
	} {
		check(t, want, run(t, server.Request(""), listenTo("1", notifications)), `"error":{"code":-32602,"message":"`+want+`","data":{"kind":"invalid_params"}}`)
	}
}
