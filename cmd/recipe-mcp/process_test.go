package main_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// patience bounds the waits that a process's own limit does not end.
const patience = 2 * time.Minute

// server is a running recipe-mcp, to which a test speaks one thing at a time.
type server struct {
	*harness.Process

	t      *testing.T
	nextID int
	ended  bool
}

// command is a recipe-mcp with settings in its environment, as NAME=value.
func command(t *testing.T, settings ...string) *harness.Command {
	t.Helper()
	return harness.Program(t, "recipe-mcp").Set(settings...)
}

// start starts a recipe-mcp.
func start(t *testing.T, settings ...string) *server {
	t.Helper()
	return startCommand(t, command(t, settings...))
}

// startCommand starts a command that serves. The test's end closes its input and
// expects it to exit with 0, unless the test saw to the end itself.
func startCommand(t *testing.T, c *harness.Command) *server {
	t.Helper()
	s := &server{Process: c.Start(), t: t}
	t.Cleanup(func() {
		if s.ended {
			return
		}
		if _, code := s.end(); code != 0 {
			t.Errorf("exit code %d, want 0; stderr:\n%s", code, s.Log)
		}
	})
	return s
}

// send sends one line.
func (s *server) send(line string) {
	s.t.Helper()
	s.Write(line + "\n")
}

// receive returns the next line, which must be an answer.
func (s *server) receive() answer {
	s.t.Helper()
	return parse(s.t, s.ReadLine())
}

// request sends a request under an id of its own and returns the next answer,
// which must have that id.
func (s *server) request(method, params string) answer {
	s.t.Helper()
	s.nextID++
	id := strconv.Itoa(s.nextID)
	s.send(request(id, method, params))
	a := s.receive()
	if string(a.ID) != id {
		s.t.Fatalf("answer %s has the id %s, want %s", a.line, a.ID, id)
	}
	return a
}

// call calls a tool and waits for its answer.
func (s *server) call(tool, arguments string) answer {
	s.t.Helper()
	return s.request("tools/call", toolParams(tool, arguments))
}

// end closes the input and is leave.
func (s *server) end() ([]answer, int) {
	s.t.Helper()
	s.CloseInput()
	return s.leave()
}

// leave waits until the server ends by itself, and returns the answers that were
// left and the exit code, -1 if a signal ended it.
func (s *server) leave() ([]answer, int) {
	s.t.Helper()
	s.ended = true
	rest := s.Rest()
	return parseAll(s.t, rest), s.Wait()
}

// pipe feeds input to a recipe-mcp, closes its input at once, and returns what
// came out.
func pipe(t *testing.T, input string, settings ...string) (answers []answer, stderr string, code int) {
	t.Helper()
	got := command(t, settings...).Feed(input).Run()
	return parseAll(t, got.Stdout), got.Stderr, got.Code
}

// answer is one line of recipe-mcp.
type answer struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *rpcError       `json:"error"`
	line   string
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    struct {
		Kind       string `json:"kind"`
		Status     int    `json:"status"`
		Field      string `json:"field"`
		RetryAfter int    `json:"retry_after_seconds"`
	} `json:"data"`
}

// parse checks that a line is a JSON-RPC 2.0 response and nothing else.
func parse(t *testing.T, line string) answer {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &members); err != nil {
		t.Fatalf("stdout holds a line that is not a JSON object: %v: %.300q", err, line)
	}
	_, hasID := members["id"]
	_, hasResult := members["result"]
	_, hasError := members["error"]
	if string(members["jsonrpc"]) != `"2.0"` || !hasID || hasResult == hasError || len(members) != 3 {
		t.Fatalf("stdout holds a line that is not a JSON-RPC 2.0 response: %.300q", line)
	}
	a := answer{line: line}
	if err := json.Unmarshal([]byte(line), &a); err != nil {
		t.Fatalf("%v: %.300q", err, line)
	}
	return a
}

// parseAll parses whole lines; the last must be complete too.
func parseAll(t *testing.T, output string) []answer {
	t.Helper()
	var answers []answer
	for line := range strings.Lines(output) {
		if !strings.HasSuffix(line, "\n") {
			t.Errorf("stdout ends in the middle of a line: %.300q", line)
		}
		answers = append(answers, parse(t, line))
	}
	return answers
}

func request(id, method, params string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":` + params + `}`
}

func toolParams(tool, arguments string) string {
	return `{"name":"` + tool + `","arguments":` + arguments + `}`
}

func callLine(id, tool, arguments string) string {
	return request(id, "tools/call", toolParams(tool, arguments)) + "\n"
}

// warnings are the warnings among JSON log lines.
func warnings(t *testing.T, stderr string) []string {
	t.Helper()
	var found []string
	for line := range strings.Lines(stderr) {
		var entry struct {
			Level   string `json:"level"`
			Message string `json:"message"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Errorf("stderr holds a line that is not a log line: %q", line)
		}
		if entry.Level == "warn" {
			found = append(found, line)
		}
	}
	return found
}
