//go:build !unix

package httpserver

// gone reports false: here only net/http notices that a client has gone, a moment later.
func (c *conn) gone() bool { return false }
