package doctor_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

// TestRun_EveryClient lays out the homes of three systems with all clients.
func TestRun_EveryClient(t *testing.T) {
	t.Parallel()
	for _, goos := range []string{"linux", "darwin", "windows"} {
		t.Run(goos, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.Places.GOOS = goos
			setting := serve(t, newBox(t))
			for _, c := range clients.All() {
				h.install(c.ID, playing(t, "bare", setting, "API_KEY="+apiKey, "USER_EMAIL="+alice))
			}
			findings := h.run()
			if got := checks(findings, doctor.Fault); len(got) > 0 {
				t.Errorf("faults: %v %+v", got, findings)
			}
			for i, c := range clients.All() {
				want := []string{"entry", "settings", "command", "binary", "start"}
				if i == 0 { // the others' settings lead to the same place
					want = []string{"entry", "settings", "proxy", "dns", "tcp", "tls", "url", "clock", "key", "command", "binary", "start"}
				}
				sameChecks(t, findings, doctor.OK, c.ID, want)
			}
		})
	}
}

func TestRun_Notes(t *testing.T) {
	t.Parallel()
	local := func(t *testing.T) string { return serve(t, newBox(t)) }
	rows := []struct {
		name string
		make func(t *testing.T) *house
		want []string // the notes, without what differs
	}{
		{"nothing is set and nothing installed", func(t *testing.T) *house { return newHouse(t) },
			[]string{"environment/settings: API_BASE_URL is not set, so"}},
		{"a key with a space", func(t *testing.T) *house {
			return newHouse(t, "API_KEY= "+apiKey)
		}, []string{"environment/settings: API_KEY begins or ends with", "environment/settings: API_BASE_URL is not set"}},
		{"a proxy that nobody uses", func(t *testing.T) *house {
			return newHouse(t, local(t), "API_KEY="+apiKey, "USER_EMAIL="+alice, "HTTP_PROXY=:::")
		}, []string{"environment/proxy: The value of HTTP_PROXY is not the address of a proxy and is ignored"}},
		{"a proxy whose password is not escaped", func(t *testing.T) *house {
			return newHouse(t, local(t), "API_KEY="+apiKey, "USER_EMAIL="+alice, "http_proxy=http://bob:alice%zz@127.0.0.1:9")
		}, []string{"environment/proxy: The value of http_proxy is not the address of a proxy and is ignored"}},
		{"no Date", func(t *testing.T) *house {
			return newHouse(t, "USER_EMAIL="+alice, serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Date"] = nil
				_, _ = w.Write([]byte(`[]`))
			})))
		}, []string{"environment/clock: Not checked"}},
		{"a client without an entry", func(t *testing.T) *house {
			h := newHouse(t, local(t), "API_KEY="+apiKey, "USER_EMAIL="+alice)
			mkdir(t, filepath.Join(h.Places.Home, ".cursor"))
			return h
		}, []string{"cursor/entry: Cursor is installed and has no entry"}},
		{"settings in an entry alone", func(t *testing.T) *house {
			return newHouse(t).install("codex", playing(t, "notes-mcp", local(t), "API_KEY="+apiKey, "USER_EMAIL="+alice))
		}, []string{"environment/settings: None of the variables is set here", "codex/entry: The entry sets what notes-mcp does not read: HARNESS_PART."}},
		{"what the client fills in", func(t *testing.T) *house {
			return newHouse(t).install("cursor", playing(t, "notes-mcp", "API_KEY=${env:KEY}"))
		}, []string{
			"environment/settings: None", "cursor/entry: The entry sets", "cursor/settings: API_BASE_URL is not set",
			"cursor/settings: Cursor itself fills in API_KEY.", "cursor/directory: Not checked",
		}},
		{"a command that the client works out", func(t *testing.T) *house {
			return newHouse(t).install("vscode", clients.Entry{Command: "${userHome}/bin/notes-mcp"})
		}, []string{
			"environment/settings: None", "vscode/settings: API_BASE_URL is not set",
			"vscode/command: VS Code works out", "vscode/binary: Not checked", "vscode/start: Not checked",
		}},
		{"another copy", func(t *testing.T) *house {
			h := newHouse(t).install("gemini", playing(t, "notes-mcp"))
			h.Binary = filepath.Join(h.Places.Home, "notes-mcp")
			write(t, h.Binary, "", 0o700)
			return h
		}, []string{
			"environment/settings: None", "gemini/entry: The entry sets", "gemini/settings: API_BASE_URL is not set",
			"gemini/binary: The command is another copy of notes-mcp: version 0.9, and this one is 1.0.",
		}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			findings := r.make(t).run()
			if faults := leveled(findings, doctor.Fault); len(faults) > 0 {
				t.Errorf("faults: %v", faults)
			}
			got := leveled(findings, doctor.Note)
			for i := range min(len(got), len(r.want)) {
				if strings.HasPrefix(got[i], r.want[i]) {
					got[i] = r.want[i]
				}
			}
			if diff := cmp.Diff(r.want, got); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRun_Proxy(t *testing.T) {
	t.Parallel()
	inner := newBox(t)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Host != "vault.example.com" {
			t.Errorf("asked for %s", r.URL.Host)
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	h := newHouse(t, "API_BASE_URL=http://vault.example.com", "API_KEY="+apiKey, "USER_EMAIL="+alice,
		"HTTP_PROXY="+strings.Replace(proxy.URL, "://", "://alice:"+wrongKey+"@", 1))
	findings := h.run()
	sameChecks(t, findings, doctor.OK, "environment", []string{"settings", "url", "clock", "key"})
	sameChecks(t, findings, doctor.Note, "environment", []string{"proxy", "dns", "tcp", "tls"})

	if notes := strings.Join(leveled(findings, doctor.Note), "\n"); !strings.Contains(notes, "which HTTP_PROXY names. They are not encrypted, so it can read the key.") {
		t.Errorf("notes:\n%s", notes)
	}

	// The entry of a client has no such variable.
	h.environ = h.environ[len(h.environ)-1:]
	h.install("claude-desktop", playing(t, "notes-mcp", "API_BASE_URL=http://vault.example.com"))
	notes := strings.Join(leveled(h.run(), doctor.Note), "\n")
	if !strings.Contains(notes, "HTTP_PROXY is set here, but not in the entry") {
		t.Errorf("notes:\n%s", notes)
	}
}

// TestRun_ProxyAtHome goes past a proxy of the environment where the server does,
// and through one that API_PROXY names.
func TestRun_ProxyAtHome(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 10)
	inner := newBox(t)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Host
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	home := serve(t, inner)
	for _, tt := range []struct {
		setting, text string
		level         doctor.Level
		through       bool
	}{
		{"HTTP_PROXY=" + proxy.URL, "No proxy applies: that of HTTP_PROXY is not used for an address at home", doctor.OK, false},
		{"API_PROXY=none", "No proxy applies.", doctor.OK, false},
		{"API_PROXY=" + proxy.URL, "which API_PROXY names. They are not encrypted, so it can read the key.", doctor.Note, true},
	} {
		findings := newHouse(t, home, "API_KEY="+apiKey, "USER_EMAIL="+alice, tt.setting).run()
		if got := strings.Join(leveled(findings, tt.level), "\n"); !strings.Contains(got, tt.text) {
			t.Errorf("%s: %+v", tt.setting, findings)
		}
		if faults := leveled(findings, doctor.Fault); len(faults) > 0 {
			t.Errorf("%s: %q", tt.setting, faults)
		}
		if through := len(asked) > 0; through != tt.through {
			t.Errorf("%s: through the proxy: %v", tt.setting, through)
		}
	}
}

// TestRun_FollowsAsTheServerDoes has a redirect that stays where it is.
func TestRun_FollowsAsTheServerDoes(t *testing.T) {
	t.Parallel()
	inner := newBox(t)
	setting := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/v2") {
			http.Redirect(w, r, "/v2"+strings.TrimPrefix(r.URL.Path, "/house"), http.StatusFound)
			return
		}
		http.StripPrefix("/v2", inner).ServeHTTP(w, r)
	}))
	findings := newHouse(t, setting+"/house/", "API_KEY="+apiKey, "USER_EMAIL="+alice).run()
	if len(leveled(findings, doctor.OK)) != len(findings) {
		t.Errorf("%+v", findings)
	}
}

