package apiclient

import (
	"net"
	"net/url"
	"testing"
)

// TestProxy_unknownName has a name server that knows no proxy, which only an
// error can play: the resolver is the system's.
func TestProxy_unknownName(t *testing.T) {
	t.Parallel()
	err := &net.OpError{Op: "proxyconnect", Err: &net.DNSError{IsNotFound: true}}
	for variable, want := range map[string]string{
		"API_PROXY":  "the host name of the proxy proxy.example.com is not known; check API_PROXY",
		"HTTP_PROXY": "the host name of the proxy proxy.example.com is not known; check HTTP_PROXY, or set API_PROXY=none",
	} {
		p := Proxy{URL: &url.URL{Host: "proxy.example.com"}, Variable: variable, Own: variable == "API_PROXY"}
		if got := p.failure(err, "API_PROXY"); got != want {
			t.Errorf("%s: %s", variable, got)
		}
		if got := p.failure(&net.DNSError{IsNotFound: true}, "API_PROXY"); got != "" {
			t.Errorf("blamed for the API's name: %s", got)
		}
	}
}
