package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
)

// With this variable set, the test program is that contestant.
const asContestant = "TEST_AS_CONTESTANT"

const testAnswer = `{"a":"say \"b\\c\""}`

func TestMain(m *testing.M) {
	if name := os.Getenv(asContestant); name != "" {
		os.Args = []string{os.Args[0], name}
		main()
		return
	}
	os.Exit(m.Run())
}

func env(name string) []string {
	return append(os.Environ(), asContestant+"="+name, "ANSWER="+testAnswer)
}

const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get","arguments":{"id":"one"}}}`

var modernCall = strings.Replace(call, `{"name"`, `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
	`"io.modelcontextprotocol/clientCapabilities":{}},"name"`, 1)

// The floor is a limit only if it does the same job: it must answer what recipe-mcp
// answers, byte by byte, but for the order of members. So must the transport alone in
// the era whose result it has.
func TestFloor_AnswersLikeRecipeMCP(t *testing.T) {
	t.Parallel()
	theirs, ours, alone := start(t, "floor"), start(t, "recipe-mcp"), start(t, "streamhttp")
	for _, body := range []string{call, modernCall} {
		want, length := ask(t, ours, body)
		got, size := ask(t, theirs, body)
		if diff := cmp.Diff(want, got); diff != "" || size != length {
			t.Errorf("%d bytes, want %d; recipe-mcp -, floor +\n%s", size, length, diff)
		}
	}
	want, length := ask(t, ours, modernCall)
	got, size := ask(t, alone, modernCall)
	if diff := cmp.Diff(want, got); diff != "" || size != length {
		t.Errorf("%d bytes, want %d; recipe-mcp -, transport +\n%s", size, length, diff)
	}
}

// start starts a contestant and returns its address.
func start(t *testing.T, name string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = env(name)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

func ask(t *testing.T, address, body string) (answer map[string]any, length int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if body == modernCall {
		request.Header.Set("MCP-Protocol-Version", "2026-07-28")
		request.Header.Set("Mcp-Method", "tools/call")
		request.Header.Set("Mcp-Name", tool)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &answer); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v: %s", response.Status, err, text)
	}
	return answer, len(text)
}

// Every contestant does what it is measured by: the driver checks the answers.
func TestContestants(t *testing.T) {
	t.Parallel()
	for name := range contestants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, err := drive.StartWeb(t.Context(), drive.Command{Args: os.Args[:1], Env: env(name)})
			if err != nil {
				t.Fatal(err)
			}
			for _, era := range []drive.Era{drive.Handshake, drive.Modern} {
				s, err := w.Run(drive.WebLoad{Era: era, Window: 4, For: time.Millisecond})
				if err != nil || s.Calls < 4 || len(s.Latencies) != s.Calls || s.Bytes <= 0 {
					t.Fatalf("%s: %+v, %v", era, s, err)
				}
			}
			if held, err := w.Held(); err != nil || held < 1<<16 {
				t.Errorf("holds %d bytes, %v", held, err)
			}
			if name != "streamhttp" {
				subscribe(t, w, name)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func subscribe(t *testing.T, w *drive.Web, name string) {
	t.Helper()
	streams, err := w.Listen(3)
	if err != nil {
		t.Fatal(err)
	}
	if name != "floor" {
		if err := streams.Changed(); err != nil {
			t.Error(err)
		}
	}
	streams.Close()
}
