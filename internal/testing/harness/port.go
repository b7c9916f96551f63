package harness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// Ports of servers that are configured or come back are below those that systems give to
// whoever asks for any, for a connection or another test would get one that is not in use
// for a moment.
const firstPort, lastPort = 20_000, 32_767

// Address returns a loopback address at which nothing listens, for a server that has to know
// its port before it starts or keeps it while it is down. No other test gets it before this
// one ends: the UDP port of that number is held, of which no server here has a use.
func Address(tb testing.TB) string {
	tb.Helper()
	ctx := context.Background() // of cleanups too
	for range lastPort - firstPort {
		address := fmt.Sprintf("127.0.0.1:%d", firstPort+rand.IntN(lastPort-firstPort+1)) //nolint:gosec // not a secret
		held, err := new(net.ListenConfig).ListenPacket(ctx, "udp", address)
		if err != nil {
			continue
		}
		if l, err := new(net.ListenConfig).Listen(ctx, "tcp", address); err != nil || l.Close() != nil {
			_ = held.Close()
			continue
		}
		tb.Cleanup(func() { _ = held.Close() })
		return address
	}
	tb.Fatal("there is no free port")
	return ""
}
