package config

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// HTTP is where a program serves its clients over HTTP, and how they sign in. Without
// an Addr it serves one client over stdin and stdout, and nothing here has an effect.
type HTTP struct {
	Addr             Address   `env:"HTTP_ADDR" desc:"host and port to serve Streamable HTTP on, at /mcp, such as 127.0.0.1:3333; unset: stdin and stdout"`
	PublicURL        PublicURL `env:"PUBLIC_URL" desc:"address under which clients reach the server, without /mcp, such as https://mcp.example.com; unset: http:// and HTTP_ADDR"`
	AllowedOrigins   Origins   `env:"ALLOWED_ORIGINS" desc:"origins of web pages that may call the server, separated by commas; unset: none but the server's own"`
	TrustedProxies   Prefixes  `env:"TRUSTED_PROXIES" desc:"addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas"`
	Auth             Auth      `env:"AUTH" default:"none" oneof:"none token oauth" desc:"who is let in over HTTP: none, everyone on this computer; token, whoever has AUTH_TOKEN; oauth, whoever signs in at OAUTH_ISSUER"`
	Token            Secret    `env:"AUTH_TOKEN" desc:"token that clients send as Authorization: Bearer, at least 16 characters"`
	TokenFile        string    `env:"AUTH_TOKEN_FILE" desc:"file that holds the token, in place of AUTH_TOKEN"`
	Issuer           Issuer    `env:"OAUTH_ISSUER" desc:"address of the authorization server, or self for the one that is built in"`
	Audience         string    `env:"OAUTH_AUDIENCE" desc:"audience that access tokens must name; unset: the address of the endpoint"`
	EmailClaim       string    `env:"OAUTH_EMAIL_CLAIM" default:"email" desc:"claim of an access token that holds the person's e-mail address"`
	StateKey         Key       `env:"STATE_KEY" desc:"32 bytes in base64 that seal what a client carries between requests, the same for all replicas; unset: a new one at each start"`
	StateKeyPrevious Key       `env:"STATE_KEY_PREVIOUS" desc:"the STATE_KEY before the present one, which is still accepted"`
	DataDir          string    `env:"DATA_DIR" desc:"directory of what the server itself keeps, such as who may sign in; unset: the platform's data directory"`
	MetricsAddr      Address   `env:"METRICS_ADDR" desc:"host and port to serve Prometheus metrics on, at /metrics; unset: none"`
	Shutdown
}

// Auth says how clients sign in.
type Auth string

// The ways to sign in.
const (
	AuthNone  Auth = "none"
	AuthToken Auth = "token"
	AuthOAuth Auth = "oauth"
)

// MinToken is the length of the shortest token that is accepted: it must not be guessed.
const MinToken = 16

// CheckToken returns what keeps a token from being sent in a header (RFC 6750).
func CheckToken(token string) error {
	if strings.ContainsFunc(token, func(r rune) bool {
		return (r < '0' || r > '9') && (r|' ' < 'a' || r|' ' > 'z') && !strings.ContainsRune("-._~+/=", r)
	}) {
		return errors.New("must consist of letters, digits and -._~+/= alone")
	}
	return nil
}

// Base returns the address under which clients reach the server, without a slash at
// its end.
func (h *HTTP) Base() string {
	if h.PublicURL != "" {
		return strings.TrimRight(string(h.PublicURL), "/")
	}
	base, _ := spelled(&url.URL{Scheme: "http", Host: string(h.Addr)})
	return base
}

// StateKeys returns the present key and the one before, as far as there are any.
func (h *HTTP) StateKeys() (keys [][]byte) {
	for _, key := range []Key{h.StateKey, h.StateKeyPrevious} {
		if key.Secret != "" {
			keys = append(keys, []byte(key.Reveal()))
		}
	}
	return keys
}

