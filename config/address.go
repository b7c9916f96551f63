package config

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// URL is an http or https address without query and fragment.
type URL string

// UnmarshalText checks an address.
func (u *URL) UnmarshalText(text []byte) error {
	value := strings.TrimSpace(string(text))
	if parse(value, "http", "https") == nil {
		return errors.New("must be an http or https address without query, such as http://192.168.1.9:3000")
	}
	*u = URL(value)
	return nil
}

// Proxy is the address of a proxy, [NoProxy], or "" for the proxy that the environment names.
type Proxy string

// NoProxy is the [Proxy] of requests that go to no proxy.
const NoProxy Proxy = "none"

// Private marks the value as one not to show: it may hold a password.
func (Proxy) Private() {}

// UnmarshalText adds http:// to an address without a scheme, as other programs do.
func (p *Proxy) UnmarshalText(text []byte) error {
	value := strings.TrimSpace(string(text))
	if strings.EqualFold(value, string(NoProxy)) {
		*p = NoProxy
		return nil
	}
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	if u := parse(value, "http", "https", "socks5", "socks5h"); u == nil || strings.Trim(u.Path, "/") != "" {
		return errors.New("must be none, or the address of a proxy, such as http://192.168.1.1:3128")
	}
	*p = Proxy(value)
	return nil
}

// PublicURL is an http or https address as clients send it, since tokens and metadata are
// compared with it byte by byte; see [spelled].
type PublicURL string

// UnmarshalText checks an address.
func (p *PublicURL) UnmarshalText(text []byte) error {
	u := parse(Trim(string(text)), "http", "https")
	address, ok := spelled(u)
	switch {
	case !ok:
		return errors.New("must be an http or https address without query, such as https://mcp.example.com")
	case u.User != nil:
		return errors.New("must have no user name and no password, which everyone would see")
	}
	*p = PublicURL(address)
	return nil
}

// Issuer is the address of an authorization server, or [Self].
type Issuer string

// Self is the built-in authorization server.
const Self Issuer = "self"

// UnmarshalText takes self, or an https address; http only on this computer. The address
// stays as it is, since it is compared with the claim iss.
func (i *Issuer) UnmarshalText(text []byte) error {
	value := Trim(string(text))
	if strings.EqualFold(value, string(Self)) {
		*i = Self
		return nil
	}
	u := parse(value, "http", "https")
	if u == nil || u.User != nil || strings.ContainsAny(value, "\"\\ ") || u.Scheme != "https" && !Loopback(u.Hostname()) {
		return errors.New("must be self, or the https address of an authorization server, such as https://id.example.com/realms/home")
	}
	*i = Issuer(value)
	return nil
}

// Origins are origins of web pages, as browsers send them.
type Origins []string

// UnmarshalText takes a list with commas.
func (o *Origins) UnmarshalText(text []byte) error {
	*o = nil
	for _, value := range items(string(text)) {
		u := parse(value, "http", "https")
		origin, ok := spelled(u)
		if !ok || !strings.EqualFold(value, u.Scheme+"://"+u.Host) {
			return errors.New("must be origins such as https://chat.example.com, without a path, separated by commas")
		}
		*o = append(*o, origin)
	}
	return nil
}

// Prefixes are networks.
type Prefixes []netip.Prefix

// UnmarshalText takes a list with commas. An address is a network of its own.
func (p *Prefixes) UnmarshalText(text []byte) error {
	*p = nil
	for _, value := range items(string(text)) {
		prefix, err := netip.ParsePrefix(value)
		if ip, notIP := netip.ParseAddr(value); notIP == nil {
			prefix, err = ip.Prefix(ip.BitLen())
		}
		if err != nil {
			return errors.New("must be addresses or networks such as 10.0.0.0/8, separated by commas")
		}
		*p = append(*p, prefix.Masked())
	}
	return nil
}

// Address is a host and a port to listen on. Without a host it means every address of the
// computer.
type Address string

// UnmarshalText checks an address.
func (a *Address) UnmarshalText(text []byte) error {
	value := Trim(string(text))
	host, port, err := net.SplitHostPort(value)
	_, notPort := strconv.ParseUint(port, 10, 16)
	if _, notIP := netip.ParseAddr(host); err != nil || notPort != nil || notIP != nil && !only(host, "-._") {
		return errors.New("must be a host and a port, such as 127.0.0.1:3333")
	}
	*a = Address(value)
	return nil
}

// Loopback reports whether only programs on this computer can connect.
func (a Address) Loopback() bool {
	host, _, err := net.SplitHostPort(string(a))
	return err == nil && Loopback(host)
}

// Loopback reports whether a host is this computer itself: localhost or a loopback address.
func Loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// parse returns nil unless value has one of the schemes, a host, and no query or fragment.
func parse(value string, schemes ...string) *url.URL {
	u, err := url.Parse(value)
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Hostname() == "" || strings.ContainsAny(value, "?#") {
		return nil
	}
	if port, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && (err != nil || port == 0) {
		return nil
	}
	return u
}

// spelled returns an address without its user as clients send it: the host in lower case and
// ASCII, no default port, no slash at the end. ok is false for nil, and if no host can have
// that name.
func spelled(u *url.URL) (address string, ok bool) {
	if u == nil {
		return "", false
	}
	host, err := idna.New(idna.MapForLookup(), idna.StrictDomainName(false)).ToASCII(strings.TrimSuffix(u.Hostname(), "."))
	ok = err == nil && only(host, "-._") && host != ""
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		host, ok = ip.Unmap().String(), true
		if ip.Unmap().Is6() {
			host = "[" + host + "]"
		}
	}
	if port, _ := strconv.Atoi(u.Port()); port != 0 && port != map[string]int{"http": 80, "https": 443}[u.Scheme] {
		host += ":" + strconv.Itoa(port)
	}
	return (&url.URL{Scheme: u.Scheme, Host: host, Path: strings.TrimRight(u.Path, "/")}).String(), ok
}

// only reports whether text holds nothing but ASCII letters, digits and these other characters.
func only(text, others string) bool {
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"+others) == ""
}
