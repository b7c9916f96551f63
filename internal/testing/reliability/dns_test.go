package reliability_test

import (
	"context"
	"net"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// What the name server does.
const (
	knows int32 = iota
	denies
	fails
	silent
)

// nameless is a cell whose API has a name that a name server of the test's knows
// or does not. The resolver is in the client's process, so the parts are wired
// up in this one.
func nameless(t *testing.T, mode *atomic.Int32, limit time.Duration) *cell {
	t.Helper()
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	at := nameServer(t, mode)
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", at)
	}}
	_, port, err := net.SplitHostPort(vault.Address)
	if err != nil {
		t.Fatal(err)
	}
	a := wire(t, zerolog.TraceLevel, apiclient.Options{
		BaseURL: "http://vault.example.:" + port, Timeout: limit, MaxRetries: 1,
		Transport: &http.Transport{DialContext: (&net.Dialer{Resolver: resolver, Timeout: limit}).DialContext, DisableKeepAlives: true},
	})
	return &cell{vault: vault, adapter: a, name: "name server", limit: limit, id: vault.make("zq7 of name server")}
}

// TestFaults_nameServer asks a real name server that does not know the name, or
// fails.
func TestFaults_nameServer(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]int32{"unknown name": denies, "failure": fails} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mode atomic.Int32
			c := nameless(t, &mode, 20*time.Second)
			c.run(t, &fault{read: unavailable, all: unavailable}, false, func() { mode.Store(answer) }, func() { mode.Store(knows) })
		})
	}
}

// TestFaults_silentNameServer asks one that says nothing. Go's resolver shares a
// look-up that hangs with whoever asks the same, for some seconds, so the next
// calls may fail too; they fail in time and tell the truth.
func TestFaults_silentNameServer(t *testing.T) {
	t.Parallel()
	var mode atomic.Int32
	mode.Store(silent)
	c := nameless(t, &mode, time.Second)
	for _, tool := range c.tools(t, "silent") {
		got := c.adapter.call(tool.name, tool.with)
		kind := unavailable
		if !tool.write && got.Kind == timeout {
			kind = timeout
		}
		c.check(t, got, kind, tool.done)
	}
	mode.Store(knows)
	began := time.Now()
	for c.adapter.call("list_recipes", args{}).Kind != fine {
		if time.Since(began) > patience {
			t.Fatal("it never found the API again")
		}
	}
	t.Logf("it worked %s after the name server did", time.Since(began).Round(100*time.Millisecond))
}

// nameServer answers every question for an address with 127.0.0.1.
func nameServer(t *testing.T, mode *atomic.Int32) string {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { _ = conn.Close(); <-done })
	go func() {
		defer close(done)
		buffer := make([]byte, 512)
		for {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			if answer := nameAnswer(buffer[:n], mode.Load()); answer != nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	}()
	return conn.LocalAddr().String()
}

// nameAnswer answers a query of RFC 1035 with one question.
func nameAnswer(query []byte, mode int32) []byte {
	const head = 12
	end := head
	for end < len(query) && query[end] != 0 {
		end += int(query[end]) + 1
	}
	end += 5 // the root, the type and the class
	if mode == silent || end > len(query) {
		return nil
	}
	answer := append([]byte(nil), query[:end]...)
	answer[2], answer[3] = 0x81, 0x80 // a response, with recursion
	copy(answer[4:], []byte{0, 1, 0, 0, 0, 0, 0, 0})
	switch isA := query[end-3] == 1; {
	case mode == denies:
		answer[3] |= 3
	case mode == fails:
		answer[3] |= 2
	case isA:
		answer[7] = 1
		answer = append(answer, 0xc0, head, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1)
	}
	return answer
}
