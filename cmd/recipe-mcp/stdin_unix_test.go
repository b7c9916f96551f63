//go:build unix

package main_test

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// The pipe may be another process's stdin next: what the server sets on it is
// taken back.
func TestStdin_IsLeftAsItWas(t *testing.T) {
	t.Parallel()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	fd := int(in.Fd()) // this makes it blocking, as a shell's pipe is
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), path)
	command.Env = []string{"DATABASE_URL=sqlite:" + t.TempDir() + "/recipes.db"}
	command.Stdin = in
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_NONBLOCK != 0 {
		t.Errorf("flags %#x: %v", flags, err)
	}
}
