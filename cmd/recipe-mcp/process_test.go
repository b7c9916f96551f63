package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience bounds every wait for a process: it is killed then, which ends all
// reads from it.
const patience = 2 * time.Minute

// server is a running recipe-mcp and the test's ends of its pipes.
type server struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr *logText
	nextID int
	ended  bool
}

// command is a recipe-mcp that knows nothing of this computer's settings. Its
// home is a directory of the test.
func command(t *testing.T, settings ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, path)
	home := t.TempDir()
	cmd.Env = append([]string{
		"HOME=" + home,
		"XDG_DATA_HOME=" + filepath.Join(home, "data"),
		"LOCALAPPDATA=" + filepath.Join(home, "data"),
		"SYSTEMROOT=" + os.Getenv("SYSTEMROOT"),
	}, settings...)
	return cmd
}

// start runs recipe-mcp with its environment set to settings. The test's end
// closes its input and expects it to exit with 0, unless the test saw to the
// end itself.
func start(t *testing.T, settings ...string) *server {
	t.Helper()
	return startCommand(t, command(t, settings...))
}

func startCommand(t *testing.T, cmd *exec.Cmd) *server {
	t.Helper()
	s := &server{t: t, cmd: cmd, stderr: newLogText()}
	var err error
	if s.stdin, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.stdout = bufio.NewReader(stdout)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.stderr.fill(stderr)
	t.Cleanup(func() {
		if s.ended {
			return
		}
		if _, code := s.end(); code != 0 {
			t.Errorf("exit code %d, want 0; stderr:\n%s", code, s.stderr)
		}
	})
	return s
}

// write sends text as it stands.
func (s *server) write(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.stdin, text); err != nil {
		s.t.Fatalf("write to recipe-mcp: %v; stderr:\n%s", err, s.stderr)
	}
}

// send sends one line.
func (s *server) send(line string) {
	s.t.Helper()
	s.write(line + "\n")
}

// receive gives the next line, which must be an answer.
func (s *server) receive() answer {
	s.t.Helper()
	line, err := s.stdout.ReadString('\n')
	if err != nil {
		s.t.Fatalf("read from recipe-mcp: %v (%q); stderr:\n%s", err, line, s.stderr)
	}
	return parse(s.t, line)
}

// request sends a request under an id of its own and gives the next answer,
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

// end closes the input, reads what is left and gives it with the exit code, -1
// when a signal ended the process.
func (s *server) end() ([]answer, int) {
	s.t.Helper()
	if err := s.stdin.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		s.t.Errorf("close the input: %v", err)
	}
	return s.wait()
}

// wait is end for a process that ends by itself.
func (s *server) wait() ([]answer, int) {
	s.t.Helper()
	s.ended = true
	rest, err := io.ReadAll(s.stdout)
	if err != nil {
		s.t.Errorf("read from recipe-mcp: %v", err)
	}
	s.stderr.wait()
	return parseAll(s.t, rest), exitCode(s.t, s.cmd.Wait())
}

func exitCode(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	t.Fatal(err)
	return 0
}

// pipe feeds input to a recipe-mcp, closes its input at once, and gives what
// came out.
func pipe(t *testing.T, input string, settings ...string) (answers []answer, stderr string, code int) {
	t.Helper()
	cmd := command(t, settings...)
	var stdout, log bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &log
	code = exitCode(t, cmd.Run())
	return parseAll(t, stdout.Bytes()), log.String(), code
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
		t.Fatalf("stdout holds a line that is no JSON object: %v: %.300q", err, line)
	}
	_, hasID := members["id"]
	_, hasResult := members["result"]
	_, hasError := members["error"]
	if string(members["jsonrpc"]) != `"2.0"` || !hasID || hasResult == hasError || len(members) != 3 {
		t.Fatalf("stdout holds a line that is no JSON-RPC 2.0 response: %.300q", line)
	}
	a := answer{line: line}
	if err := json.Unmarshal([]byte(line), &a); err != nil {
		t.Fatalf("%v: %.300q", err, line)
	}
	return a
}

// parseAll parses whole lines; the last must be complete too.
func parseAll(t *testing.T, output []byte) []answer {
	t.Helper()
	var answers []answer
	for line := range strings.Lines(string(output)) {
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

// logText is what a process writes to stderr.
type logText struct {
	mu   sync.Mutex // guards the fields below
	more *sync.Cond
	text []byte
	eof  bool
}

func newLogText() *logText {
	l := &logText{}
	l.more = sync.NewCond(&l.mu)
	return l
}

func (l *logText) fill(r io.Reader) {
	buffer := make([]byte, 4096)
	for {
		n, err := r.Read(buffer)
		l.mu.Lock()
		l.text = append(l.text, buffer[:n]...)
		l.eof = err != nil
		l.more.Broadcast()
		l.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// wait waits for the end of the text.
func (l *logText) wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.eof {
		l.more.Wait()
	}
}

// await waits until the text holds part.
func (l *logText) await(t *testing.T, part string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for !bytes.Contains(l.text, []byte(part)) {
		if l.eof {
			t.Fatalf("stderr never said %q:\n%s", part, l.text)
		}
		l.more.Wait()
	}
}

func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
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
			t.Errorf("stderr holds a line that is no log line: %q", line)
		}
		if entry.Level == "warn" {
			found = append(found, line)
		}
	}
	return found
}
