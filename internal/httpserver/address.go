package httpserver

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// ClientAddress returns a function that tells where a request came from. It believes X-Forwarded-For
// as far as trusted proxies wrote it: from its end up to the first address that is not a trusted
// proxy's.
func ClientAddress(trusted []netip.Prefix) func(*http.Request) netip.Addr {
	isTrusted := func(a netip.Addr) bool {
		return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	return func(r *http.Request) netip.Addr {
		port, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil {
			return netip.Addr{}
		}
		from := port.Addr().Unmap()
		forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for _, text := range slices.Backward(forwarded) {
			if !isTrusted(from) {
				break
			}
			next, err := forwardedAddress(strings.TrimSpace(text))
			if err != nil {
				break
			}
			from = next.Unmap()
		}
		return from
	}
}

// ClientNetwork returns the network that counts as one client for a limit: an IPv4 address, or the
// IPv6 /64 that a household has. It is the zero Prefix for the zero Addr.
func ClientNetwork(a netip.Addr) netip.Prefix {
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits)
	return p
}

// forwardedAddress reads an address as proxies write it: some add the port, or put an IPv6 address in
// brackets.
func forwardedAddress(text string) (netip.Addr, error) {
	if port, err := netip.ParseAddrPort(text); err == nil {
		return port.Addr(), nil
	}
	if inner, ok := strings.CutPrefix(text, "["); ok {
		if inner, ok = strings.CutSuffix(inner, "]"); ok {
			text = inner
		}
	}
	return netip.ParseAddr(text)
}
