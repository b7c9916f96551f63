package guardedhttp_test

import (
	"net/netip"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
)

func TestIsPublic(t *testing.T) {
	t.Parallel()
	for _, ip := range []string{
		"0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "168.63.129.16",
		"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.168.1.1", "198.18.0.1",
		"198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1",
		"64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "fc00::1", "fd00:ec2::254",
		"fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
	} {
		if guardedhttp.IsPublic(netip.MustParseAddr(ip)) {
			t.Errorf("%s counts as public", ip)
		}
	}
	for _, ip := range []string{"1.1.1.1", "8.8.8.8", "172.32.0.1", "160.79.104.10", "::ffff:8.8.8.8", "2606:4700:4700::1111", "2a00:1450::1"} {
		if !guardedhttp.IsPublic(netip.MustParseAddr(ip)) {
			t.Errorf("%s counts as private", ip)
		}
	}
	if guardedhttp.IsPublic(netip.Addr{}) {
		t.Error("no address counts as public")
	}
}
