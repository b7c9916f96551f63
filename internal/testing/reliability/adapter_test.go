package reliability_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	recipes "github.com/mcp-adapters/mcp-adapters/recipe"
)

// patience bounds a wait for what must come.
const patience = time.Minute

// adapter is a recipe-mcp or portfolio-mcp that is spoken to: a process, or the same parts wired
// up in this one. Calls may be made from many goroutines.
type adapter struct {
	t       testing.TB
	process *harness.Process // nil in process
	log     *harness.Log
	token   string        // a secret besides those with the marker, "" if there is none
	ended   chan struct{} // closed when the output has ended
	code    int           // exit code; valid when ended is closed

	write sync.Mutex // held while a line is written
	stdin io.WriteCloser

	mu      sync.Mutex // guards the fields below
	waiting map[string]chan answer
	next    int
	over    bool // the test has seen to the end itself
}

// answer is one response. Kind is "" for a success, and "gone" when the process
// ended before it came.
type answer struct {
	Kind    string
	Code    int
	Message string
	Body    json.RawMessage // structuredContent of a success
	Meta    failureMeta     // of a failure that is a result
	Took    time.Duration
}

// check asserts the kind of an answer, and its time, and that it is true of a write: done
// looks for what that did; nil for a read.
func (got answer) check(t *testing.T, kind string, limit time.Duration, done func() bool) {
	t.Helper()
	if got.Kind != kind {
		t.Errorf("kind %q, want %q: %s", got.Kind, kind, got.Message)
	}
	if got.Took > limit+slack {
		t.Errorf("it took %s", got.Took)
	}
	if done == nil {
		return
	}
	switch there := done(); {
	case got.Kind == fine && !there:
		t.Error("reported as done, and not at the back end")
	case got.Kind != fine && got.Kind != unknown && there:
		t.Errorf("reported as not done (%s), and at the back end: %s", got.Kind, got.Message)
	}
}

// failureMeta is the _meta of a result that is a failure.
type failureMeta struct {
	ProjectID string `json:"project_id"`
	Error     struct {
		Code int `json:"code"`
		Data struct {
			Kind       string  `json:"kind"`
			RetryAfter float64 `json:"retry_after_seconds"`
		} `json:"data"`
	} `json:"error"`
}

type args map[string]any

// startAdapter runs the built recipe-mcp at its noisiest; settings may say
// otherwise.
func startAdapter(t testing.TB, settings ...string) *adapter {
	t.Helper()
	return newAdapter(t).start("recipe-mcp", append([]string{"MAX_RESULT_BYTES=0"}, settings...))
}

// start runs a built program at its noisiest.
func (a *adapter) start(name string, settings []string) *adapter {
	a.t.Helper()
	a.process = program(a.t, name).Set("LOG_LEVEL=trace", "LOG_FORMAT=json").Set(settings...).Start()
	a.stdin, a.log = a.process.In, a.process.Log
	a.t.Cleanup(a.leave)
	go a.read(a.process.Out, a.process.Wait)
	return a
}

// toAPI are the settings that lead recipe-mcp to an API.
func toAPI(base string, more ...string) []string {
	return append([]string{"API_BASE_URL=" + base, "API_KEY=" + apiKey, "USER_EMAIL=" + email}, more...)
}

