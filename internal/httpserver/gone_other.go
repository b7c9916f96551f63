//go:build !unix

package httpserver

// gone is left to the server here, which notices soon afterwards.
func (c *conn) gone() bool { return false }
