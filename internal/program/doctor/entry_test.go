package doctor_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

func entryFaults() []faultRow {
	file := func(text string, mode os.FileMode, same bool) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			if runtime.GOOS == "windows" {
				t.Skip("Windows goes by the file's extension")
			}
			path := filepath.Join(t.TempDir(), "program")
			write(t, path, text, mode)
			h := newHouse(t).install("claude-desktop", clients.Entry{Command: path})
			if same {
				h.Binary = path
			}
			return h
		}
	}
	program := func(part string) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			return newHouse(t).install("claude-desktop", playing(t, part))
		}
	}
	command := func(path string) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			return newHouse(t).install("claude-desktop", clients.Entry{Command: path})
		}
	}
	silent := func(part string) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			h := program(part)(t)
			h.StartLimit = 300 * time.Millisecond
			return h
		}
	}
	return []faultRow{
		{"The config file of … cannot be used: ….", func(t *testing.T) *house {
			h := newHouse(t).install("claude-desktop", playing(t, "notes-mcp"))
			path, err := clients.All()[0].Path(h.Places)
			if err != nil {
				t.Fatal(err)
			}
			write(t, path, "{\n  \"mcpServers\": {,}\n}", 0o600)
			return h
		}},
		{"The entry … in … is switched off (…), so … does not start it.", written("cursor", `"command": "SELF", "env": {"HARNESS_PART": "notes-mcp"}, "disabled": true`)},
		{"The entry … in … is switched off (…), so … does not start it.", rewritten("command =", "enabled = false\ncommand =")},
		{"The entry … in … is an address, and … accepts none in that file.", written("claude-desktop", `"url": "http://127.0.0.1:1/mcp"`)},
		{"The entry … in … has both a command and an address, and which of them counts differs between clients.", written("cursor", `"command": "SELF", "url": "http://127.0.0.1:1/mcp"`)},
		{"The entry … in … names no command, so no program is started on this computer.", written("cursor", `"command": ""`)},
		{misfit, written("cursor", `"command": ["SELF"]`)},
		{misfit, written("claude-desktop", `"command": "SELF", "env": ["x"]`)},
		{misfit, written("cursor", `"command": "SELF", "env": null`)},
		{misfit, written("cursor", `"command": "SELF", "args": "--help"`)},
		{misfit, written("cursor", `"command": "SELF", "args": [1]`)},
		{misfit, written("claude-desktop", `"command": "SELF", "env": {"HARNESS_PART": "exit", "API_MAX_RETRIES": 3}`)},
		{misfit, rewritten("command =", "args = '--help'\ncommand =")},
		{misfit, rewritten("'notes-mcp'\n", "'notes-mcp'\nAPI_MAX_RETRIES = 3\n")},
		{misfit, rewritten("[mcp_servers.notes-mcp.env]", "[[mcp_servers.notes-mcp.env]]")},
		{"The entry's command … is not an absolute path, and a desktop program does not search PATH as a shell does.", command("notes-mcp")},
		{"The entry's command … does not exist.", command(filepath.Join(os.TempDir(), "no-such-directory", "notes-mcp"))},
		{"The entry's command … cannot be executed.", file("#!/bin/sh\n", 0o600, true)},
		{"The entry's command … cannot be executed.", command(os.TempDir())},
		{"The entry's command … is a program other than notes-mcp.", func(t *testing.T) *house {
			h := program("another")(t)
			h.Binary = filepath.Join(t.TempDir(), "notes-mcp")
			write(t, h.Binary, "", 0o700)
			return h
		}},
		{"The entry starts … with arguments, so it does not run as a server.", func(t *testing.T) *house {
			e := playing(t, "exit")
			e.Args = []string{"doctor"}
			return newHouse(t).install("claude-desktop", e)
		}},
		{"The entry sets HTTP_ADDR, so … serves over HTTP and does not answer ….", func(t *testing.T) *house {
			return newHouse(t).install("cursor", playing(t, "notes-mcp", "HTTP_ADDR=127.0.0.1:0"))
		}},
		{"The entry's command … could not be started: ….", file("no program", 0o700, true)},
		{"The entry's command … ended before it answered (…).", program("exit")},
		{"The entry's command … did not answer initialize within ….", silent("silent")},
		{"The entry's command … did not answer initialize within ….", silent("parent")},
		{"The entry's command … answered with something other than an answer to initialize.", program("babble")},
		{"The entry's command … starts, and answers initialize with an error.", program("declining")},
	}
}

// misfit is the fault of a member of a type that clients refuse.
const misfit = "In the entry … of …, … must be …."

// TestRun_Misfits names each member once, starts nothing, and has install mend
// the entry.
func TestRun_Misfits(t *testing.T) {
	t.Parallel()
	for id, h := range map[string]*house{
		"claude-desktop": written("claude-desktop", `"args": {}, "command": "SELF", "env": {"Z": null, "A": true, "HARNESS_PART": "notes-mcp"}`)(t),
		"codex":          rewritten("'notes-mcp'\n", "'notes-mcp'\nA = true\nZ = []\n[mcp_servers.notes-mcp.args]\n")(t),
	} {
		var got []string
		findings := h.run()
		for _, f := range findings {
			if f.Level == doctor.Fault {
				got = append(got, f.Text)
			}
			if f.Check == "start" && f.Level != doctor.Note {
				t.Errorf("started anyway: %+v", f)
			}
		}
		c, _ := clients.ByID(id)
		entry := `In the entry "notes-mcp" of ` + c.Name + ", "
		want := []string{
			entry + `"args" must be a list of texts in quotation marks.`,
			entry + `"A" in "env" must be a text in quotation marks.`,
			entry + `"Z" in "env" must be a text in quotation marks.`,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("faults (-want +got):\n%s", diff)
		}
		if faults := leveled(h.install(id, clients.Entry{Command: self(t)}).run(), doctor.Fault); len(faults) > 0 {
			t.Errorf("install leaves %q", faults)
		}
	}
}

// rewritten is a home in which somebody changed Codex's entry after install.
func rewritten(before, after string) func(t *testing.T) *house {
	return func(t *testing.T) *house {
		h := newHouse(t).install("codex", playing(t, "notes-mcp"))
		path := filepath.Join(h.Places.Home, ".codex", "config.toml")
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), before) {
			t.Fatalf("%v: %s", err, text)
		}
		write(t, path, strings.Replace(string(text), before, after, 1), 0o600)
		return h
	}
}

// written is a home in which a client's entry has members as somebody wrote
// them, with the test binary in place of SELF.
func written(id, members string) func(t *testing.T) *house {
	return func(t *testing.T) *house {
		h := newHouse(t)
		c, _ := clients.ByID(id)
		path, err := c.Path(h.Places)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		command := strings.Trim(strconv.Quote(self(t)), `"`)
		write(t, path, `{"mcpServers": {"notes-mcp": {`+strings.ReplaceAll(members, "SELF", command)+`}}}`, 0o600)
		return h
	}
}

// TestRun_PlainText has control characters in what an entry says: they are
// shown as text, never sent to a terminal.
func TestRun_PlainText(t *testing.T) {
	t.Parallel()
	findings := written("cursor", `"command": "/a\u001b[2Jb\u0007\u009b\u202ec\nd e"`)(t).run()
	seen := false
	for _, f := range findings {
		for _, text := range []string{f.Text, f.Fix} {
			if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("not plain: %q", text)
			}
			seen = seen || strings.Contains(text, `/a\x1b[2Jb\a\u009b\u202ec\nd e`)
		}
	}
	if !seen {
		t.Errorf("no finding shows the command: %q", leveled(findings, doctor.Fault))
	}
}
