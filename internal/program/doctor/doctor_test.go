package doctor_test

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// faultRow makes a fault for real. want is the beginning of its text in the list of faults,
// and after "|" what the finding says.
type faultRow struct {
	want string
	make func(t *testing.T) *house
}

// TestRun_Faults makes every fault, each where all else is well: that fault alone is
// reported.
func TestRun_Faults(t *testing.T) { //nolint:paralleltest // it sets the environment
	list := doctor.Faults(noteBox())
	made := map[string]bool{}
	for _, r := range slices.Concat(settingFaults(), networkFaults(), databaseFaults(t), entryFaults(), endpointFaults()) {
		start, says, _ := strings.Cut(r.want, "|")
		i := slices.IndexFunc(list, func(f doctor.Finding) bool { return strings.HasPrefix(f.Text, start) })
		if i < 0 {
			t.Errorf("the list has no fault %q", r.want)
			continue
		}
		f := list[i]
		made[f.Text] = true
		t.Run(f.Check+" "+r.want, func(t *testing.T) {
			findings := r.make(t).run()
			pattern := regexp.MustCompile("^[^/]+/" + f.Check + ": " + strings.ReplaceAll(regexp.QuoteMeta(f.Text), "…", ".*") + "$")
			if faults := of(findings, doctor.Fault); len(faults) != 1 || !pattern.MatchString(faults[0]) || !strings.Contains(faults[0], says) {
				t.Errorf("faults are %q, want one like %q; all findings:\n%+v", faults, f.Text, findings)
			}
		})
	}
	for _, f := range list { //nolint:paralleltest // the test sets the environment
		if !made[f.Text] {
			t.Errorf("no test makes the fault %q", f.Text)
		}
	}
}

// with is a home with an environment.
func with(environ ...string) func(t *testing.T) *house {
	return func(t *testing.T) *house { return newHouse(t, environ...) }
}

func settingFaults() []faultRow {
	return []faultRow{
		{"The home directory is not known", func(t *testing.T) *house {
			h := newHouse(t)
			h.Places.Home = ""
			return h
		}},
		{"… has quotation marks", with(`API_KEY="` + apiKey + `"`)},
		{"… has quotation marks", with(`API_KEY=“` + alice + `”`)},
		{"… holds a placeholder", with("API_BASE_URL=${user_config.url}")},
		{"… holds a placeholder", with("API_KEY=%API_KEY%")},
		{"… holds a value that the client encrypted", with("API_KEY=__encrypted__:djEwAAAA" + apiKey)},
		{"… cannot be used: it", with("API_TIMEOUT=soon")},
		{"… cannot be used: it", with("API_BASE_URL=nas.example.com:3000")},
		{"The program cannot start", with("DATABASE_URL=nowhere")},
		{"… cannot be used: it", func(t *testing.T) *house { return newHouse(t).install("cursor", "notes-mcp", "API_TIMEOUT=soon") }},
		{"… holds a placeholder", func(t *testing.T) *house { return newHouse(t).install("codex", "notes-mcp", "API_KEY=${KEY}") }},
	}
}

func networkFaults() []faultRow {
	answering := func(status int, body string, header ...string) func(t *testing.T) *house {
		return func(t *testing.T) *house { return newHouse(t, "API_KEY="+apiKey, serve(t, status, body, header...)) }
	}
	return []faultRow{
		{"A request to the API failed|HTTP_PROXY is not the address of a usable proxy", with("API_BASE_URL=http://vault.example.com", "HTTP_PROXY=ftp://127.0.0.1:1")},
		{"A request to the API failed|could not be reached", func(t *testing.T) *house {
			return newHouse(t, "API_BASE_URL=https://vault.example.com", "HTTPS_PROXY=http://alice:"+apiKey+"@"+harness.Address(t))
		}},
		{"A request to the API failed|the connection was refused", func(t *testing.T) *house { return newHouse(t, "API_BASE_URL=http://"+harness.Address(t)) }},
		{"A request to the API failed|API_BASE_URL", answering(200, "<title>Soup</title>", "Content-Type: text/html")},
		{"A request to the API failed|redirect", answering(302, "", "Location: https://login.example.com/?user="+alice)},
		{"A request to the API failed|502", answering(502, "Soup")},
		{"The API refuses the key or token", answering(401, "")},
		{"The API refuses access", answering(403, "")},
	}
}

