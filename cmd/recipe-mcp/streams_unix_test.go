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
	"time"
)

// TestStreams_LastWordsNobodyReads asserts the same of a program that fails.
func TestStreams_LastWordsNobodyReads(t *testing.T) {
	t.Parallel()
	unread, stderr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unread.Close() }()
	fill(t, stderr)
	cmd := command(t, "API_TIMEOUT=soon")
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := stderr.Close(); err != nil {
		t.Fatal(err)
	}
	if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("it ended with %v", cmd.ProcessState)
	}
}

// fill writes to a pipe until it takes no more.
func fill(t *testing.T, pipe *os.File) {
	t.Helper()
	for size := 64 << 10; size > 0; size /= 2 {
		for {
			if err := pipe.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(pipe, strings.Repeat(" ", size)); err != nil {
				break
			}
		}
	}
}

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
	cmd := command(t)
	cmd.Stdin, cmd.Stdout = theirs, theirs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
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
	if err := cmd.Wait(); err != nil || answers != lists {
		t.Errorf("%d answers, want %d; it ended with %v", answers, lists, err)
	}
}
