package httpserver_test

import (
	"net/http"
	"net/netip"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

// TestClientAddress holds what is believed of X-Forwarded-For, in all the ways that proxies
// write an address.
func TestClientAddress(t *testing.T) {
	t.Parallel()
	address := httpserver.ClientAddress([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")})
	for _, row := range []struct {
		remote    string
		forwarded []string
		want      string
	}{
		{"192.0.2.1:1", nil, "192.0.2.1"},
		{"192.0.2.1:1", []string{"198.51.100.7"}, "192.0.2.1"}, // no trusted proxy wrote that
		{"10.0.0.1:1", nil, "10.0.0.1"},
		{"10.0.0.1:1", []string{"198.51.100.7"}, "198.51.100.7"},
		{"[::ffff:10.0.0.1]:1", []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		{"10.0.0.1:1", []string{"192.0.2.9, 198.51.100.7, 10.0.0.2"}, "198.51.100.7"},
		{"10.0.0.1:1", []string{"192.0.2.9", "198.51.100.7"}, "198.51.100.7"},
		{"10.0.0.1:1", []string{"192.0.2.9, nonsense"}, "10.0.0.1"},
		{"10.0.0.1:1", []string{"198.51.100.7:49152"}, "198.51.100.7"},
		{"10.0.0.1:1", []string{"192.0.2.9, 198.51.100.7:49152, 10.0.0.2:80"}, "198.51.100.7"},
		{"10.0.0.1:1", []string{"2001:db8::7"}, "2001:db8::7"},
		{"10.0.0.1:1", []string{"[2001:db8::7]"}, "2001:db8::7"},
		{"[fd00::1]:1", []string{"[2001:db8::7]:49152,[fd00::2]"}, "2001:db8::7"},
		{"10.0.0.1:1", []string{"[192.0.2.9, 198.51.100.7:, 198.51.100.7:99999"}, "10.0.0.1"},
		{"10.0.0.1:1", []string{"[]"}, "10.0.0.1"},
		{"@", []string{"198.51.100.7"}, "invalid IP"},
	} {
		r := &http.Request{RemoteAddr: row.remote, Header: http.Header{"X-Forwarded-For": row.forwarded}}
		if got := address(r).String(); got != row.want {
			t.Errorf("%s %q: %s, want %s", row.remote, row.forwarded, got, row.want)
		}
	}
}

func TestClientNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.1": "192.0.2.1/32", "2001:db8::7": "2001:db8::/64", "fe80::1%eth0": "fe80::/64", "": "invalid Prefix",
	} {
		a, _ := netip.ParseAddr(address)
		if got := httpserver.ClientNetwork(a).String(); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