func databaseFaults(t *testing.T) []faultRow {
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte("A list of bookmarks."), 0o600); err != nil {
		t.Fatal(err)
	}
	return []faultRow{
		{"… is not a file", with("DATABASE_URL=" + filepath.Dir(text))},
		{"The database … is not a database of notes-mcp", with("DATABASE_URL="+text, "BROKEN=foreign")},
		{"A newer release", with("DATABASE_URL="+text, "BROKEN=newer")},
		{"The database … is damaged", with("DATABASE_URL="+text, "BROKEN=damaged")},
		{"Another program keeps", with("DATABASE_URL="+text, "BROKEN=busy")},
		{"The database … cannot be opened", with("DATABASE_URL="+text, "BROKEN=other")},
		{"The PostgreSQL server", with("DATABASE_URL=", "BROKEN=other")},
		{"The PostgreSQL database", with("DATABASE_URL=", "BROKEN=encoding")},
		{"Nothing can be written into", with("DATABASE_URL=" + filepath.Join(text, "more", "notes", "notes.db"))},
		{"Nothing can be written into", with("DATABASE_URL=/proc/notes.db")},
		{"… names a relative path", func(t *testing.T) *house {
			return newHouse(t).install("cursor", "notes-mcp", "DATABASE_URL=notes.db")
		}},
	}
}

func entryFaults() []faultRow {
	written := func(id, members string) func(t *testing.T) *house {
		return func(t *testing.T) *house { return newHouse(t).write(id, members) }
	}
	program := func(part string, settings ...string) func(t *testing.T) *house {
		return func(t *testing.T) *house { return newHouse(t).install("claude-desktop", part, settings...) }
	}
	file := func(text string, mode os.FileMode) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			path := filepath.Join(t.TempDir(), "program")
			if err := os.WriteFile(path, []byte(text), mode); err != nil {
				t.Fatal(err)
			}
			return newHouse(t).enter("claude-desktop", clients.Entry{Command: path})
		}
	}
	late := func(part string) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			h := program(part)(t)
			h.Limit = 300 * time.Millisecond
			return h
		}
	}
	return []faultRow{
		{"The config file of", written("claude-desktop", "{,")},
		{"The entry … in … is switched off", written("cursor", `"command": "SELF", "disabled": true`)},
		{"In the entry … of …, … must be", written("cursor", `"command": ["SELF"]`)},
		{"In the entry … of …, … must be", written("claude-desktop", `"command": "SELF", "env": {"API_MAX_RETRIES": 3}`)},
		{"The entry … in … is an address", written("claude-desktop", `"url": "http://127.0.0.1:1/mcp"`)},
		{"The entry … in … must have either", written("cursor", `"command": "SELF", "url": "http://127.0.0.1:1/mcp"`)},
		{"The entry … in … must have either", written("cursor", `"command": ""`)},
		{"The entry's command … is not an absolute path", written("cursor", `"command": "notes-mcp"`)},
		{"The entry sets HTTP_ADDR", written("cursor", `"command": "SELF", "env": {"HTTP_ADDR": "127.0.0.1:0"}`)},
		{"The entry's command … could not be started", written("cursor", `"command": "/no/such/program"`)},
		{"The entry's command … could not be started", file("#!/bin/sh\n", 0o600)},
		{"The entry's command … could not be started", file("no program", 0o700)},
		{"The entry's command … does not work as a server|something other than MCP", written("cursor", `"command": "SELF", "args": ["doctor"]`)},
		{"The entry's command … does not work as a server|it ended before it answered (exit status 7)", program("exit")},
		{"The entry's command … does not work as a server|it did not answer within 300ms", late("sleeper")},
		{"The entry's command … does not work as a server", late("parent")},
		{"The entry's command … does not work as a server|it refuses the client", program("declining")},
		{"The entry's command … does not work as a server|something other than MCP", program("babble")},
		{"The entry's command … does not work as a server|it is another program than notes-mcp", program("another")},
	}
}

// TestRun_Entry starts the program of an entry, and has it check the entry's settings.
func TestRun_Entry(t *testing.T) { //nolint:paralleltest // it sets the environment
	setting := serve(t, 200, "[]")
	findings := newHouse(t).install("cursor", "notes-mcp", setting, "API_KEY="+apiKey).run()
	if got := checks(findings, doctor.OK); got != "settings directory data entry start settings url" || len(of(findings, doctor.Fault)) > 0 {
		t.Errorf("%s: %+v", got, findings)
	}
	// The settings of the entry count, and not those of the environment.
	findings = newHouse(t, "DATABASE_URL=").install("codex", "notes-mcp", "API_BASE_URL=http://127.0.0.1:1", "API_KEY="+apiKey).run()
	if got := of(findings, doctor.Fault); len(got) != 1 || !strings.HasPrefix(got[0], "codex/url: ") {
		t.Errorf("%q", got)
	}
}

