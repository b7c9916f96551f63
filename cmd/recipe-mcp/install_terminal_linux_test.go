package main_test

import (
	"os"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestInstall_Terminal has a person answer at a terminal: the key is not shown.
func TestInstall_Terminal(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	screen := newTerminal(t)
	p := h.at(screen, "install").Start()
	var shown strings.Builder
	for _, step := range []struct{ until, answer string }{
		{"this computer): ", "nas:3000\n"},
		{"Type the address again.", ""},
		{"this computer): ", "http://nas:3000\n"},
		{"while you type): ", apiKey + "\n"},
		{"all recipes): ", "alice@example.com\n"},
	} {
		shown.WriteString(screen.readUntil(step.until))
		if step.answer == apiKey+"\n" {
			screen.awaitSilence()
		}
		screen.enter(step.answer)
	}
	if code := p.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if strings.Contains(shown.String(), apiKey) {
		t.Errorf("the key is shown:\n%s", &shown)
	}
	e, ok := h.entry("claude-desktop")
	if !ok || e.Env["API_BASE_URL"] != "http://nas:3000" || e.Env["API_KEY"] != apiKey || e.Env["USER_EMAIL"] != "alice@example.com" {
		t.Errorf("%v %v", ok, e.Env)
	}
}

// TestInstall_Interrupted has the person press Ctrl-C at the key: nothing is
// written, and what is typed later is shown again.
func TestInstall_Interrupted(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	screen := newTerminal(t)
	p := h.at(screen, "install", "--url", "http://nas:3000").Start()
	screen.readUntil("while you type): ")
	screen.awaitSilence()
	p.Signal(os.Interrupt)
	screen.readUntil("nothing was changed")
	if code := p.Wait(); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if _, ok := h.entry("claude-desktop"); ok {
		t.Error("an entry was written")
	}
	if screen.changed() {
		t.Error("the terminal is left without echo")
	}
}

// TestInstall_EndedAtTheKey has the person end the asking with Ctrl-D or
// Ctrl-C, typed where the key belongs. At the key, too, a slip can be taken
// back, and what comes behind the line is for the next question.
func TestInstall_EndedAtTheKey(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"\x04":   "nothing was changed",
		"ab\x03": "nothing was changed",
		"x\x7f" + apiKey + "\ralice@example.com\n": "",
	} {
		h := newHome(t)
		screen := newTerminal(t)
		p := h.at(screen, "install", "--url", "http://nas:3000").Start()
		screen.readUntil("while you type): ")
		screen.awaitSilence()
		screen.enter(typed)
		code := 0
		if want != "" {
			screen.readUntil(want)
			code = 1
		}
		if got := p.Wait(); got != code {
			t.Errorf("%q: exit code %d, want %d", typed, got, code)
		}
		e, ok := h.entry("claude-desktop")
		if ok != (want == "") || ok && (e.Env["API_KEY"] != apiKey || e.Env["USER_EMAIL"] != "alice@example.com") {
			t.Errorf("%q: entry %v %v", typed, ok, e.Env)
		}
		if screen.changed() {
			t.Errorf("%q: the terminal is left without echo", typed)
		}
	}
}

// TestInstall_AsksWhoMayRead closes a config file that others can read before the
// key is in it, if the person says so.
func TestInstall_AsksWhoMayRead(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]os.FileMode{"\n": 0o600, "perhaps\ny\n": 0o600, "N\n": 0o644, "\x04": 0o644} {
		h := newHome(t)
		path := h.openConfig("cursor", "{}")
		screen := newTerminal(t)
		p := h.at(screen, "install", "cursor", "--url", "http://nas:3000", "--key", apiKey, "--email", "alice@example.com").Start()
		screen.readUntil("Let no one else read it? [Y/n] ")
		if text := read(path); text != "{}" {
			t.Errorf("already written: %s", text)
		}
		screen.enter(typed)
		gaveUp := typed == "\x04"
		if code := p.Wait(); (code == 0) == gaveUp {
			t.Errorf("%q: exit code %d", typed, code)
		}
		if got := h.mode(path); got != want {
			t.Errorf("%q: mode %v, want %v", typed, got, want)
		}
		if strings.Contains(read(path), apiKey) == gaveUp {
			t.Errorf("%q: the file is now %s", typed, read(path))
		}
	}
}

// TestUninstall_AsksForBackups removes the backups with the key in when the
// person says so, and lists them otherwise.
func TestUninstall_AsksForBackups(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"y\n": "Removed: 2 backups that held the key.", "n\n": "The key is still in:"} {
		h := newHome(t)
		h.run(0, "install", "cursor", "--key", apiKey)
		h.run(0, "install", "cursor", "--key", apiKey+"2")
		screen := newTerminal(t)
		p := h.at(screen, "uninstall", "cursor").Start()
		screen.readUntil("Remove 2 backups of Cursor's config that contain the key? [Y/n] ")
		screen.enter(typed)
		says(t, p.Rest(), want)
		if code := p.Wait(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
}

// at is a command whose streams are a terminal, but for the output.
func (h home) at(w *terminal, args ...string) *harness.Command {
	h.t.Helper()
	c := h.command(args...)
	c.Stdin, c.Stderr = w.File, w.File
	return c
}
