package pgtest

import (
	"io"
	"net"
	"testing"
	"time"
)

// Proxy hands connections on to the server at an address, and returns its own. handOn has what
// clients send written to the server, until one of the two ends; answers go back as they are.
func Proxy(t testing.TB, server string, handOn func(client, server net.Conn)) (address string) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	dialer := net.Dialer{Timeout: 10 * time.Second}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			upstream, err := dialer.DialContext(t.Context(), "tcp", server)
			if err != nil {
				_ = client.Close()
				continue
			}
			go func() {
				_, _ = io.Copy(client, upstream)
				_ = client.Close()
			}()
			go func() {
				defer func() { _ = upstream.Close() }()
				handOn(client, upstream)
			}()
		}
	}()
	return l.Addr().String()
}
