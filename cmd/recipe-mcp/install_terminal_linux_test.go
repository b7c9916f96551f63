package main_test

import (
	"bufio"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/term"
)

// TestInstall_Terminal has a person answer at a terminal: the key is not shown.
func TestInstall_Terminal(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	keyboard, terminal := newTerminal(t)
	before := terminalState(t, terminal)
	cmd := command(t)
	cmd.Args = append(cmd.Args, "install")
	cmd.Env = []string{"HOME=" + h.dir}
	cmd.Stdin, cmd.Stderr = terminal, terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen := bufio.NewReader(keyboard)
	var shown strings.Builder
	for _, step := range []struct{ until, answer string }{
		{"this computer): ", "nas:3000\n"},
		{"or https://, such as http://nas:3000.", ""},
		{"this computer): ", "http://nas:3000\n"},
		{"while you type): ", apiKey + "\n"},
		{"all recipes): ", "alice@example.com\n"},
	} {
		shown.WriteString(readUntil(t, screen, step.until))
		if step.answer == apiKey+"\n" {
			awaitSilence(t, terminal, before)
		}
		if _, err := io.WriteString(keyboard, step.answer); err != nil {
			t.Fatal(err)
		}
	}
	if code := exitCode(t, cmd.Wait()); code != 0 {
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
	keyboard, terminal := newTerminal(t)
	before := terminalState(t, terminal)
	cmd := command(t)
	cmd.Args = append(cmd.Args, "install", "--url", "http://nas:3000")
	cmd.Env = []string{"HOME=" + h.dir}
	cmd.Stdin, cmd.Stderr = terminal, terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen := bufio.NewReader(keyboard)
	readUntil(t, screen, "while you type): ")
	awaitSilence(t, terminal, before)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	readUntil(t, screen, "nothing was changed")
	if code := exitCode(t, cmd.Wait()); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if _, ok := h.entry("claude-desktop"); ok {
		t.Error("an entry was written")
	}
	if after := terminalState(t, terminal); after != before {
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
		keyboard, terminal := newTerminal(t)
		before := terminalState(t, terminal)
		cmd := command(t)
		cmd.Args = append(cmd.Args, "install", "--url", "http://nas:3000")
		cmd.Env = []string{"HOME=" + h.dir}
		cmd.Stdin, cmd.Stderr = terminal, terminal
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		screen := bufio.NewReader(keyboard)
		readUntil(t, screen, "while you type): ")
		awaitSilence(t, terminal, before)
		if _, err := io.WriteString(keyboard, typed); err != nil {
			t.Fatal(err)
		}
		code := 0
		if want != "" {
			readUntil(t, screen, want)
			code = 1
		}
		if got := exitCode(t, cmd.Wait()); got != code {
			t.Errorf("%q: exit code %d, want %d", typed, got, code)
		}
		e, ok := h.entry("claude-desktop")
		if ok != (want == "") || ok && (e.Env["API_KEY"] != apiKey || e.Env["USER_EMAIL"] != "alice@example.com") {
			t.Errorf("%q: entry %v %v", typed, ok, e.Env)
		}
		if after := terminalState(t, terminal); after != before {
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
		keyboard, terminal := newTerminal(t)
		cmd := command(t)
		cmd.Args = append(cmd.Args, "install", "cursor", "--url", "http://nas:3000", "--key", apiKey, "--email", "alice@example.com")
		cmd.Env = []string{"HOME=" + h.dir}
		cmd.Stdin, cmd.Stderr = terminal, terminal
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		screen := bufio.NewReader(keyboard)
		readUntil(t, screen, "Let no one else read it? [Y/n] ")
		if text := read(path); text != "{}" {
			t.Errorf("already written: %s", text)
		}
		if _, err := io.WriteString(keyboard, typed); err != nil {
			t.Fatal(err)
		}
		gaveUp := typed == "\x04"
		if code := exitCode(t, cmd.Wait()); (code == 0) == gaveUp {
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
		keyboard, terminal := newTerminal(t)
		cmd := command(t)
		cmd.Args = append(cmd.Args, "uninstall", "cursor")
		cmd.Env = []string{"HOME=" + h.dir}
		var out strings.Builder
		cmd.Stdin, cmd.Stderr, cmd.Stdout = terminal, terminal, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		readUntil(t, bufio.NewReader(keyboard), "Remove 2 backups of Cursor's config with the key in? [Y/n] ")
		if _, err := io.WriteString(keyboard, typed); err != nil {
			t.Fatal(err)
		}
		if code := exitCode(t, cmd.Wait()); code != 0 {
			t.Errorf("exit code %d", code)
		}
		says(t, out.String(), want)
	}
}

// TestDoctor_Colour paints on a terminal alone, and not with NO_COLOR.
func TestDoctor_Colour(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]bool{"NO_COLOR=": true, "NO_COLOR=1": false, "TERM=dumb": false} {
		h := newHome(t)
		keyboard, terminal := newTerminal(t)
		cmd := command(t)
		cmd.Args = append(cmd.Args, "doctor")
		cmd.Env = []string{"HOME=" + h.dir, setting}
		cmd.Stdout = terminal
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		shown := readUntil(t, bufio.NewReader(keyboard), "0 faults")
		if code := exitCode(t, cmd.Wait()); code != 0 {
			t.Errorf("exit code %d", code)
		}
		if strings.Contains(shown, "\x1b[") != want {
			t.Errorf("%s: %q", setting, shown)
		}
	}
}

// awaitSilence waits until the terminal shows no more what is typed. The
// question comes just before that.
func awaitSilence(t *testing.T, terminal *os.File, before term.State) {
	t.Helper()
	for end := time.Now().Add(patience); terminalState(t, terminal) == before; runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatal("the terminal goes on showing what is typed")
		}
	}
}

func terminalState(t *testing.T, terminal *os.File) term.State {
	t.Helper()
	state, err := term.GetState(int(terminal.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	return *state
}

// readUntil gives what the screen shows up to some words.
func readUntil(t *testing.T, screen io.ByteReader, words string) string {
	t.Helper()
	var shown strings.Builder
	for !strings.HasSuffix(shown.String(), words) {
		b, err := screen.ReadByte()
		if err != nil {
			t.Fatalf("the screen shows %q and then %v, not %q", shown.String(), err, words)
		}
		shown.WriteByte(b)
	}
	return shown.String()
}
