package main_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// TestTerminal starts recipe-mcp by hand: it says in two lines what it is, and
// Ctrl-D ends it.
func TestTerminal(t *testing.T) {
	t.Parallel()
	keyboard, terminal := newTerminal(t)
	cmd := command(t, "API_BASE_URL=http://127.0.0.1:9", "API_KEY="+apiKey)
	cmd.Stdin = terminal
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	for _, want := range []string{"recipe-mcp is a server", "recipe-mcp --help"} {
		line, err := lines.ReadString('\n')
		if err != nil || !strings.Contains(line, want) {
			t.Errorf("stderr says %q (%v), want %q", line, err, want)
		}
	}
	if _, err := keyboard.Write([]byte{4}); err != nil {
		t.Fatal(err)
	}
	if line, err := lines.ReadString('\n'); err == nil {
		t.Errorf("stderr says a third line: %q", line)
	}
	if code := exitCode(t, cmd.Wait()); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestTerminal_Faults ends at once: no client is there to wait for.
func TestTerminal_Faults(t *testing.T) {
	t.Parallel()
	_, terminal := newTerminal(t)
	cmd := command(t, "API_TIMEOUT=soon")
	cmd.Stdin = terminal
	began := time.Now()
	text, err := cmd.CombinedOutput()
	if code := exitCode(t, err); code != 2 || !strings.Contains(string(text), "API_TIMEOUT must be") || strings.Contains(string(text), "{") {
		t.Errorf("exit code %d:\n%s", code, text)
	}
	if took := time.Since(began); took > 9*time.Second {
		t.Errorf("ended after %s", took)
	}
}

// newTerminal gives the two ends of a pseudo-terminal.
func newTerminal(t *testing.T) (keyboard, terminal *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	t.Cleanup(func() { _ = keyboard.Close() })
	var number, unlocked uint32
	for _, request := range []struct {
		code  uintptr
		value *uint32
	}{{syscall.TIOCSPTLCK, &unlocked}, {syscall.TIOCGPTN, &number}} {
		_, _, fault := syscall.Syscall(syscall.SYS_IOCTL, keyboard.Fd(), request.code, uintptr(unsafe.Pointer(request.value)))
		if fault != 0 {
			t.Skipf("no pseudo-terminal here: %v", fault)
		}
	}
	terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return keyboard, terminal
}
