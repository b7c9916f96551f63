package config_test

import (
	"strings"
	"testing"
)

func TestLoad_Proxy(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"": "", " ": "", "none": "none", "Direct": "none", "NONE": "none", "192.168.1.1:3128": "http://192.168.1.1:3128",
		"socks5h://proxy:1080": "socks5h://proxy:1080", "http://bob:pass@proxy/": "http://bob:pass@proxy/", "proxy": "http://proxy",
	} {
		got, err := load(environment{"API_PROXY": value})
		if err != nil || string(got.Proxy) != want {
			t.Errorf("%q: %q, %v; want %q", value, got.Proxy, err, want)
		}
	}
}

// TestLoad_WithoutScheme proposes the address that was meant, and never shows
// what may be a secret in the wrong variable.
func TestLoad_WithoutScheme(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"127.0.0.1:39123":         "http://127.0.0.1:39123?",
		" nas:3000 ":              "http://nas:3000?",
		"localhost":               "http://localhost?",
		"192.168.1.9":             "http://192.168.1.9?",
		"vault.example.com":       "http://vault.example.com?",
		"nas:3000/":               "http://nas:3000/?",
		"nas:3000/vault/c2VjcmV0": "http://nas:3000/…?",
		"nas:3000/a-secret-of-the-household-door": "http://nas:3000/…?",
		"nas.local/vault":                         "http://nas.local/vault?",
		"nas.local/recipes/v2/":                   "http://nas.local/recipes/v2/?",
		"[::1]:3000":                              "http://[::1]:3000?",
		"[fe80::1]/vault":                         "http://[fe80::1]/vault?",
		"::1":                                     "http://[::1]?",
		"[secret]:3000":                           "",
		"alice:secret@nas:3000":                   "",
		"alice:secret":                            "",
		"nas:3000/?key=secret":                    "",
		"nas:3000/#secret":                        "",
		"nas:99999":                               "",
		"secret":                                  "",
		"c2VjcmV0/secret":                         "",
		"eyJhbGci.eyJzdWIi.c2VjcmV":               "",
		"alice@secret.example.com":                "",
		"ftp://secret:21":                         "",
		"${SECRET}:3000":                          "",
	} {
		_, err := load(environment{"API_BASE_URL": value})
		if err == nil {
			t.Errorf("%q is accepted", value)
			continue
		}
		_, got, _ := strings.Cut(err.Error(), "did you mean ")
		if strings.TrimSuffix(got, ")") != want || strings.Contains(strings.ToLower(err.Error()), "secret") {
			t.Errorf("%q gives %q, want %q at its end", value, err, want)
		}
	}
}
