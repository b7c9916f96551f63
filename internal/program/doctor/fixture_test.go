package doctor_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// Secrets that no finding may hold.
const (
	apiKey = "the-key-of-the-house"
	alice  = "alice@example.com"
)

// TestMain lets the test binary play the programs that entries name.
func TestMain(m *testing.M) {
	var stdout io.Writer = os.Stdout //nolint:forbidigo // the test binary is a server here
	say := func(text string) int {
		fmt.Fprintln(stdout, text)
		_, _ = io.Copy(io.Discard, os.Stdin)
		return 0
	}
	harness.Main(m, harness.Parts{
		"notes-mcp": func(args []string) int { return play(stdout, "notes-mcp", args) },
		"another":   func(args []string) int { return play(stdout, "another", args) },
		"exit": func([]string) int {
			fmt.Fprintln(os.Stderr, "key "+apiKey)
			return 7
		},
		"babble": func([]string) int { return say("Welcome to the server!") },
		"declining": func([]string) int {
			return say(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"API_KEY the-key-of-the-house"}}`)
		},
		"parent": func([]string) int { // dies and leaves a child that holds its output
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), "HARNESS_PART=sleeper")
			child.Stdout = os.Stdout //nolint:forbidigo // the test binary is a server here
			_ = child.Start()
			return 0
		},
		"flood": func([]string) int {
			for line := strings.Repeat("x", 1<<16); ; {
				if _, err := fmt.Fprintln(stdout, line); err != nil {
					return 1
				}
			}
		},
		"sleeper": func([]string) int {
			time.Sleep(time.Minute)
			return 0
		},
	})
}

// play is a server of that name, or its doctor.
func play(stdout io.Writer, name string, args []string) int {
	if len(args) > 0 {
		cmd := doctor.Command(noteBox(), os.Getenv)
		cmd.SetArgs(args[1:])
		cmd.SilenceUsage = true
		cmd.SetOut(stdout)
		if cmd.Execute() != nil {
			return 1
		}
		return 0
	}
	if len(os.Environ()) > 12 || os.Getenv("HOME") == "" && os.Getenv("USERPROFILE") == "" {
		return 4 // more than a desktop program gives
	}
	if _, err := load(); err != nil {
		fmt.Fprintln(os.Stderr, "notes-mcp: "+err.Error())
		return 2
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch {
		case strings.Contains(lines.Text(), `"initialize"`):
			fmt.Fprintf(stdout, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":%q,"version":"0.9"}}}`+"\n", name)
		case strings.Contains(lines.Text(), `"tools/list"`):
			fmt.Fprintln(stdout, `{"jsonrpc":"2.0","id":2,"result":{"tools":[{},{}]}}`)
		}
	}
	return 0
}

// settings are those of notes-mcp, which keeps notes in a Note Box or in a file.
type settings struct {
	config.API
	Key         config.Secret `envconfig:"API_KEY"`
	DatabaseURL string        `envconfig:"DATABASE_URL"`
	Addr        string        `envconfig:"HTTP_ADDR"`
}

func load() (*settings, error) {
	s := &settings{}
	return s, config.Load(s)
}

// noteBox is a system with an API, a file, and a check of its own.
func noteBox() doctor.System {
	return doctor.System{
		Program: "notes-mcp", Endpoint: "that of notes-mcp ends in /mcp.",
		Variables: config.Variables(&settings{}),
		Load: func() ([]doctor.Check, error) {
			s, err := load()
			switch {
			case err != nil:
				return nil, err
			case s.DatabaseURL == "nowhere":
				return nil, errors.New("there is no place for the notes.")
			case s.BaseURL != "":
				return []doctor.Check{doctor.API(string(s.BaseURL), string(s.Proxy), s.ask)}, nil
			}
			return doctor.Database(s.DatabaseURL, "There is no note in", func(context.Context) error { return broken[os.Getenv("BROKEN")] }), nil
		},
	}
}

// broken are what may be wrong with the database.
var broken = map[string]error{
	"foreign": database.ErrForeign, "newer": database.ErrNewer, "damaged": database.ErrDamaged, "busy": database.ErrBusy,
	"encoding": database.ErrEncoding, "other": fs.ErrPermission, "large": context.DeadlineExceeded,
}

// ask lists the notes.
func (s *settings) ask(ctx context.Context, o apiclient.Options, r *doctor.Report) error {
	o.System = apiclient.System{Name: "The Note Box"}
	client, err := apiclient.New(o)
	if err != nil {
		return err
	}
	me, err := client.Credentials(apiclient.Header{Name: "X-API-Key", Value: s.Key.Reveal(), Setting: "API_KEY"})
	if err != nil {
		return err
	}
	_, err = client.Do(ctx, apiclient.Request{Method: http.MethodGet, Path: []string{"notes"}, As: me, Noun: "note", Check: func(_ *apiclient.Request, body []byte) ([]byte, error) {
		if string(body) != "[]" {
			return nil, apiclient.ErrShape
		}
		return body, nil
	}})
	if err == nil {
		r.OK("The Note Box answers.")
	}
	return err
}

