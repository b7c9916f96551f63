package config

import (
	"encoding/base64"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Address is a host and a port to listen on. Without a host it means all of the
// computer's addresses.
type Address string

// UnmarshalText checks an address.
func (a *Address) UnmarshalText(text []byte) error {
	value := Trim(string(text))
	host, port, err := net.SplitHostPort(value)
	_, notPort := strconv.ParseUint(port, 10, 16)
	if err != nil || notPort != nil || !isHost(host) {
		return errors.New("must be a host and a port, such as 127.0.0.1:3333")
	}
	*a = Address(value)
	return nil
}

// isHost reports whether a host is one to listen on: none, an IP address, or a name.
func isHost(host string) bool {
	_, notIP := netip.ParseAddr(host)
	return notIP == nil || strings.IndexFunc(host, func(r rune) bool {
		return r != '-' && r != '.' && r != '_' && (r < '0' || r > '9') && (r|' ' < 'a' || r|' ' > 'z')
	}) < 0
}

// Loopback reports whether only programs on this computer can connect.
func (a Address) Loopback() bool {
	host, _, err := net.SplitHostPort(string(a))
	return err == nil && loopback(host)
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// Issuer is the address of an authorization server, or [Self].
type Issuer string

// Self is the authorization server that is built in.
const Self Issuer = "self"

// UnmarshalText takes self, or an https address: http only on this computer.
func (i *Issuer) UnmarshalText(text []byte) error {
	value := Trim(string(text))
	if strings.EqualFold(value, string(Self)) {
		*i = Self
		return nil
	}
	u, err := url.Parse(value)
	if err != nil || !usable(u, "http", "https") || u.User != nil || strings.ContainsAny(value, "?#\"\\ ") || u.Scheme != "https" && !loopback(u.Hostname()) {
		return errors.New("must be self, or the https address of an authorization server, such as https://id.example.com/realms/home")
	}
	*i = Issuer(value) // compared with iss as it stands
	return nil
}

// Origins are origins of web pages.
type Origins []string

// UnmarshalText takes a list with commas.
func (o *Origins) UnmarshalText(text []byte) error {
	var list Origins
	for value := range items(text) {
		u, err := url.Parse(value)
		if err != nil || !usable(u, "http", "https") || !strings.EqualFold(value, u.Scheme+"://"+u.Host) {
			return errors.New("must be origins such as https://chat.example.com, without a path, separated by commas")
		}
		origin, ok := spelled(u) // as browsers send it
		if !ok {
			return errors.New("must be origins with a host name that is one, such as https://chat.example.com")
		}
		list = append(list, origin)
	}
	*o = list
	return nil
}

// Prefixes are networks.
type Prefixes []netip.Prefix

// UnmarshalText takes a list with commas. An address is a network of its own.
func (p *Prefixes) UnmarshalText(text []byte) error {
	var list Prefixes
	for value := range items(text) {
		prefix, err := netip.ParsePrefix(value)
		if ip, notIP := netip.ParseAddr(value); notIP == nil {
			prefix, err = ip.Prefix(ip.BitLen())
		}
		if err != nil {
			return errors.New("must be addresses or networks such as 10.0.0.0/8, separated by commas")
		}
		list = append(list, prefix.Masked())
	}
	*p = list
	return nil
}

// items yields what stands between commas.
func items(text []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for value := range strings.SplitSeq(string(text), ",") {
			if value = Trim(value); value != "" && !yield(value) {
				return
			}
		}
	}
}

// Key is a key of 32 bytes. It prints as a [Secret] does.
type Key struct{ Secret }

// UnmarshalText takes base64, of any alphabet, with or without padding.
func (k *Key) UnmarshalText(text []byte) error {
	value := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(Trim(string(text)), "="))
	bytes, err := base64.RawStdEncoding.DecodeString(value)
	if err != nil || len(bytes) != 32 {
		return errors.New("must be 32 bytes in base64, as openssl rand -base64 32 prints them")
	}
	k.Secret = Secret(bytes)
	return nil
}
