package config

import (
	"net"
	"regexp"
	"strings"
)

// withScheme asks whether value was meant with http:// before it. It shows host
// and port alone, and only of what can hardly be a secret in the wrong variable:
// a host with a port, a numeric address, localhost or a name with a domain.
func withScheme(value string) string {
	parts := regexp.MustCompile(`^([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)(:[0-9]{1,5})?(/[^?#@]*)?$`).FindStringSubmatch(value)
	if parts == nil {
		return ""
	}
	host, port, path := parts[1], parts[2], parts[3]
	named := regexp.MustCompile(`^([a-z0-9-]{1,63}\.)+[a-z]{2,12}$`).MatchString(host)
	if port == "" && host != "localhost" && net.ParseIP(host) == nil && !named || !validPort(strings.TrimPrefix(port, ":")) {
		return ""
	}
	if len(path) > 1 {
		path = "/…"
	}
	return " (did you mean http://" + host + port + path + "?)"
}
