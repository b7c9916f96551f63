package guardedhttp

import (
	"net/netip"
	"slices"
	"sync"
	"syscall"
)

// control refuses a connection to an address that is not public.
func (c *Client) control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return ErrNotPublic
	}
	if isPublic(at.Addr()) || c.options.Allow != nil && c.options.Allow(at.Addr()) {
		return nil
	}
	return ErrNotPublic
}

// notPublic has the networks that the methods of [netip.Addr] don't know: IANA's special-purpose
// networks that are not globally reachable, networks that embed an IPv4 address, and Azure's metadata
// address.
var notPublic = sync.OnceValue(func() []netip.Prefix {
	return parsePrefixes(
		"0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
		"3fff::/20", "5f00::/16", "fec0::/10",
	)
})

func parsePrefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

func isPublic(ip netip.Addr) bool {
	ip = ip.WithZone("").Unmap()
	return ip.IsValid() && ip.IsGlobalUnicast() && !ip.IsPrivate() &&
		!slices.ContainsFunc(notPublic(), func(p netip.Prefix) bool { return p.Contains(ip) })
}