// serve answers every request and gives the setting that points there.
func serve(t *testing.T, status int, body string, header ...string) string {
	t.Helper()
	s := httptest.NewServer(answering(status, body, header...)(""))
	t.Cleanup(s.Close)
	return "API_BASE_URL=" + s.URL
}

// house is a Linux home, in which no client is installed, with an environment.
type house struct {
	t *testing.T
	doctor.Options
	environ []string
}

func newHouse(t *testing.T, environ ...string) *house {
	t.Helper()
	home := t.TempDir()
	h := &house{t: t, environ: environ}
	h.Options = doctor.Options{
		System: noteBox(), Places: clients.Places{GOOS: "linux", Home: home}, Server: "notes-mcp",
		Limit: time.Minute, // machines that run tests are busy
	}
	return h
}

// install gives a client an entry that starts a part of the test binary.
func (h *house) install(id, part string, settings ...string) *house {
	h.t.Helper()
	path, playing := harness.Self(h.t, part)
	env := map[string]string{}
	for _, s := range append(settings, playing) {
		name, value, _ := strings.Cut(s, "=")
		env[name] = value
	}
	return h.enter(id, clients.Entry{Command: path, Env: env})
}

// enter gives a client an entry.
func (h *house) enter(id string, e clients.Entry) *house {
	h.t.Helper()
	c, _ := clients.ByID(id)
	e.Name = h.Server
	if _, _, err := clients.Install(h.t.Context(), c, h.Places, e, time.Now()); err != nil {
		h.t.Fatal(err)
	}
	return h
}

// write leaves a client the members of an entry as somebody wrote them, with the test
// binary in place of SELF.
func (h *house) write(id, members string) *house {
	h.t.Helper()
	c, _ := clients.ByID(id)
	path, err := c.Path(h.Places)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	self, _ := harness.Self(h.t, "notes-mcp")
	if err == nil {
		err = os.WriteFile(path, []byte(`{"mcpServers": {"notes-mcp": {`+strings.ReplaceAll(members, "SELF", self)+`}}}`), 0o600)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return h
}

// run makes the checks. No finding holds a secret or lacks a part, and no file of the home
// changes.
func (h *house) run() []doctor.Finding {
	h.t.Helper()
	for _, name := range []string{"API_BASE_URL", "API_KEY", "DATABASE_URL", "HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"} {
		h.t.Setenv(name, "")
	}
	h.t.Setenv("DATABASE_URL", filepath.Join(h.t.TempDir(), "notes.db"))
	for _, s := range h.environ {
		name, value, _ := strings.Cut(s, "=")
		h.t.Setenv(name, value)
	}
	before := h.files()
	findings := doctor.Run(h.t.Context(), h.Options)
	text, _ := json.Marshal(findings)
	for _, secret := range []string{apiKey, "alice", "Soup"} {
		if strings.Contains(string(text), secret) {
			h.t.Errorf("a finding holds %q: %s", secret, text)
		}
	}
	if after := h.files(); after != before {
		h.t.Errorf("files were changed:\n%s\nbecame\n%s", before, after)
	}
	for _, f := range findings {
		if f.Check == "" || f.Of == "" || f.Text == "" || f.Level == doctor.Fault && f.Fix == "" || strings.Contains(strings.ReplaceAll(f.Text+f.Fix, "${", ""), "{") {
			h.t.Errorf("incomplete: %+v", f)
		}
	}
	return findings
}

// files lists the home directory: names, sizes, times of change.
func (h *house) files() string {
	var b strings.Builder
	_ = filepath.WalkDir(h.Places.Home, func(path string, d fs.DirEntry, err error) error {
		if info, e := os.Stat(path); e == nil && !info.IsDir() {
			fmt.Fprintln(&b, path, info.Size(), info.ModTime())
		}
		return nil
	})
	return b.String()
}

// of lists the findings of a level as "of/check: text".
func of(findings []doctor.Finding, level doctor.Level) []string {
	list := []string{}
	for _, f := range findings {
		if f.Level == level {
			list = append(list, f.Of+"/"+f.Check+": "+f.Text)
		}
	}
	return list
}

// checks are the names of the checks of a level.
func checks(findings []doctor.Finding, level doctor.Level) string {
	var names []string
	for _, f := range findings {
		if f.Level == level {
			names = append(names, f.Check)
		}
	}
	return strings.Join(names, " ")
}
