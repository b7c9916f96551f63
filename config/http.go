package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// HTTP is how a program serves clients over HTTP, and how they sign in. Without an Addr the
// program serves one client over stdin and stdout, and nothing here has an effect.
type HTTP struct {
	Addr             Address   `envconfig:"HTTP_ADDR" desc:"host and port for Streamable HTTP at /mcp, such as 127.0.0.1:3333; unset: stdin and stdout"`
	PublicURL        PublicURL `envconfig:"PUBLIC_URL" desc:"address that clients use, without /mcp, such as https://mcp.example.com; unset: http:// and HTTP_ADDR"`
	AllowedOrigins   Origins   `envconfig:"ALLOWED_ORIGINS" desc:"origins of web pages that may call the server, separated by commas; unset: only the server's own"`
	TrustedProxies   Prefixes  `envconfig:"TRUSTED_PROXIES" desc:"addresses or networks of proxies that set X-Forwarded-For, separated by commas; unset: the header is ignored"`
	Auth             Auth      `envconfig:"AUTH" default:"none" oneof:"none token oauth" desc:"who may connect over HTTP: none (every program on this computer), token (clients that send AUTH_TOKEN) or oauth (people who sign in at OAUTH_ISSUER)"`
	Token            Secret    `envconfig:"AUTH_TOKEN" desc:"token that clients send as Authorization: Bearer, at least 16 characters"`
	TokenFile        string    `envconfig:"AUTH_TOKEN_FILE" desc:"file that holds AUTH_TOKEN"`
	Issuer           Issuer    `envconfig:"OAUTH_ISSUER" desc:"address of the authorization server, or self for the built-in one"`
	Audience         string    `envconfig:"OAUTH_AUDIENCE" desc:"audience that access tokens must have; unset: PUBLIC_URL with /mcp"`
	EmailClaim       string    `envconfig:"OAUTH_EMAIL_CLAIM" default:"email" desc:"claim of an access token that holds the person's e-mail address"`
	StateKey         Key       `envconfig:"STATE_KEY" desc:"32 bytes in base64 that seal the state clients carry between requests, the same for all replicas; unset: a new key at each start"`
	StateKeyPrevious Key       `envconfig:"STATE_KEY_PREVIOUS" desc:"the previous STATE_KEY, which is still accepted"`
	DataDir          string    `envconfig:"DATA_DIR" desc:"directory for the server's own files, such as sign-in accounts and photos, which replicas share; unset: the platform's data directory"`
	MetricsAddr      Address   `envconfig:"METRICS_ADDR" desc:"host and port for Prometheus metrics at /metrics; unset: no metrics"`
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

// MinToken is the shortest accepted length of a token, which must not be guessed.
const MinToken = 16

// CheckToken returns why a token can't be sent in a header (RFC 6750), or nil.
func CheckToken(token string) error {
	if !only(token, "-._~+/=") {
		return errors.New("must consist of letters, digits and -._~+/= alone")
	}
	return nil
}

// Base returns the address that clients use, without a slash at its end.
func (h *HTTP) Base() string {
	if h.PublicURL != "" {
		return strings.TrimRight(string(h.PublicURL), "/")
	}
	base, _ := spelled(&url.URL{Scheme: "http", Host: string(h.Addr)})
	return base
}

// StateKeys returns the present key and the previous one, without keys that are unset.
func (h *HTTP) StateKeys() (keys [][]byte) {
	for _, key := range []Key{h.StateKey, h.StateKeyPrevious} {
		if key.Secret != "" {
			keys = append(keys, []byte(key.Reveal()))
		}
	}
	return keys
}

// Check returns the faults of settings that don't fit together.
func (h *HTTP) Check() (faults Faults) {
	for _, f := range h.findings() {
		if f.when && f.fault {
			faults.Merge(Faults{{f.variable, f.text}})
		}
	}
	return faults
}

// Warnings returns sentences about settings that have no effect, and about settings that leave
// people without protection.
func (h *HTTP) Warnings() (list []string) {
	for _, f := range h.findings() {
		if f.when && !f.fault {
			list = append(list, f.variable+" "+f.text)
		}
	}
	return list
}

type finding struct {
	when, fault    bool
	variable, text string
}

func (h *HTTP) findings() []finding {
	if h.Addr == "" {
		return []finding{{h.Auth != AuthNone || h.PublicURL != "", false, "AUTH", "and PUBLIC_URL are not used without HTTP_ADDR, and the server speaks over stdin and stdout: set HTTP_ADDR to serve over HTTP"}}
	}
	const fault, warning = true, false
	public, _ := url.Parse(h.Base()) // checked
	private, local := h.Addr.Loopback(), Loopback(public.Hostname())
	none, token, oauth := h.Auth == AuthNone, h.Auth == AuthToken, h.Auth == AuthOAuth
	self := oauth && h.Issuer == Self
	anyone := slices.ContainsFunc(h.TrustedProxies, func(p netip.Prefix) bool { return p.Bits() == 0 })
	unused := func(auth Auth) string {
		if none {
			return "is not used, and every program on this computer may connect: set AUTH to " + string(auth) + ", or remove it"
		}
		return "is not used while AUTH is " + string(h.Auth) + ": remove it"
	}
	return []finding{
		{strings.HasSuffix(public.Path, "/mcp"), fault, "PUBLIC_URL", "must not end in /mcp, which the server adds"},
		{!only(public.Path, "/._~-") || strings.Contains(public.Path, "//"), fault, "PUBLIC_URL", "must have a path of letters, digits and . _ ~ - alone, or none"},
		{none && !private, fault, "AUTH", "must be token or oauth while HTTP_ADDR is not an address of this computer alone, such as 127.0.0.1:3333"},
		{none && !local, fault, "AUTH", "must be token or oauth while PUBLIC_URL is not an address of this computer alone"},
		{!none && !(private && local) && public.Scheme != "https", fault, "PUBLIC_URL", "must be the https address that clients use, since tokens must not be sent in the clear"},
		{token && (h.Token == "") == (h.TokenFile == ""), fault, "AUTH_TOKEN", "or AUTH_TOKEN_FILE must be set, and not both, for AUTH=token"},
		{token && h.Token != "" && len(h.Token) < MinToken, fault, "AUTH_TOKEN", "must have at least 16 characters"},
		{token && CheckToken(h.Token.Reveal()) != nil, fault, "AUTH_TOKEN", fmt.Sprint(CheckToken(h.Token.Reveal()))},
		{oauth && h.Issuer == "", fault, "OAUTH_ISSUER", "must be set for AUTH=oauth: self, or the address of an authorization server"},
		{!token && h.Token != "", warning, "AUTH_TOKEN", unused(AuthToken)},
		{!token && h.TokenFile != "", warning, "AUTH_TOKEN_FILE", unused(AuthToken)},
		{!oauth && h.Issuer != "", warning, "OAUTH_ISSUER", unused(AuthOAuth)},
		{h.StateKey.Secret == "" && h.StateKeyPrevious.Secret != "", warning, "STATE_KEY_PREVIOUS", "is set and STATE_KEY is not, so the previous key stays in use: set STATE_KEY to the new one, or rename STATE_KEY_PREVIOUS"},
		{anyone, warning, "TRUSTED_PROXIES", "trusts every address, so anyone can pretend to come from a new address for each guess: set it to the address of the proxy alone, such as 127.0.0.1"},
		{self && h.Audience != "", warning, "OAUTH_AUDIENCE", "is not used with OAUTH_ISSUER=self, which issues tokens only for this server: remove it"},
		{self && h.EmailClaim != "email", warning, "OAUTH_EMAIL_CLAIM", "is not used with OAUTH_ISSUER=self: remove it"},
		{self && len(h.TrustedProxies) == 0 && private && !local, warning, "TRUSTED_PROXIES", "is not set, though PUBLIC_URL is the address of a proxy. Without it every visitor appears to come from the proxy, so one person guessing passwords locks everyone else out; set it to the address of the proxy, such as 127.0.0.1"},
	}
}