// TestRun_EndsWithItsContext has a server that never answers.
func TestRun_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx := &deadline{t.Context(), make(chan struct{})}
	release := make(chan struct{})
	setting := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(ctx.done)
		<-release
	}))
	t.Cleanup(func() { close(release) })
	h := newHouse(t, setting, "API_KEY="+apiKey).install("claude-desktop", playing(t, "silent"))
	faults := leveled(h.runFor(ctx), doctor.Fault)
	if len(faults) != 2 || !strings.Contains(faults[0], "no answer came in time") {
		t.Errorf("%q", faults)
	}
}

// deadline is a context whose deadline is an event.
type deadline struct {
	context.Context

	done chan struct{}
}

func (d *deadline) Done() <-chan struct{} { return d.done }

func (d *deadline) Err() error {
	select {
	case <-d.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	system := noteBox()
	if got := doctor.Settings(system, map[string]string{"API_BASE_URL": "http://nas:3000", "API_KEY": "a'b"}); len(got) > 0 {
		t.Errorf("%+v", got)
	}
	texts := doctor.Settings(system, map[string]string{"API_KEY": `""`, "LOG_LEVEL": "'loud'", "API_TIMEOUT": "1"})
	want := []string{"API_KEY has quotation", "LOG_LEVEL has quotation", "API_TIMEOUT cannot be used: it must be"}
	for i := range min(len(texts), len(want)) {
		if strings.HasPrefix(texts[i], want[i]) {
			texts[i] = want[i]
		}
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRun_StartsNothingWithFaultySettings has one cause reported once.
func TestRun_StartsNothingWithFaultySettings(t *testing.T) {
	t.Parallel()
	h := newHouse(t).install("claude-desktop", playing(t, "exit", "LOG_LEVEL=loud"))
	findings := h.run()
	if got := checks(findings, doctor.Fault); len(got) != 1 || got[0] != "claude-desktop/settings" {
		t.Errorf("faults: %v", got)
	}
	sameChecks(t, findings, doctor.OK, "claude-desktop", []string{"entry", "command", "binary"})

	h.Binary = filepath.Join(h.Places.Home, "notes-mcp")
	write(t, h.Binary, "", 0o700)
	sameChecks(t, h.run(), doctor.OK, "claude-desktop", []string{"entry", "command"})
}
