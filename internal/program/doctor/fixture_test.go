package doctor_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// What no finding may hold.
const (
	apiKey   = "the-key-of-the-house"
	wrongKey = "not-the-key-of-the-house"
	alice    = "alice@example.com"
	mallory  = "mallory@example.com"
)

// TestMain lets the test binary play the programs that entries name.
func TestMain(m *testing.M) {
	var stdout io.Writer = os.Stdout //nolint:forbidigo // the test binary is a server here
	harness.Main(m, harness.Parts{
		"notes-mcp": func([]string) int { return answer("notes-mcp") },
		"another":   func([]string) int { return answer("another") },
		"bare": func([]string) int { // needs what no desktop program gives
			if len(os.Environ()) > 8 || os.Getenv("HOME") == "" && os.Getenv("USERPROFILE") == "" {
				return 4
			}
			return answer("notes-mcp")
		},
		"exit": func([]string) int { return 7 },
		"babble": func([]string) int {
			fmt.Fprintln(stdout, "Welcome to the server!")
			return listen()
		},
		"declining": func([]string) int {
			fmt.Fprintln(stdout, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"API_KEY the-key-of-the-house"}}`)
			return listen()
		},
		"silent": func([]string) int { return listen() },
		"parent": func([]string) int { // dies and leaves a child that holds its output
			return startChild(stdout)
		},
		"serving parent": func([]string) int { // answers, and has a child that goes on
			return max(startChild(nil), answer("notes-mcp"))
		},
		"doctor": func([]string) int { return playDoctor() }, // finds itself in the entry
		"deaf":   func([]string) int { return goOn() },
	})
}

// answer answers initialize, and waits for the end of input.
func answer(name string) int {
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return 3
	}
	var stdout io.Writer = os.Stdout //nolint:forbidigo // the test binary is a server here
	fmt.Fprintf(stdout, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":%q,"version":"0.9"}}}`+"\n", name)
	return listen()
}

// listen waits until whoever started this closes the pipe.
func listen() int {
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

// goOn does not notice that no one is left.
func goOn() int {
	time.Sleep(time.Minute)
	return 0
}

// startChild starts a child that goes on, with the same input.
func startChild(stdout io.Writer) int {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "HARNESS_PART=deaf")
	child.Stdin, child.Stdout = os.Stdin, stdout
	if child.Start() != nil {
		return 1
	}
	return 0
}

// playDoctor runs doctor in the home that the entry names, and writes down that
// it did.
func playDoctor() int {
	log, err := os.OpenFile(os.Getenv("DOCTOR_TEST_LOG"), os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return 1
	}
	defer log.Close() //nolint:errcheck // written already
	if before, err := io.ReadAll(log); err != nil || strings.Count(string(before), "\n") > 20 {
		return goOn() // should it have no end
	}
	_, _ = fmt.Fprintln(log, os.Getpid())
	doctor.Run(context.Background(), doctor.Options{
		System: noteBox(), Getenv: os.Getenv, Places: clients.Places{GOOS: "linux", Home: os.Getenv("HOME")},
		Server: "notes-mcp", Binary: "/", StartLimit: time.Minute,
	})
	return 0
}

// self is the test binary, which plays the programs that entries name.
func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// house is a computer with a home directory, and what doctor is told of it.
type house struct {
	t *testing.T
	doctor.Options
	environ []string // the last line of a name counts
}

func (h *house) getenv(name string) string {
	for _, line := range slices.Backward(h.environ) {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return value
		}
	}
	return ""
}

// newHouse is a Linux home in which no client is installed. Names are never
// looked up outside of it.
func newHouse(t *testing.T, environ ...string) *house {
	t.Helper()
	home := t.TempDir()
	h := &house{t: t, environ: append([]string{"HOME=" + home, "LOCALAPPDATA=" + home, "XDG_DATA_HOME=" + filepath.Join(home, "data")}, environ...)}
	h.Options = doctor.Options{
		System:     noteBox(),
		Getenv:     h.getenv,
		Places:     clients.Places{GOOS: "linux", Home: home},
		Server:     "notes-mcp",
		Binary:     self(t),
		Version:    "1.0",
		StartLimit: time.Minute, // machines that run tests are busy
		Resolver: &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return nil, fs.ErrPermission
		}},
	}
	return h
}

// install gives a client an entry.
func (h *house) install(id string, e clients.Entry) *house {
	h.t.Helper()
	c, ok := clients.ByID(id)
	if !ok {
		h.t.Fatalf("no client %q", id)
	}
	e.Name = h.Server
	change, err := clients.Plan(c, h.Places, e)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := change.Apply(time.Now()); err != nil {
		h.t.Fatal(err)
	}
	return h
}

// playing is an entry whose program is the test binary.
func playing(t *testing.T, part string, settings ...string) clients.Entry {
	t.Helper()
	path, playing := harness.Self(t, part)
	env := map[string]string{}
	for _, s := range append(settings, playing) {
		name, value, _ := strings.Cut(s, "=")
		env[name] = value
	}
	return clients.Entry{Command: path, Env: env}
}

// run makes the checks and holds them to what goes for every run: no secrets,
// nothing changed, a fix for each fault.
func (h *house) run() []doctor.Finding {
	h.t.Helper()
	return h.runFor(h.t.Context())
}

func (h *house) runFor(ctx context.Context) []doctor.Finding {
	h.t.Helper()
	before := h.files()
	findings := doctor.Run(ctx, h.Options)
	text := fmt.Sprintf("%+v", findings)
	for _, secret := range []string{apiKey, wrongKey, "alice", "mallory", "Soup"} {
		if strings.Contains(text, secret) {
			h.t.Errorf("a finding holds %q: %s", secret, text)
		}
	}
	if after := h.files(); after != before {
		h.t.Errorf("files were changed:\n%s\nbecame\n%s", before, after)
	}
	for _, f := range findings {
		if f.Check == "" || f.Of == "" || f.Text == "" || (f.Level == doctor.Fault) && f.Fix == "" {
			h.t.Errorf("incomplete: %+v", f)
		}
	}
	return findings
}

// files lists the home directory: names, sizes, times of change.
func (h *house) files() string {
	h.t.Helper()
	if h.Places.Home == "" {
		return ""
	}
	var b strings.Builder
	err := filepath.WalkDir(h.Places.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && !d.IsDir() {
			fmt.Fprintln(&b, path, info.Size(), info.ModTime())
		} else {
			fmt.Fprintln(&b, path)
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return b.String()
}

// leveled gives the findings of a level, as "of/check: text".
func leveled(findings []doctor.Finding, level doctor.Level) []string {
	list := []string{}
	for _, f := range findings {
		if f.Level == level {
			list = append(list, f.Of+"/"+f.Check+": "+f.Text)
		}
	}
	return list
}

// checks gives the names of the checks of a level, as "of/check".
func checks(findings []doctor.Finding, level doctor.Level) []string {
	list := leveled(findings, level)
	for i := range list {
		list[i], _, _ = strings.Cut(list[i], ":")
	}
	return list
}

// serve answers over HTTP and gives the setting that points there.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return "API_BASE_URL=" + s.URL
}