// wire is recipe-mcp without its process, for what a process can't be given.
func wire(t testing.TB, level zerolog.Level, o apiclient.Options) *adapter {
	t.Helper()
	a := newAdapter(t)
	a.log = harness.NewLog()
	log := zerolog.New(a.log).Level(level)
	o.Log = log
	client, err := recipes.NewClient(recipes.Options{Options: o, Key: apiKey, Email: email})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := mcp.New(mcp.Options{Name: "recipe-mcp", Version: "0", Log: log}, recipes.Tools(client, recipes.ToolOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	in, toIn := io.Pipe()
	fromOut, out := io.Pipe()
	a.stdin = toIn
	served := make(chan error, 1)
	go func() {
		err := stdio.Serve(context.Background(), in, out, handler.Session(), stdio.Options{Log: log})
		_ = out.Close()
		served <- err
	}()
	t.Cleanup(a.leave)
	go a.read(fromOut, func() int {
		defer a.log.Close()
		client.Close()
		if err := <-served; err != nil {
			return 1
		}
		return 0
	})
	return a
}

func newAdapter(t testing.TB) *adapter {
	return &adapter{t: t, ended: make(chan struct{}), waiting: map[string]chan answer{}}
}

// leave ends it with the test, unless the test has.
func (a *adapter) leave() {
	if !a.over {
		a.end()
	}
}

// read hands each line to whoever waits for it. A line that nobody waits for,
// or a second one for an id, fails the test.
func (a *adapter) read(out io.Reader, wait func() int) {
	lines := bufio.NewReaderSize(out, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			a.deliver(line)
		}
		if err != nil {
			break
		}
	}
	a.code = wait()
	a.mu.Lock()
	for _, ch := range a.waiting {
		close(ch)
	}
	a.waiting = nil
	a.mu.Unlock()
	close(a.ended)
}

func (a *adapter) deliver(line []byte) {
	id, got, err := parse(line)
	if err != nil {
		a.t.Errorf("stdout holds what is not a response: %v: %.300q", err, line)
		return
	}
	if got.Kind != "" {
		a.discreet("an error", titles.ReplaceAllString(string(line), ""))
	}
	a.mu.Lock()
	ch := a.waiting[id]
	delete(a.waiting, id)
	a.mu.Unlock()
	if ch == nil {
		a.t.Errorf("an answer that no one waits for: %.300s", line)
		return
	}
	ch <- got
}

// discreet fails the test if text holds a secret.
func (a *adapter) discreet(what, text string) {
	leaks(a.t, what, text)
	if a.token != "" && strings.Contains(text, a.token) {
		a.t.Errorf("%s holds the token", what)
	}
}

// titles are what an error may hold of recipes: what a conflict suggests, the caller's own
// title with a number, and which recipe may be meant, in quotation marks.
var titles = regexp.MustCompile(`\\".*?\\"|"candidates":\[[^]]*\]`)

// parse reads one response, which must be one and nothing else.
func parse(line []byte) (id string, got answer, err error) {
	var m struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  *struct {
			Structured json.RawMessage `json:"structuredContent"`
			IsError    bool            `json:"isError"`
			Content    []struct {
				Text string `json:"text"`
			} `json:"content"`
			Meta failureMeta `json:"_meta"`
		} `json:"result"`
		Error *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
			Data    struct {
				Kind string `json:"kind"`
			} `json:"data"`
		} `json:"error"`
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return "", got, err
	}
	if m.Version != "2.0" || m.ID == nil || (m.Result == nil) == (m.Error == nil) {
		return "", got, errors.New("its members are wrong")
	}
	if m.Error != nil {
		got = answer{Kind: m.Error.Data.Kind, Code: m.Error.Code, Message: m.Error.Message}
		if got.Kind == "" {
			got.Kind = "no kind"
		}
		return string(m.ID), got, nil
	}
	if r := m.Result; r.IsError && len(r.Content) > 0 {
		return string(m.ID), answer{Kind: r.Meta.Error.Data.Kind, Code: r.Meta.Error.Code, Message: r.Content[0].Text, Meta: r.Meta}, nil
	}
	return string(m.ID), answer{Body: m.Result.Structured}, nil
}

// send sends a call and returns where its answer will come.
func (a *adapter) send(tool string, with args) <-chan answer {
	a.mu.Lock()
	a.next++
	id := strconv.Itoa(a.next)
	ch := make(chan answer, 1)
	if a.waiting == nil {
		close(ch)
	} else {
		a.waiting[id] = ch
	}
	a.mu.Unlock()
	encoded, err := json.Marshal(with)
	if err != nil {
		a.t.Errorf("encode: %v", err)
	}
	// A process that was killed takes no line; the end of its output tells.
	_ = a.line(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + string(encoded) + `}}`)
	return ch
}

func (a *adapter) line(text string) error {
	a.write.Lock()
	defer a.write.Unlock()
	_, err := io.WriteString(a.stdin, text+"\n")
	return err
}

// call makes a call and waits for its answer.
func (a *adapter) call(tool string, with args) answer {
	start := time.Now()
	select {
	case got, ok := <-a.send(tool, with):
		if !ok {
			got.Kind = "gone"
		}
		got.Took = time.Since(start)
		return got
	case <-time.After(patience):
		a.t.Errorf("%s was not answered within %s", tool, patience)
		return answer{Kind: "no answer"}
	}
}

// end closes the input and expects an end in order: everything answered, exit
// code 0, no secret on stderr.
func (a *adapter) end() {
	a.t.Helper()
	a.over = true
	_ = a.stdin.Close()
	a.finish(0)
}

// kill ends the process as kill -9 does.
func (a *adapter) kill() {
	a.t.Helper()
	a.over = true
	a.process.Kill()
	a.finish(-1)
	_ = a.stdin.Close()
}

func (a *adapter) finish(want int) {
	a.t.Helper()
	select {
	case <-a.ended:
		if a.code != want {
			a.t.Errorf("exit code %d, want %d", a.code, want)
		}
	case <-time.After(patience):
		a.t.Errorf("it did not end within %s", patience)
	}
	a.discreet("stderr", a.log.String())
}
