package config

import (
	"errors"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// URL is an http or https address without query and fragment.
type URL string

// UnmarshalText checks an address.
func (u *URL) UnmarshalText(text []byte) error {
	value := strings.TrimSpace(string(text))
	parsed, err := url.Parse(value)
	if err != nil || !usable(parsed, "http", "https") || strings.ContainsAny(value, "?#") {
		return errors.New("must be an http or https address without query, such as http://192.168.1.9:3000" + withScheme(value))
	}
	*u = URL(value)
	return nil
}

// Proxy is the address of a proxy, [NoProxy], or "" for what the environment says.
type Proxy string

// NoProxy is the [Proxy] that keeps requests from any.
const NoProxy Proxy = "none"

// UnmarshalText takes an address as other programs do: without a scheme it is one
// for http.
func (p *Proxy) UnmarshalText(text []byte) error {
	value := strings.TrimSpace(string(text))
	switch strings.ToLower(value) {
	case "none", "direct":
		*p = NoProxy
		return nil
	}
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	parsed, err := url.Parse(value)
	if err != nil || !usable(parsed, "http", "https", "socks5", "socks5h") || strings.Trim(parsed.Path, "/") != "" || strings.ContainsAny(value, "?#") {
		return errors.New("must be none, or the address of a proxy, such as http://192.168.1.1:3128")
	}
	*p = Proxy(value)
	return nil
}

// usable reports whether u names a host to reach by one of the schemes.
func usable(u *url.URL, schemes ...string) bool {
	return slices.Contains(schemes, strings.ToLower(u.Scheme)) && u.Hostname() != "" && validPort(u.Port())
}

// validPort takes no port for the scheme's own.
func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// withScheme asks whether value was meant with http:// before it. It shows only what
// can hardly be a secret in the wrong variable: a host with a port, a numeric address,
// localhost or a name with a domain, and a path of short words.
func withScheme(value string) string {
	if ip := net.ParseIP(value); ip != nil && ip.To4() == nil {
		value = "[" + value + "]"
	}
	u, err := url.Parse("http://" + value)
	if err != nil || u.User != nil || u.ForceQuery || u.RawQuery != "" || u.Fragment != "" || !usable(u, "http") {
		return ""
	}
	host := u.Hostname()
	numeric := net.ParseIP(host) != nil
	plain := regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$`).MatchString(host) && u.Host[0] != '['
	named := regexp.MustCompile(`^([a-z0-9-]{1,63}\.)+[a-z]{2,12}$`).MatchString(host)
	known := numeric || plain && (u.Port() != "" || host == "localhost" || named)
	if !known {
		return ""
	}
	path := u.EscapedPath()
	if !regexp.MustCompile(`^(/[a-z]{1,16}[0-9]{0,2})*/?$`).MatchString(path) {
		path = "/…"
	}
	return " (did you mean http://" + u.Host + path + "?)"
}
