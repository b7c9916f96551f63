package streamhttp_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

const full = `{"jsonrpc":"2.0",%s"error":{"code":-32603,"message":"the server is busy and did not run this call, ` +
	`so it changed nothing; try again in a moment","data":{"kind":"busy","retry_after_seconds":1}}}`

func TestC4_Calls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		b := serveBubble(t, map[string]method{
			"wait": g.method(jsonrpc.Write, false), "ping": {run: pong},
			"subscriptions/listen": {jsonrpc.Stream, listening},
		}, func(o *streamhttp.Options) { o.MaxConcurrency = 2 })
		stream := b.dial() // it takes no place of a call
		stream.send(modern(1, "subscriptions/listen", ""))
		read(t, stream.response().Body, event(acknowledged))
		first, second := b.dial(), b.dial()
		first.send(post(call(1, "wait")))
		second.send(modern(1, "wait", ""))
		<-g.running
		<-g.running
		for _, text := range []string{post(call(1, "ping")), modern(1, "ping", "")} {
			began := time.Now()
			got := b.ask(text)
			check(t, got, http.StatusServiceUnavailable, fmt.Sprintf(full, `"id":1,`))
			if took := time.Since(began); took != time.Second || got.header.Get("Retry-After") != "1" {
				t.Errorf("after %v, with Retry-After %q", took, got.header.Get("Retry-After"))
			}
		}
		check(t, b.ask(post(`{"jsonrpc":"2.0","method":"x"}`)), http.StatusAccepted, "") // takes no place
		third := b.dial()
		third.send(post(call(3, "ping")))
		synctest.Wait()
		g.through <- struct{}{}
		check(t, third.answer(), http.StatusOK, result(3, `"pong"`))
		// A batch takes the places of all its calls that may run at the same time.
		batch := b.dial()
		batch.send(post(script.Array(call(1, "ping"))))
		answered := make(chan answer, 1)
		go func() { answered <- batch.answer() }()
		synctest.Wait()
		if len(answered) > 0 {
			t.Error("a batch ran beside a call, with one place left")
		}
		if calls, streams := b.server.Active(); calls != 1 || streams != 1 {
			t.Errorf("%d calls and %d streams are active", calls, streams)
		}
		g.through <- struct{}{}
		check(t, <-answered, http.StatusOK, script.Array(result(1, `"pong"`)))
	})
}

func TestC4_Streams(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, map[string]method{"subscriptions/listen": {jsonrpc.Stream, listening}}, func(o *streamhttp.Options) {
			o.MaxStreams, o.MaxStreamsEach = 3, 2
			o.Principal = func(r *http.Request) string { return r.Header.Get("Authorization") }
		})
		open := func(who string) *conn {
			t.Helper()
			c := b.dial()
			c.send(modern(1, "subscriptions/listen", "", "Authorization: "+who, "Accept: application/json"))
			read(t, c.response().Body, event(acknowledged))
			return c
		}
		refused := func(who string, status int, message string) {
			t.Helper()
			got := b.ask(modern(1, "subscriptions/listen", "", "Authorization: "+who))
			if got.status != status || !strings.Contains(got.body, message) || got.header.Get("Retry-After") != "1" {
				t.Errorf("%s: %d %s", who, got.status, got.body)
			}
		}
		open("a")
		second := open("a")
		refused("a", http.StatusTooManyRequests, "there are too many subscriptions of this account; end one of them first")
		third := open("b")
		refused("b", http.StatusServiceUnavailable, "the server has too many subscriptions; try again later")
		_ = second.Close()
		synctest.Wait()
		open("a")
		_ = third.Close()
		synctest.Wait()
		refused("a", http.StatusTooManyRequests, "there are too many")
		open("c")
	})
}

