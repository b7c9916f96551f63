package config

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// PublicURL is an http or https address in the spelling that clients send: tokens and
// metadata are compared with it to the letter. Scheme and host are in lower case, a name
// with other letters is in its ASCII form, and the scheme's own port and slashes at the
// end are left out.
type PublicURL string

// UnmarshalText checks an address.
func (p *PublicURL) UnmarshalText(text []byte) error {
	value := Trim(string(text))
	u, err := url.Parse(value)
	if err != nil || !usable(u, "http", "https") || strings.ContainsAny(value, "?#") {
		return errors.New("must be an http or https address without query, such as https://mcp.example.com" + withScheme(value))
	}
	right, ok := spelled(u)
	switch {
	case !ok:
		return errors.New("must have a host name that is one, such as https://mcp.example.com")
	case u.User != nil:
		return errors.New("must have no user name and no password, which everyone would see: set it to " + strings.TrimSuffix(right, "/mcp"))
	}
	*p = PublicURL(right)
	return nil
}

// spelled returns the usual spelling of an address without its user; ok is false if its
// host can't be that of any.
func spelled(u *url.URL) (right string, ok bool) {
	host, ok := spelledHost(u.Hostname())
	scheme := strings.ToLower(u.Scheme)
	if n, err := strconv.Atoi(u.Port()); err == nil && n != map[string]int{"http": 80, "https": 443}[scheme] {
		host += ":" + strconv.Itoa(n)
	}
	return (&url.URL{Scheme: scheme, Host: host, Path: strings.TrimRight(u.Path, "/")}).String(), ok
}

// spelledHost is the host in a URL.
func spelledHost(host string) (right string, ok bool) {
	if ip, err := netip.ParseAddr(host); err == nil {
		if ip = ip.Unmap(); ip.Is4() {
			return ip.String(), true
		}
		return "[" + ip.String() + "]", true
	}
	if name := strings.ToLower(strings.TrimSuffix(host, ".")); isHost(name) {
		return name, name != ""
	}
	name, err := idna.Lookup.ToASCII(strings.TrimSuffix(host, "."))
	return name, err == nil && isHost(name) && name != ""
}
