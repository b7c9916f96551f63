package llm

import (
	"net/netip"
	"slices"
	"strings"
)

// shared is RFC 6598's, which private networks that span others use.
var shared = netip.MustParsePrefix("100.64.0.0/10")

// near reports whether a host is on this computer or in its own network, by its address or by a
// name that nobody has on the internet: there a key may be sent in the clear.
func near(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || shared.Contains(ip)
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	return !strings.Contains(name, ".") || slices.ContainsFunc([]string{".localhost", ".local", ".lan", ".internal", ".home.arpa"}, func(end string) bool {
		return strings.HasSuffix(name, end)
	})
}