// Check returns what is wrong with the settings together.
func (h *HTTP) Check() Faults {
	if h.Addr == "" {
		return nil
	}
	var faults Faults
	fault := func(variable, rule string) { faults.Add(variable, errors.New(rule)) }
	public, _ := url.Parse(h.Base()) // checked
	faults.Add("PUBLIC_URL", checkPath(public))
	local := h.Addr.Loopback() && loopback(public.Hostname())
	switch {
	case h.Auth == AuthNone && !h.Addr.Loopback():
		fault("AUTH", "must be token or oauth while HTTP_ADDR is not an address of this computer alone, such as 127.0.0.1:3333")
	case h.Auth == AuthNone && !local:
		fault("AUTH", "must be token or oauth while PUBLIC_URL is not an address of this computer alone")
	case h.Auth != AuthNone && !local && public.Scheme != "https":
		fault("PUBLIC_URL", "must be the https address under which clients reach the server, since tokens must not be sent in the clear")
	}
	switch {
	case h.Auth != AuthToken:
	case (h.Token == "") == (h.TokenFile == ""):
		fault("AUTH_TOKEN", "or AUTH_TOKEN_FILE must be set, and not both, for AUTH=token")
	case h.Token != "" && len(h.Token) < MinToken:
		fault("AUTH_TOKEN", "must have at least "+strconv.Itoa(MinToken)+" characters")
	case h.Token != "":
		faults.Add("AUTH_TOKEN", CheckToken(h.Token.Reveal()))
	}
	if h.Auth == AuthOAuth && h.Issuer == "" {
		fault("OAUTH_ISSUER", "must be set for AUTH=oauth: self, or the address of an authorization server")
	}
	return faults
}

// plainPath matches a path that needs no escapes, and means the same to every proxy.
var plainPath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)*$`) })

// checkPath refuses the path of the endpoint itself, under which it would be twice.
func checkPath(public *url.URL) error {
	if base, ends := strings.CutSuffix(public.Path, "/mcp"); ends {
		right := url.URL{Scheme: public.Scheme, Host: public.Host, Path: base}
		return errors.New("must not end in /mcp, which the server adds: set it to " + right.String())
	}
	if !plainPath().MatchString(public.Path) {
		return errors.New("must have a path of letters, digits and . _ ~ - alone, or none")
	}
	return nil
}

// Warnings returns sentences about settings that have no effect, though whoever set them
// may rely on them, and about those that leave people without protection.
func (h *HTTP) Warnings() (list []string) {
	switch {
	case h.Addr == "" && (h.Auth != AuthNone || h.PublicURL != ""):
		return []string{"AUTH and PUBLIC_URL are not used without HTTP_ADDR, and the server speaks over stdin and stdout: set HTTP_ADDR to serve over HTTP"}
	case h.Addr == "":
		return nil
	}
	for _, s := range []struct {
		variable string
		set      bool
		auth     Auth // under which it counts
	}{
		{"AUTH_TOKEN", h.Token != "", AuthToken},
		{"AUTH_TOKEN_FILE", h.TokenFile != "", AuthToken},
		{"OAUTH_ISSUER", h.Issuer != "", AuthOAuth},
	} {
		switch {
		case !s.set || s.auth == h.Auth:
		case h.Auth == AuthNone:
			list = append(list, s.variable+" is not used, and every program on this computer is let in: set AUTH to "+string(s.auth)+", or remove "+s.variable)
		default:
			list = append(list, s.variable+" is not used while AUTH is "+string(h.Auth)+": remove it")
		}
	}
	if h.StateKey.Secret == "" && h.StateKeyPrevious.Secret != "" {
		list = append(list, "STATE_KEY_PREVIOUS is set and STATE_KEY is not, so that the previous key goes on being used: set STATE_KEY to the new one, or rename STATE_KEY_PREVIOUS")
	}
	if slices.ContainsFunc(h.TrustedProxies, func(p netip.Prefix) bool { return p.Bits() == 0 }) {
		list = append(list, "TRUSTED_PROXIES trusts every address, so that anyone may pretend to come from a new one each time, and guess on: set it to the address of the proxy alone, such as 127.0.0.1")
	}
	if h.Auth != AuthOAuth || h.Issuer != Self {
		return list
	}
	if h.Audience != "" {
		list = append(list, "OAUTH_AUDIENCE is not used with OAUTH_ISSUER=self, whose tokens are for the address of the endpoint alone: remove it")
	}
	if h.EmailClaim != "email" {
		list = append(list, "OAUTH_EMAIL_CLAIM is not used with OAUTH_ISSUER=self: remove it")
	}
	public, _ := url.Parse(h.Base()) // checked
	if len(h.TrustedProxies) == 0 && h.Addr.Loopback() && !loopback(public.Hostname()) {
		list = append(list, "TRUSTED_PROXIES is not set, though PUBLIC_URL leads through a proxy: everyone seems to come from there, and one who guesses passwords keeps all others from using theirs; set it to the address of the proxy, such as 127.0.0.1")
	}
	return list
}
