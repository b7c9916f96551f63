//go:build unix

package httpserver

import "syscall"

// gone reports whether the client has closed the connection or it has broken. It peeks, so that it
// reads nothing, and does not wait.
func (c *conn) gone() bool {
	socket, ok := c.Conn.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return true
	}
	var read int
	// Control and not Read, because the server may be reading.
	if raw.Control(func(fd uintptr) {
		read, _, err = syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
	}) != nil {
		return true
	}
	if err != nil {
		return err != syscall.EAGAIN && err != syscall.EINTR //nolint:errorlint // an errno
	}
	return read == 0
}
