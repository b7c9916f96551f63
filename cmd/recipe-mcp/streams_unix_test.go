//go:build unix

package main_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestStreams_OneSocket asserts that a server whose stdin and stdout are the same
// socket, as inetd gives it, answers whoever reads slowly.
func TestStreams_OneSocket(t *testing.T) {
	t.Parallel()
	const lists = 300
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.SetsockoptInt(fds[1], syscall.SOL_SOCKET, syscall.SO_SNDBUF, 4<<10); err != nil {
		t.Fatal(err)
	}
	theirs := os.NewFile(uintptr(fds[1]), "theirs")
	ours := os.NewFile(uintptr(fds[0]), "ours")
	conn, err := net.FileConn(ours)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	c := command(t)
	c.Stdin, c.Stdout = theirs, theirs
	p := c.Start()
	for _, f := range []*os.File{ours, theirs} {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var input strings.Builder
	for i := range lists {
		fmt.Fprintln(&input, request(fmt.Sprint(i), "tools/list", `{}`))
	}
	// All is written before anything is read: the answers fill the small buffer.
	if _, err := io.WriteString(conn, input.String()); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.UnixConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answers := 0
	for lines := bufio.NewScanner(bufio.NewReaderSize(conn, 1<<20)); lines.Scan(); {
		answers++
	}
	if code := p.Wait(); code != 0 || answers != lists {
		t.Errorf("%d answers, want %d; exit code %d", answers, lists, code)
	}
}