func TestC4_Bodies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		b := serveBubble(t, map[string]method{"wait": g.method(jsonrpc.Read, false), "ping": {run: pong}}, func(o *streamhttp.Options) {
			o.MaxMessageBytes, o.MaxQueuedBytes = 64<<10, 100<<10
		})
		long := func(id int, method string) string {
			return post(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%q}`, id, method, strings.Repeat("x", 60<<10)))
		}
		first := b.dial()
		first.send(long(1, "wait"))
		<-g.running
		began := time.Now()
		check(t, b.ask(long(2, "ping")), http.StatusServiceUnavailable, fmt.Sprintf(full, ""))
		if took := time.Since(began); took != time.Second {
			t.Errorf("refused after %v", took)
		}
		check(t, b.ask(post(call(3, "ping"))), http.StatusOK, result(3, `"pong"`))
		second := b.dial()
		second.send(long(4, "ping")[:20<<10]) // what has arrived counts, not what is announced
		synctest.Wait()
		close(g.through)
		check(t, first.answer(), http.StatusOK, result(1, 1))
		second.send(long(4, "ping")[20<<10:])
		check(t, second.answer(), http.StatusOK, result(4, `"pong"`))
		for range 100 { // what was taken has been given back
			check(t, b.ask(long(5, "ping")), http.StatusOK, result(5, `"pong"`))
		}
	})
}

// A subscription's message counts, and no more than that.
func TestC4_BodiesOfStreams(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, map[string]method{"subscriptions/listen": {jsonrpc.Stream, listening}}, func(o *streamhttp.Options) {
			o.MaxMessageBytes, o.MaxQueuedBytes = 1<<10, 8<<10
		})
		var got []int
		for range 40 {
			c := b.dial()
			c.send(modern(1, "subscriptions/listen", ""))
			got = append(got, c.response().StatusCode)
		}
		served := 0
		for _, status := range got {
			if status == http.StatusOK {
				served++
			}
		}
		if length := len(modern(1, "subscriptions/listen", "")); served < 10 || served > (8<<10)/(length/2) {
			t.Errorf("%d streams", served)
		}
	})
}

func TestC4_ResultsOfABatch(t *testing.T) {
	t.Parallel()
	e := serve(t, map[string]method{"large": {jsonrpc.Read, func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
		return jsonrpc.Raw(`"` + strings.Repeat("x", 5<<20) + `"`), nil
	}}}, nil)
	got := e.ask(post(script.Array(call(1, "large"), call(2, "large"))))
	if strings.Count(got.body, `"result"`) != 1 || !strings.Contains(got.body, "send this call on its own") {
		t.Errorf("%d bytes: %.300s", len(got.body), got.body[max(0, len(got.body)-300):])
	}
}

// endless sends a body for as long as it is taken.
func endless(c *conn, head string, chunk []byte, n int) {
	_, _ = io.WriteString(c, head)
	for range n {
		if _, err := c.Write(chunk); err != nil {
			return
		}
	}
}

//nolint:paralleltest // it counts what the whole process allocates.
func TestC5_LongMessages(t *testing.T) {
	e := serve(t, nil, nil)
	megabyte := strings.Repeat(" ", 1<<20)
	tooLong := fault(nil, -32600, "the message is longer than 4194304 bytes", "invalid_request")
	fits := call(1, "ping")
	fits += megabyte[:1<<20-len(fits)] + megabyte + megabyte + megabyte
	check(t, e.ask(post(fits)), http.StatusOK, result(1, `"pong"`))
	check(t, e.ask(post(fits+" ")), http.StatusRequestEntityTooLarge, tooLong)
	tests := []struct {
		head  string
		chunk []byte
	}{
		{post("", "Content-Length: 209715200"), []byte(megabyte)},
		{post("", "Content-Length:", "Transfer-Encoding: chunked"), fmt.Appendf(nil, "%x\r\n%s\r\n", 1<<20, megabyte)},
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, tt := range tests {
		c := e.dial()
		_ = c.SetDeadline(time.Now().Add(5 * time.Second)) // a server without the bound reads on
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			endless(c, tt.head, tt.chunk, 200)
		}()
		check(t, c.answer(), http.StatusRequestEntityTooLarge, tooLong)
		await(t, sent, "the server takes no more")
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 10<<20 {
		t.Errorf("%d MiB allocated for 400 MiB with a bound of 4 MiB", grown>>20)
	}
	check(t, e.ask(post("", "Content-Length: 0")), http.StatusBadRequest,
		fault(nil, -32700, "the message is not valid JSON: it ends within a value, at byte 0", "parse_error"))
}

// Most clients read nothing before they have sent it all.
func TestC5_SendersHearWhy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, nil, func(o *streamhttp.Options) { o.MaxMessageBytes = 200 << 10 })
		long := strings.Repeat(" ", 700<<10)
		tooLong := fault(nil, -32600, "the message is longer than 204800 bytes", "invalid_request")
		check(t, b.ask(post(long)), http.StatusRequestEntityTooLarge, tooLong)
		chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(long), long)
		check(t, b.ask(post("", "Content-Length:", "Transfer-Encoding: chunked")+chunked), http.StatusRequestEntityTooLarge, tooLong)
	})
}

func TestC6_SlowClients(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, map[string]method{"ping": {run: pong}}, nil)
		closes := func(what string, c *conn, want time.Duration) {
			t.Helper()
			if took := c.closedAfter(); took != want {
				t.Errorf("%s: closed after %v, want %v", what, took, want)
			}
		}
		c := b.dial()
		c.send("POST /mcp HTTP/1.1\r\nHost: 127.0")
		closes("half a header", c, 5*time.Second)

		text := post(call(1, "ping"))
		for what, text := range map[string]string{
			"half a body": text[:len(text)-1], "no body": strings.TrimSuffix(text, call(1, "ping")),
		} {
			c = b.dial()
			c.send(text)
			began := time.Now()
			check(t, c.answer(), http.StatusRequestTimeout, fault(nil, -32600, "the message did not arrive in time", "timeout"))
			if took := time.Since(began); took != 10*time.Second {
				t.Errorf("%s: refused after %v", what, took)
			}
			closes(what, c, 0)
		}
		c = b.dial()
		c.send(post("", "Host: evil.example", "Content-Length: 1000"))
		check(t, c.answer(), http.StatusForbidden, fault(nil, -32600,
			"the server does not have the name in the header Host; use the address that it was configured with", "forbidden"))
		closes("a body that is not wanted and doesn't come", c, 0)

		c = b.dial()
		c.send(text)
		check(t, c.answer(), http.StatusOK, result(1, `"pong"`))
		closes("an idle connection", c, time.Minute)

		// Slow is not stuck.
		c = b.dial()
		piece := strings.Repeat(" ", 256<<10)
		c.send(post("", fmt.Sprintf("Content-Length: %d", len(call(1, "ping"))+8*len(piece))))
		for range 8 {
			time.Sleep(9 * time.Second)
			c.send(piece)
		}
		c.send(call(1, "ping"))
		check(t, c.answer(), http.StatusOK, result(1, `"pong"`))
	})
}

func TestC6_LongHeaders(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	if got := e.ask(post(call(1, "ping"), "X: "+strings.Repeat("x", 30<<10))); got.status != http.StatusOK {
		t.Errorf("30 KiB: %d", got.status)
	}
	if got := e.ask(post(call(1, "ping"), "X: "+strings.Repeat("x", 64<<10))); got.status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("64 KiB: %d", got.status)
	}
}

func TestC6_ReadersThatStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		large := strings.Repeat("x", 1<<20)
		failed := make(chan error, 1)
		b := serveBubble(t, map[string]method{
			"large": {jsonrpc.Read, func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
				return jsonrpc.Raw(`"` + large + `"`), nil
			}},
			"silent": {jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
				err := client.Notify(ctx, "notifications/progress", nil)
				time.Sleep(time.Minute) // comments go out
				if err == nil {
					err = client.Notify(ctx, "notifications/progress", nil)
				}
				failed <- err
				return jsonrpc.Raw("1"), nil
			}},
		}, nil)
		torn := func(what string, want time.Duration) {
			t.Helper()
			began := time.Now()
			if got := <-b.events; got.Outcome != streamhttp.Torn {
				t.Errorf("%s: %+v", what, got)
			}
			if took := time.Since(began); took != want {
				t.Errorf("%s: torn after %v, want %v", what, took, want)
			}
		}
		c := b.dial()
		c.send(post(call(1, "large")))
		torn("nothing is read", 20*time.Second)

		c = b.dial()
		c.send(post(call(1, "large")))
		res := c.response()
		time.Sleep(15 * time.Second)
		read(t, res.Body, `{"jsonrpc":"2.0","id":1,"result":"`+large[:100<<10])
		torn("a part is read", 20*time.Second)

		c = b.dial()
		c.send(post(call(1, "silent")))
		torn("a stream", 80*time.Second) // 20 s for the first event, and then its call goes on
		if err := <-failed; err == nil {
			t.Error("the call did not see that its output has failed")
		}

		// Slow is not stuck.
		c = b.dial()
		c.send(post(call(1, "large")))
		body := c.response().Body
		got := 0
		for piece := make([]byte, 64<<10); ; time.Sleep(15 * time.Second) {
			n, err := io.ReadFull(body, piece)
			if got += n; err != nil {
				break
			}
		}
		if want := len(result(1, `"`+large+`"`)); got != want {
			t.Errorf("%d bytes of %d", got, want)
		}
		if e := <-b.events; e.Outcome != streamhttp.OK {
			t.Errorf("%+v", e)
		}
	})
}

// HTTP/2 ends a stream at its deadline, whether something is being written or not.
func TestHTTP2_SilentStream(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, map[string]method{
			"slow": {jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
				err := client.Notify(ctx, "begun", nil)
				time.Sleep(time.Hour)
				return jsonrpc.Raw("1"), err
			}},
		}, func(o *streamhttp.Options) { o.KeepAlive = 2 * time.Hour })
		transport := &http.Transport{
			Protocols:   new(http.Protocols),
			DialContext: func(context.Context, string, string) (net.Conn, error) { return b.dial().Conn, nil },
		}
		transport.Protocols.SetUnencryptedHTTP2(true)
		defer transport.CloseIdleConnections()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(call(1, "slow")))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", "text/event-stream")
		res, err := transport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if want := event(`{"jsonrpc":"2.0","method":"begun"}`) + event(result(1, 1)); string(body) != want || err != nil || res.ProtoMajor != 2 {
			t.Errorf("HTTP/%d: %q, %v; want %q", res.ProtoMajor, body, err, want)
		}
	})
}
