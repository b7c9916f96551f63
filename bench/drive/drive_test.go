package drive_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
)

// With this variable set, the test program is a server of a certain behaviour.
const behaviour = "DRIVE_TEST_SERVER"

func TestMain(m *testing.M) {
	if kind := os.Getenv(behaviour); kind != "" {
		serve(kind, os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// serve answers in one of several ways, right and wrong.
func serve(kind string, in io.Reader, out io.Writer) {
	if kind, isWeb := strings.CutPrefix(kind, overHTTP); isWeb {
		serveWeb(kind, in, out)
		return
	}
	if kind == "broken" {
		fmt.Fprintln(os.Stderr, "cannot go on")
		return
	}
	lines := bufio.NewScanner(in)
	var held []string
	calls := 0
	for lines.Scan() {
		line := lines.Text()
		id, isCall := strings.CutPrefix(line, `{"jsonrpc":"2.0","id":`)
		id, _, _ = strings.Cut(id, ",")
		switch {
		case !isCall:
		case strings.Contains(line, `"initialize"`):
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{"serverInfo":{"name":"test"}}}`+"\n", id)
		case kind == "failing":
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no"}}`+"\n", id)
		case kind == "textless":
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{"content":[],"structuredContent":{}}}`+"\n", id)
		case kind == "twice":
			fmt.Fprint(out, answer("2", 0), answer("2", 0))
		case kind == "silent":
		case kind == "reversing": // pairs, the second one first
			if held = append(held, id); len(held) == 2 {
				fmt.Fprint(out, `{"jsonrpc":"2.0","method":"notifications/message","params":{}}`+"\n", answer(held[1], 0), answer(held[0], 0))
				held = nil
			}
		case kind == "forgetful" && calls >= 3:
		case kind == "shrinking" && calls > 0:
			fmt.Fprint(out, answer(id, 0))
		case kind == "large" || kind == "shrinking":
			fmt.Fprint(out, answer(id, 300<<10))
		default:
			fmt.Fprint(out, answer(id, 0))
		}
		if isCall && !strings.Contains(line, `"initialize"`) {
			calls++
		}
	}
}

func answer(id string, size int) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"text","text":"{}"}],"structuredContent":{"a":"` +
		strings.Repeat("x", size) + `"}}}` + "\n"
}

var tool = drive.Tool{Name: "get", Arguments: []string{`{"n":1}`, `{"n":2}`}}

func start(t *testing.T, kind string) *drive.Process {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	p, err := drive.Start(ctx, drive.Command{Args: []string{os.Args[0]}, Env: append(os.Environ(), behaviour+"="+kind)})
	if err != nil {
		t.Fatal(err)
	}
	if took, err := p.Initialize(); err != nil || took <= 0 {
		t.Fatalf("initialize: %s, %v", took, err)
	}
	return p
}

func TestProcess_Run(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind          string
		window, calls int
	}{
		{"good", 1, 20},
		{"good", 16, 100},
		{"good", 16, 3}, // the window is filled all the same
		{"reversing", 2, 20},
		{"large", 4, 12},
	} {
		t.Run(test.kind+" "+strconv.Itoa(test.window), func(t *testing.T) {
			t.Parallel()
			p := start(t, test.kind)
			s, err := p.Run(drive.Load{Tool: tool, Window: test.window, Calls: test.calls})
			if err != nil {
				t.Fatal(err)
			}
			if want := max(test.calls, test.window); s.Calls != want || len(s.Latencies) != want {
				t.Errorf("got %d calls and %d latencies, want %d", s.Calls, len(s.Latencies), want)
			}
			if s.Took <= 0 || s.Bytes <= 0 {
				t.Errorf("took %s for %d bytes", s.Took, s.Bytes)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestProcess_RunFor(t *testing.T) {
	t.Parallel()
	p := start(t, "good")
	s, err := p.Run(drive.Load{Tool: tool, Window: 1, For: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if s.Took < 10*time.Millisecond {
		t.Errorf("ended after %s", s.Took)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestProcess_RunRefuses(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"failing":   "a call failed",
		"textless":  "no text",
		"twice":     "answered twice",
		"shrinking": "the first had",
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			p := start(t, kind)
			_, err := p.Run(drive.Load{Tool: tool, Window: 1, Calls: 5})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want an error with %q", err, want)
			}
			p.Kill()
		})
	}
}

func TestProcess_Flood(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]int{"good": 500, "forgetful": 3, "silent": 0, "failing": 0} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			got, err := start(t, kind).Flood(tool, 500)
			if err != nil || got != want {
				t.Errorf("got %d answers, want %d: %v", got, want, err)
			}
		})
	}
}

func TestStart_Unknown(t *testing.T) {
	t.Parallel()
	if _, err := drive.Start(t.Context(), drive.Command{Args: []string{"./there-is-no-such-program"}}); err == nil {
		t.Error("started what isn't there")
	}
}

func TestProcess_InitializeTellsStderr(t *testing.T) {
	t.Parallel()
	p, err := drive.Start(t.Context(), drive.Command{Args: []string{os.Args[0]}, Env: append(os.Environ(), behaviour+"=broken")})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Initialize()
	p.Kill()
	if err == nil || !strings.Contains(err.Error(), "cannot go on") {
		t.Errorf("got %v, want what the program said", err)
	}
}
