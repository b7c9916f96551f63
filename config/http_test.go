package config_test

import (
	"encoding/base64"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcp-adapters/mcp-adapters/config"
)

func loadHTTP(set environment) (config.HTTP, error) {
	var h config.HTTP
	err := set.load(&h)
	return h, err
}

func TestHTTP_Load(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("k", 32)
	got, err := loadHTTP(environment{
		"HTTP_ADDR":          " 127.0.0.1:3333 ",
		"PUBLIC_URL":         "https://recipes.example.com/",
		"ALLOWED_ORIGINS":    "https://chat.example.com, http://localhost:8080,",
		"TRUSTED_PROXIES":    "10.1.2.3/8, ::1,192.168.1.9",
		"AUTH":               "OAuth",
		"OAUTH_ISSUER":       "Self",
		"STATE_KEY":          base64.StdEncoding.EncodeToString([]byte(key)),
		"STATE_KEY_PREVIOUS": base64.RawURLEncoding.EncodeToString([]byte(key)),
		"METRICS_ADDR":       ":9090",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := config.HTTP{
		Addr: "127.0.0.1:3333", PublicURL: "https://recipes.example.com",
		AllowedOrigins: config.Origins{"https://chat.example.com", "http://localhost:8080"},
		TrustedProxies: config.Prefixes{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("192.168.1.9/32")},
		Auth:           config.AuthOAuth, Issuer: config.Self, EmailClaim: "email",
		StateKey: config.Key{Secret: config.Secret(key)}, StateKeyPrevious: config.Key{Secret: config.Secret(key)},
		MetricsAddr: ":9090",
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(netip.Prefix{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Base() != "https://recipes.example.com" {
		t.Errorf("the base is %q", got.Base())
	}
	if printed := fmt.Sprintf("%v %+v %q", got, got, got.StateKey); strings.Contains(printed, "kkk") {
		t.Errorf("a key is printed: %s", printed)
	}
}

func TestHTTP_LoadRefuses(t *testing.T) {
	t.Parallel()
	for name, values := range map[string][]string{
		"HTTP_ADDR":       {"3333", "127.0.0.1", "http://127.0.0.1:3333", "127.0.0.1:70000", "a b:1", "user@host:1", "a%zz:1", "a\\b:1", "<a>:1", "a\"b:1"},
		"PUBLIC_URL":      {"recipes.example.com", "ftp://recipes.example.com", "https://recipes.example.com?x"},
		"ALLOWED_ORIGINS": {"*", "null", "https://chat.example.com/", "chat.example.com", "https://chat.example.com,*"},
		"TRUSTED_PROXIES": {"proxy", "10.0.0.0/33", "10.0.0.0/8,all"},
		"AUTH":            {"basic", "yes"},
		"OAUTH_ISSUER":    {"id.example.com", "http://id.example.com", "https://id.example.com?x=1", "https://user@id.example.com", "https://id.example.com/a b", "https://id.example.com/\"", `https://id.example.com/\`, "me"},
		"STATE_KEY":       {"short", strings.Repeat("A", 44), base64.StdEncoding.EncodeToString(make([]byte, 31))},
		"METRICS_ADDR":    {"9090"},
	} {
		for _, value := range values {
			_, err := loadHTTP(environment{name: value})
			if err == nil || !strings.HasPrefix(err.Error(), name+" must be ") {
				t.Errorf("%s=%s: %v", name, value, err)
			}
		}
	}
}

func TestHTTP_Check(t *testing.T) {
	t.Parallel()
	const open, public = "0.0.0.0:3333", "https://recipes.example.com"
	tests := []struct {
		name string
		set  environment
		want string // the variable at fault
	}{
		{"stdin and stdout", environment{"AUTH": "oauth"}, ""},
		{"this computer alone", environment{"HTTP_ADDR": "127.0.0.1:0"}, ""},
		{"this computer alone, IPv6", environment{"HTTP_ADDR": "[::1]:3333"}, ""},
		{"this computer alone, by name", environment{"HTTP_ADDR": "localhost:3333", "PUBLIC_URL": "http://127.0.0.1:3333"}, ""},
		{"a token", environment{"HTTP_ADDR": open, "PUBLIC_URL": public, "AUTH": "token", "AUTH_TOKEN": "0123456789abcdef"}, ""},
		{"a token on this computer", environment{"HTTP_ADDR": "127.0.0.1:1", "AUTH": "token", "AUTH_TOKEN": "0123456789abcdef"}, ""},
		{"sign-in", environment{"HTTP_ADDR": open, "PUBLIC_URL": public, "AUTH": "oauth", "OAUTH_ISSUER": "self"}, ""},

		{"every computer, no sign-in", environment{"HTTP_ADDR": open}, "AUTH"},
		{"no host, no sign-in", environment{"HTTP_ADDR": ":3333"}, "AUTH"},
		{"a public address, no sign-in", environment{"HTTP_ADDR": "127.0.0.1:3333", "PUBLIC_URL": public}, "AUTH"},
		{"in the clear", environment{"HTTP_ADDR": open, "AUTH": "token", "AUTH_TOKEN": "0123456789abcdef"}, "PUBLIC_URL"},
		{"no token", environment{"HTTP_ADDR": open, "PUBLIC_URL": public, "AUTH": "token"}, "AUTH_TOKEN"},
		{"a token that no header can hold", environment{"HTTP_ADDR": open, "PUBLIC_URL": public, "AUTH": "token", "AUTH_TOKEN": "0123456789abcdef!"}, "AUTH_TOKEN"},
		{"a token with every sign", environment{"HTTP_ADDR": open, "PUBLIC_URL": public, "AUTH": "token", "AUTH_TOKEN": "0189AZaz-._~+/=="}, ""},
		{"a short token", environment{"HTTP_ADDR": open, "PUBLIC_URL": public, "AUTH": "token", "AUTH_TOKEN": "0123456789abcde"}, "AUTH_TOKEN"},
		{"an address of one link", environment{"HTTP_ADDR": "[fe80::1%eth0]:3333", "PUBLIC_URL": public, "AUTH": "oauth", "OAUTH_ISSUER": "self"}, ""},
		{"an address of one link, in the clear", environment{"HTTP_ADDR": "[fe80::1%eth0]:3333", "AUTH": "oauth", "OAUTH_ISSUER": "self"}, "PUBLIC_URL"},
		{"the path of the endpoint", environment{"HTTP_ADDR": "127.0.0.1:3333", "PUBLIC_URL": "http://127.0.0.1:3333/mcp/"}, "PUBLIC_URL"},
		{"a path that needs escapes", environment{"HTTP_ADDR": "127.0.0.1:3333", "PUBLIC_URL": "http://127.0.0.1:3333/{a}"}, "PUBLIC_URL"},
		{"a path", environment{"HTTP_ADDR": "127.0.0.1:3333", "PUBLIC_URL": "http://127.0.0.1:3333/a/b-c/"}, ""},
		{"no issuer", environment{"HTTP_ADDR": open, "PUBLIC_URL": public, "AUTH": "oauth"}, "OAUTH_ISSUER"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h, err := loadHTTP(tt.set)
			if err != nil {
				t.Fatal(err)
			}
			var at []string
			faults, _ := h.Check()
			for _, f := range faults {
				at = append(at, f.Variable)
			}
			if got := strings.Join(at, " "); got != tt.want {
				t.Errorf("at fault: %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHTTP_CheckPath shows nothing of the value.
func TestHTTP_CheckPath(t *testing.T) {
	t.Parallel()
	h, err := loadHTTP(environment{"HTTP_ADDR": "127.0.0.1:1", "PUBLIC_URL": "https://recipes.example.com/home/mcp/", "AUTH": "oauth", "OAUTH_ISSUER": "self"})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := h.Check(); got.Error() != "PUBLIC_URL must not end in /mcp, which the server adds: remove that ending" {
		t.Error(got)
	}
}

// TestHTTP_PublicURL has addresses in any spelling: the one that clients send is used.
func TestHTTP_PublicURL(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"https://recipes.example.com":           "https://recipes.example.com",
		"HTTPS://Recipes.Example.COM:443/Home/": "https://recipes.example.com/Home",
		"https://recipes.example.com.:0443//":   "https://recipes.example.com",
		"https://recipes.example.com:":          "https://recipes.example.com",
		"https://recipes.example.com:80":        "https://recipes.example.com:80",
		"http://localhost:80":                   "http://localhost",
		"http://127.0.0.1:03333/":               "http://127.0.0.1:3333",
		"http://[::1]:3333":                     "http://[::1]:3333",
		"https://[2001:DB8:0:0::1]:443":         "https://[2001:db8::1]",
		"https://Küche.example":                 "https://xn--kche-0ra.example",
		"https://例え.テスト:8443/a":                 "https://xn--r8jz45g.xn--zckzah:8443/a",
		"https://my_host.example.com":           "https://my_host.example.com",
	} {
		h, err := loadHTTP(environment{"PUBLIC_URL": value})
		if err != nil || h.Base() != want {
			t.Errorf("%s: %q %v, want %q", value, h.Base(), err, want)
		}
		if again, err := loadHTTP(environment{"PUBLIC_URL": want}); err != nil || again.Base() != want {
			t.Errorf("%s: again %q %v", want, again.Base(), err)
		}
	}
	for addr, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1", "LocalHost:3333": "http://localhost:3333", "[::1]:3333": "http://[::1]:3333",
	} {
		if h, err := loadHTTP(environment{"HTTP_ADDR": addr}); err != nil || h.Base() != want {
			t.Errorf("%s: %q %v, want %q", addr, h.Base(), err, want)
		}
	}
}

// TestHTTP_PublicURLRefuses has addresses that are refused, whatever else is set.
func TestHTTP_PublicURLRefuses(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"https://user:hunter2@Recipes.example.com/mcp": "PUBLIC_URL must have no user name and no password, which everyone would see",
		"https://hunter2@recipes.example.com":          "PUBLIC_URL must have no user name and no password, which everyone would see",
		"https://re cipes.example.com":                 "PUBLIC_URL must be an http or https address without query, such as https://mcp.example.com",
		"https://.":                                    "PUBLIC_URL must be an http or https address without query, such as https://mcp.example.com",
		"https://a!b.example":                          "PUBLIC_URL must be an http or https address without query, such as https://mcp.example.com",
	} {
		if _, err := loadHTTP(environment{"PUBLIC_URL": value}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", value, err, want)
		}
	}
}

// TestHTTP_Origins has origins as browsers send them.
func TestHTTP_Origins(t *testing.T) {
	t.Parallel()
	h, err := loadHTTP(environment{"ALLOWED_ORIGINS": "HTTPS://Chat.Example.com:443,http://Küche.example:8080"})
	if want := (config.Origins{"https://chat.example.com", "http://xn--kche-0ra.example:8080"}); err != nil || !slices.Equal(h.AllowedOrigins, want) {
		t.Errorf("%v %v", h.AllowedOrigins, err)
	}
}

func TestHTTP_Warnings(t *testing.T) {
	t.Parallel()
	const token = "0123456789abcdef"
	key := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", 32)))
	for _, tt := range []struct {
		name string
		set  environment
		want []string // what each sentence begins with
	}{
		{"stdin and stdout", environment{"HTTP_ADDR": "", "AUTH_TOKEN": token}, nil},
		{"stdin and stdout, not meant", environment{"HTTP_ADDR": "", "AUTH": "token"}, []string{"AUTH and PUBLIC_URL are not used without HTTP_ADDR"}},
		{"nothing", environment{}, nil},
		{"a token that no one is asked for", environment{"AUTH_TOKEN": token}, []string{"AUTH_TOKEN is not used, and every program on this computer may connect: set AUTH to token"}},
		{"an issuer that no one is sent to", environment{"OAUTH_ISSUER": "self"}, []string{"OAUTH_ISSUER is not used, and every program on this computer may connect: set AUTH to oauth"}},
		{"a token", environment{"AUTH": "token", "AUTH_TOKEN": token}, nil},
		{"a token and an issuer", environment{"AUTH": "token", "AUTH_TOKEN": token, "OAUTH_ISSUER": "self"}, []string{"OAUTH_ISSUER is not used while AUTH is token: remove it"}},
		{"sign-in and a token", environment{"AUTH": "oauth", "AUTH_TOKEN": token, "OAUTH_ISSUER": "self"}, []string{"AUTH_TOKEN is not used while AUTH is oauth: remove it"}},
		{"what the built-in server settles", environment{"AUTH": "oauth", "OAUTH_ISSUER": "self", "OAUTH_AUDIENCE": "x", "OAUTH_EMAIL_CLAIM": "mail"},
			[]string{"OAUTH_AUDIENCE is not used with OAUTH_ISSUER=self", "OAUTH_EMAIL_CLAIM is not used with OAUTH_ISSUER=self"}},
		{"a proxy that is not named", environment{"AUTH": "oauth", "OAUTH_ISSUER": "self", "PUBLIC_URL": "https://mcp.example.com"},
			[]string{"TRUSTED_PROXIES is not set, though"}},
		{"a proxy", environment{"AUTH": "oauth", "OAUTH_ISSUER": "self", "PUBLIC_URL": "https://mcp.example.com", "TRUSTED_PROXIES": "127.0.0.1"}, nil},
		{"no proxy", environment{"AUTH": "oauth", "OAUTH_ISSUER": "self", "PUBLIC_URL": "http://localhost:3333"}, nil},
		{"an address of its own", environment{"AUTH": "oauth", "OAUTH_ISSUER": "self", "HTTP_ADDR": "192.0.2.1:443", "PUBLIC_URL": "https://mcp.example.com"}, nil},
		{"any proxy", environment{"AUTH": "oauth", "OAUTH_ISSUER": "self", "TRUSTED_PROXIES": "10.0.0.0/8, 0.0.0.0/0"}, []string{"TRUSTED_PROXIES trusts every address"}},
		{"any proxy over IPv6", environment{"AUTH": "oauth", "OAUTH_ISSUER": "self", "TRUSTED_PROXIES": "::/0"}, []string{"TRUSTED_PROXIES trusts every address"}},
		{"any proxy, both kinds", environment{"AUTH": "oauth", "OAUTH_ISSUER": "self", "TRUSTED_PROXIES": "0.0.0.0/0,::/0"}, []string{"TRUSTED_PROXIES trusts every address"}},
		{"any proxy, another server", environment{"AUTH": "oauth", "OAUTH_ISSUER": "https://id.example.com", "TRUSTED_PROXIES": "0.0.0.0/0"}, []string{"TRUSTED_PROXIES trusts every address"}},
		{"any proxy, a token", environment{"AUTH": "token", "AUTH_TOKEN": token, "TRUSTED_PROXIES": "::/0"}, []string{"TRUSTED_PROXIES trusts every address"}},
		{"any proxy, no sign-in", environment{"TRUSTED_PROXIES": "192.0.2.1, 0.0.0.0/0"}, []string{"TRUSTED_PROXIES trusts every address"}},
		{"a previous key alone", environment{"STATE_KEY_PREVIOUS": key}, []string{"STATE_KEY_PREVIOUS is set and STATE_KEY is not"}},
		{"both keys", environment{"STATE_KEY": key, "STATE_KEY_PREVIOUS": key}, nil},
		{"a proxy for another server", environment{"AUTH": "oauth", "OAUTH_ISSUER": "https://id.example.com", "PUBLIC_URL": "https://mcp.example.com"}, nil},
		{"another server", environment{"AUTH": "oauth", "OAUTH_ISSUER": "https://id.example.com", "OAUTH_AUDIENCE": "x", "OAUTH_EMAIL_CLAIM": "mail"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, given := tt.set["HTTP_ADDR"]; !given {
				tt.set["HTTP_ADDR"] = "127.0.0.1:0"
			}
			h, err := loadHTTP(tt.set)
			if err != nil {
				t.Fatal(err)
			}
			_, got := h.Check()
			if !slices.EqualFunc(got, tt.want, strings.HasPrefix) || strings.Contains(strings.Join(got, ""), token) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
