package main_test

import (
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/term"
)

// TestTerminal starts recipe-mcp by hand: it says in two lines what it is, and
// Ctrl-D ends it.
func TestTerminal(t *testing.T) {
	t.Parallel()
	screen := newTerminal(t)
	c := command(t, "API_BASE_URL=http://127.0.0.1:9", "API_KEY="+apiKey)
	c.Stdin = screen.File
	p := c.Start()
	p.Log.AwaitTimes(t, "\n", 2)
	screen.enter("\x04")
	if code := p.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	first, second, _ := strings.Cut(p.Log.String(), "\n")
	if !strings.Contains(first, "recipe-mcp is a server") || !strings.Contains(second, "recipe-mcp --help") || strings.Count(second, "\n") != 1 {
		t.Errorf("stderr says:\n%s", p.Log)
	}
}

// TestTerminal_Faults ends without a client to tell: a request that could be read
// at the terminal is not answered.
func TestTerminal_Faults(t *testing.T) {
	t.Parallel()
	screen := newTerminal(t)
	screen.enter(request("1", "ping", `{}`) + "\n")
	c := command(t, "API_TIMEOUT=soon")
	c.Stdin = screen.File
	if got := c.Run(); got.Code != 2 || got.Stdout != "" || !strings.Contains(got.Stderr, "API_TIMEOUT must be") {
		t.Errorf("%+v", got)
	}
}

// terminal is a pseudo-terminal with a person at it.
type terminal struct {
	*os.File // what a program gets as its streams

	t        *testing.T
	keyboard *os.File // and screen
	before   term.State
}

// newTerminal opens a terminal, and skips the test where there is none.
func newTerminal(t *testing.T) *terminal {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	t.Cleanup(func() { _ = keyboard.Close() })
	var number, unlocked uint32
	raw, err := keyboard.SyscallConn() // Fd would make it blocking, and reads endless
	if err != nil {
		t.Fatal(err)
	}
	var fault syscall.Errno
	if err := raw.Control(func(fd uintptr) {
		if _, _, fault = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCSPTLCK, uintptr(unsafe.Pointer(&unlocked))); fault == 0 {
			_, _, fault = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGPTN, uintptr(unsafe.Pointer(&number)))
		}
	}); err != nil || fault != 0 {
		t.Skipf("no pseudo-terminal here: %v, %v", err, fault)
	}
	file, err := os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	t.Cleanup(func() { _ = file.Close() })
	if err := keyboard.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	w := &terminal{File: file, t: t, keyboard: keyboard}
	w.before = w.state()
	return w
}

// enter types at the keyboard.
func (w *terminal) enter(text string) {
	w.t.Helper()
	if _, err := io.WriteString(w.keyboard, text); err != nil {
		w.t.Fatal(err)
	}
}

// readUntil returns what the screen shows up to some words.
func (w *terminal) readUntil(words string) string {
	w.t.Helper()
	var shown strings.Builder
	for b := []byte{0}; !strings.HasSuffix(shown.String(), words); shown.Write(b) {
		if _, err := w.keyboard.Read(b); err != nil {
			w.t.Fatalf("the screen shows %q and then %v, not %q", shown.String(), err, words)
		}
	}
	return shown.String()
}

// awaitSilence waits until the terminal no longer shows what is typed, which no
// one reports. The question comes just before that.
func (w *terminal) awaitSilence() {
	w.t.Helper()
	for end := time.Now().Add(patience); !w.changed(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatal("the terminal goes on showing what is typed")
		}
	}
}

// changed reports whether the terminal is not as it was when it was opened.
func (w *terminal) changed() bool {
	w.t.Helper()
	return w.state() != w.before
}

func (w *terminal) state() term.State {
	w.t.Helper()
	state, err := term.GetState(int(w.Fd()))
	if err != nil {
		w.t.Fatal(err)
	}
	return *state
}
