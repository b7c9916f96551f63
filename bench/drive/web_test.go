package drive_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
)

// overHTTP begins the name of a behaviour that is seen over HTTP.
const overHTTP = "over HTTP: "

// serveWeb answers in one of several ways, right and wrong.
func serveWeb(kind string, in io.Reader, out io.Writer) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	fmt.Fprintf(out, "http://%s/mcp\n", listener.Addr())
	changed := make(chan struct{})
	var calls atomic.Int64
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, rest, _ := strings.Cut(string(body), `"id":`)
		id, _, _ := strings.Cut(rest, ",")
		switch {
		case strings.Contains(string(body), `"initialize"`):
			if kind == "sessions" {
				w.Header().Set("Mcp-Session-Id", "s1")
			}
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"serverInfo":{"name":"test"}}}`, id)
		case id == "":
			w.WriteHeader(http.StatusAccepted)
		case r.Header.Get("Mcp-Method") == "subscriptions/listen":
			serveStream(kind, w, r, id, changed)
		default:
			serveCall(kind, w, r, id, calls.Add(1))
		}
	})}
	go func() { _ = server.Serve(listener) }()
	for lines := bufio.NewScanner(in); lines.Scan(); {
		switch lines.Text() {
		case "memory":
			fmt.Fprintln(out, 12345)
		case "change":
			close(changed)
		}
	}
}

func serveCall(kind string, w http.ResponseWriter, r *http.Request, id string, n int64) {
	size := 10
	switch {
	case kind == "refusing", kind == "sessions" && r.Header.Get("Mcp-Session-Id") != "s1":
		w.WriteHeader(http.StatusBadRequest)
	case kind == "chunks":
		size = 10 << 10 // net/http sends it in chunks
	case kind == "mixing":
		id = "77"
	case kind == "shrinking" && n > 4:
		size = 9
	case kind == "failing":
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no"}}`, id)
		return
	}
	_, _ = io.WriteString(w, answer(id, size))
}

func serveStream(kind string, w http.ResponseWriter, r *http.Request, id string, changed <-chan struct{}) {
	if kind == "streamless" {
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{}}`, id)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(method, id string) {
		_, _ = fmt.Fprintf(w, ": comment\n\nevent: message\ndata: {\"method\":%q,\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":%s}}}\n\n", method, id)
		_ = http.NewResponseController(w).Flush()
	}
	event("notifications/subscriptions/acknowledged", id)
	select {
	case <-changed:
	case <-r.Context().Done():
		return
	}
	switch kind {
	case "deaf":
	case "crossing":
		event("notifications/tools/list_changed", "77")
	default:
		event("notifications/tools/list_changed", id)
	}
}

func startWeb(t *testing.T, kind string) *drive.Web {
	t.Helper()
	w, err := drive.StartWeb(t.Context(), drive.Command{Args: []string{os.Args[0]}, Env: append(os.Environ(), behaviour+"="+overHTTP+kind)})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWeb_Run(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"good", "sessions", "chunks"} {
		for _, window := range []int{1, 16} {
			t.Run(kind+" "+strconv.Itoa(window), func(t *testing.T) {
				t.Parallel()
				w := startWeb(t, kind)
				s, err := w.Run(drive.WebLoad{Era: drive.Handshake, Window: window, For: 5 * time.Millisecond})
				if err != nil {
					t.Fatal(err)
				}
				if s.Calls < window || len(s.Latencies) != s.Calls || s.Bytes < int64(s.Calls) || s.Took < 5*time.Millisecond {
					t.Errorf("got %d calls, %d latencies, %d bytes in %s", s.Calls, len(s.Latencies), s.Bytes, s.Took)
				}
				if err := w.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestWeb_RunRefuses(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"refusing":  "status 400",
		"mixing":    "another call's answer",
		"shrinking": "the first had",
		"failing":   "a call failed",
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := startWeb(t, kind)
			_, err := w.Run(drive.WebLoad{Era: drive.Modern, Window: 1, For: time.Minute})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want an error with %q", err, want)
			}
			w.Kill()
		})
	}
}

func TestWeb_Listen(t *testing.T) {
	t.Parallel()
	w := startWeb(t, "good")
	streams, err := w.Listen(3)
	if err != nil {
		t.Fatal(err)
	}
	defer streams.Close()
	if err := streams.Changed(); err != nil {
		t.Error(err)
	}
	if held, err := w.Held(); err != nil || held != 12345 {
		t.Errorf("holds %d, %v", held, err)
	}
	if err := w.Visit(); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func TestWeb_ListenRefuses(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"streamless": "not a stream",
		"deaf":       "the stream has ended",
		"crossing":   "of another stream",
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := startWeb(t, kind)
			defer w.Kill()
			streams, err := w.Listen(2)
			if err == nil {
				defer streams.Close()
				err = streams.Changed()
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want an error with %q", err, want)
			}
		})
	}
}
