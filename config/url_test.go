package config_test

import (
	"testing"
)

func TestLoad_Proxy(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"": "", " ": "", "none": "none", "NONE": "none", "192.168.1.1:3128": "http://192.168.1.1:3128",
		"socks5h://proxy:1080": "socks5h://proxy:1080", "http://bob:pass@proxy/": "http://bob:pass@proxy/", "proxy": "http://proxy",
	} {
		got, err := load(environment{"API_PROXY": value})
		if err != nil || string(got.Proxy) != want {
			t.Errorf("%q: %q, %v; want %q", value, got.Proxy, err, want)
		}
	}
}
