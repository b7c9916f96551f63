package issuer

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"
)

var errNotPublic = errors.New("the address is not a public one")

// publicTransport connects to public addresses alone. It looks at the address that
// is about to be connected to, so that no name can lead elsewhere in between, and it
// uses no proxy, which would look up names for it.
func publicTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: documentLimit, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !isPublic(at.Addr()) {
			return errNotPublic
		}
		return nil
	}}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    documentLimit,
		ResponseHeaderTimeout:  documentLimit,
		MaxResponseHeaderBytes: maxDocument,
		MaxIdleConns:           maxFetches,
		IdleConnTimeout:        time.Minute,
		DisableCompression:     true, // else few bytes could become many
	}
}

// notPublic are networks that [netip.Addr]'s methods don't know: those of IANA's
// registries of special addresses that are not globally reachable, and those that
// carry an IPv4 address inside.
var notPublic = sync.OnceValue(func() []netip.Prefix {
	return parsePrefixes(
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
		"5f00::/16", "fec0::/10",
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