func TestRun_Notes(t *testing.T) { //nolint:paralleltest // it sets the environment
	renamed := newHouse(t).enter("cursor", clients.Entry{Command: "/x"})
	renamed.Server = "others"
	for want, h := range map[string]*house{
		"Cursor is installed and has no entry":                        renamed,
		"None of the variables is set here":                           newHouse(t, "DATABASE_URL=").install("cursor", "notes-mcp"),
		"Cursor itself fills in API_KEY":                              newHouse(t).install("cursor", "notes-mcp", "API_KEY=${env:KEY}"),
		"VS Code works out the entry's command itself":                newHouse(t).enter("vscode", clients.Entry{Command: "${userHome}/bin/notes-mcp"}),
		"so large that it was not read to its end":                    newHouse(t, "DATABASE_URL="+os.Args[0], "BROKEN=large"),
		"Other users of this computer can read":                       newHouse(t).install("cursor", "notes-mcp", "API_KEY="+apiKey).expose("cursor"),
		"The connection to vault.example.com is not encrypted: other": newHouse(t, strings.Replace(serve(t, 200, "[]"), "API_BASE_URL", "HTTP_PROXY", 1), "API_BASE_URL=http://vault.example.com"),
	} {
		if notes := strings.Join(of(h.run(), doctor.Note), "\n"); !strings.Contains(notes, want) {
			t.Errorf("no note says %q:\n%s", want, notes)
		}
	}
}

// expose lets others read a client's file.
func (h *house) expose(id string) *house {
	c, _ := clients.ByID(id)
	path, _ := c.Path(h.Places)
	if err := os.Chmod(path, 0o644); err != nil {
		h.t.Fatal(err)
	}
	return h
}

// TestRun_Flood keeps little of what a program prints without end.
func TestRun_Flood(t *testing.T) { //nolint:paralleltest // it sets the environment
	h := newHouse(t).install("cursor", "flood")
	h.Limit = time.Second
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	findings := h.run()
	runtime.ReadMemStats(&after)
	if kept := (after.TotalAlloc - before.TotalAlloc) >> 20; kept > 32 || len(of(findings, doctor.Fault)) != 1 {
		t.Errorf("%d MiB: %+v", kept, findings)
	}
}

// TestRun_PlainText shows control characters of an entry as text.
func TestRun_PlainText(t *testing.T) { //nolint:paralleltest // it sets the environment
	faults := strings.Join(of(newHouse(t).write("cursor", `"command": "/a\u001b[2Jb\u0007\u009b\u202ec\nd e"`).run(), doctor.Fault), "")
	if strings.ContainsFunc(faults, func(r rune) bool { return !unicode.IsPrint(r) }) || !strings.Contains(faults, `/a\x1b[2Jb\a\u009b\u202ec\nd e`) {
		t.Errorf("%q", faults)
	}
}

// TestCommand checks the exit code and the two forms of output.
func TestCommand(t *testing.T) { //nolint:paralleltest // it sets the environment
	for _, tt := range []struct {
		args []string
		key  string
		code int
		want string
	}{
		{nil, "x", 0, "0 faults, 0 notes, 3 ok"},
		{nil, "'x'", cli.Failed, "! FAULT  settings   API_KEY has quotation marks"},
		{[]string{"--json"}, "x", 0, `"summary":{"fault":0,"note":0,"ok":3}`},
		{[]string{"--token", "x"}, "x", cli.Usage, ""},
		{[]string{"fever"}, "x", cli.Usage, ""},
	} {
		t.Setenv("API_KEY", tt.key)
		t.Setenv("DATABASE_URL", filepath.Join(t.TempDir(), "notes.db"))
		home := t.TempDir()
		cmd := doctor.Command(noteBox(), func(name string) string { return map[string]string{"HOME": home, "USERPROFILE": home}[name] })
		var out strings.Builder
		cmd.SetArgs(tt.args)
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		if err := cmd.Execute(); cli.ExitCode(err) != tt.code || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%q %v: %v\n%s", tt.args, tt.key, err, &out)
		}
	}
}
