//go:build unix

package main_test

import (
	"os"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestStdin_IsLeftAsItWas holds that what another process reads next, such as
// the rest of a shell's pipe, waits for its input as before, however the server
// ended. A pipe is never changed, so that not even a kill leaves it so.
func TestStdin_IsLeftAsItWas(t *testing.T) {
	t.Parallel()
	for name, stream := range map[string]func(*testing.T) (in, out *os.File){"pipe": pipeOf, "socket": socketOf} {
		for _, end := range []struct {
			name    string
			signals []os.Signal
		}{
			{"end of input", nil},
			{"one signal", []os.Signal{syscall.SIGTERM}},
			{"two signals", []os.Signal{syscall.SIGTERM, os.Interrupt}},
			{"killed", []os.Signal{os.Kill}},
		} {
			if end.name == "killed" && name == "socket" {
				continue // nobody can give it back then
			}
			t.Run(name+": "+end.name, func(t *testing.T) {
				t.Parallel()
				in, out := stream(t)
				fd := int(in.Fd()) // this makes it blocking, as a shell's pipe is
				g := newGate(t)    // what the second signal cuts off
				c := command(t, g.setting(), "API_KEY="+apiKey, "DRAIN_TIMEOUT=1h", "API_TIMEOUT=1h")
				c.Stdin = in
				p := c.Start()
				if _, err := out.WriteString(callLine("1", "list_recipes", `{}`)); err != nil {
					t.Fatal(err)
				}
				<-g.entered // it reads, and waits for more
				if runtime.GOOS == "linux" && name == "pipe" && nonblocking(t, fd) {
					t.Error("the pipe was made non-blocking")
				}
				for _, signal := range end.signals {
					p.Signal(signal)
				}
				if len(end.signals) == 0 {
					if err := out.Close(); err != nil {
						t.Fatal(err)
					}
				}
				if len(end.signals) < 2 && end.name != "killed" {
					g.open <- struct{}{}
				}
				_ = p.Wait()
				if nonblocking(t, fd) {
					t.Error("it is left non-blocking")
				}
			})
		}
	}
}

func nonblocking(t *testing.T, fd int) bool {
	t.Helper()
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil {
		t.Fatal(err)
	}
	return flags&unix.O_NONBLOCK != 0
}

func pipeOf(t *testing.T) (in, out *os.File) {
	t.Helper()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = in.Close(), out.Close() })
	return in, out
}

func socketOf(t *testing.T) (in, out *os.File) {
	t.Helper()
	syscall.ForkLock.RLock() // another test's process would keep it open
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	for _, fd := range pair {
		unix.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	in, out = os.NewFile(uintptr(pair[0]), "in"), os.NewFile(uintptr(pair[1]), "out")
	t.Cleanup(func() { _, _ = in.Close(), out.Close() })
	return in, out
}
