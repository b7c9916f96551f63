package guardedhttp

import "net/netip"

// IsPublic is the guard of connections.
func IsPublic(ip netip.Addr) bool { return isPublic(ip) }
