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
	Token            Secret    `envconfig:"AUTH_TOKEN" file:"AUTH=token" desc:"token that clients send as Authorization: Bearer, at least 16 characters"`
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

// CheckToken returns the fault of AUTH_TOKEN where clients must send it: a token that is unset,
// short, or that no header can hold (RFC 6750).
func CheckToken(token Secret) (faults Faults) {
	switch text := token.Reveal(); {
	case text == "":
		faults.Add("AUTH_TOKEN", errors.New("or AUTH_TOKEN_FILE must be set for AUTH=token"))
	case len(text) < MinToken:
		faults.Add("AUTH_TOKEN", fmt.Errorf("must have at least %d characters", MinToken))
	case !only(text, "-._~+/="):
		faults.Add("AUTH_TOKEN", errors.New("must consist of letters, digits and -._~+/= alone"))
	}
	return faults
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

// Check returns the faults of settings that don't fit together, and sentences about settings
// that have no effect or leave people without protection.
func (h *HTTP) Check() (faults Faults, warnings []string) {
	fault := func(when bool, variable, rule string) {
		if when {
			faults.Merge(Faults{{variable, rule}})
		}
	}
	warn := func(when bool, text string) {
		if when {
			warnings = append(warnings, text)
		}
	}
	if h.Addr == "" {
		warn(h.Auth != AuthNone || h.PublicURL != "", "AUTH and PUBLIC_URL are not used without HTTP_ADDR, and the server speaks over stdin and stdout: set HTTP_ADDR to serve over HTTP")
		return faults, warnings
	}
	public, _ := url.Parse(h.Base()) // checked
	private, local := h.Addr.Loopback(), Loopback(public.Hostname())
	none, token, oauth := h.Auth == AuthNone, h.Auth == AuthToken, h.Auth == AuthOAuth
	self := oauth && h.Issuer == Self
	fault(strings.HasSuffix(public.Path, "/mcp"), "PUBLIC_URL", "must not end in /mcp, which the server adds: remove that ending")
	fault(!only(public.Path, "/._~-") || strings.Contains(public.Path, "//"), "PUBLIC_URL", "must have a path of letters, digits and . _ ~ - alone, or none")
	fault(none && !private, "AUTH", "must be token or oauth while HTTP_ADDR is not an address of this computer alone, such as 127.0.0.1:3333")
	fault(none && !local, "AUTH", "must be token or oauth while PUBLIC_URL is not an address of this computer alone")
	fault(!none && (!private || !local) && public.Scheme != "https", "PUBLIC_URL", "must be the https address that clients use, since tokens must not be sent in the clear")
	if token {
		faults.Merge(CheckToken(h.Token))
	}
	fault(oauth && h.Issuer == "", "OAUTH_ISSUER", "must be set for AUTH=oauth: self, or the address of an authorization server")
	unused := func(auth Auth) string {
		if none {
			return "is not used, and every program on this computer may connect: set AUTH to " + string(auth) + ", or remove it"
		}
		return "is not used while AUTH is " + string(h.Auth) + ": remove it"
	}
	warn(!token && h.Token != "", "AUTH_TOKEN "+unused(AuthToken))
	warn(!oauth && h.Issuer != "", "OAUTH_ISSUER "+unused(AuthOAuth))
	warn(h.StateKey.Secret == "" && h.StateKeyPrevious.Secret != "", "STATE_KEY_PREVIOUS is set and STATE_KEY is not, so the previous key stays in use: set STATE_KEY to the new one, or rename STATE_KEY_PREVIOUS")
	anyone := slices.ContainsFunc(h.TrustedProxies, func(p netip.Prefix) bool { return p.Bits() == 0 })
	warn(anyone, "TRUSTED_PROXIES trusts every address, so anyone can pretend to come from a new address for each guess: set it to the address of the proxy alone, such as 127.0.0.1")
	warn(self && h.Audience != "", "OAUTH_AUDIENCE is not used with OAUTH_ISSUER=self, which issues tokens only for this server: remove it")
	warn(self && h.EmailClaim != "email", "OAUTH_EMAIL_CLAIM is not used with OAUTH_ISSUER=self: remove it")
	warn(self && len(h.TrustedProxies) == 0 && private && !local, "TRUSTED_PROXIES is not set, though PUBLIC_URL is the address of a proxy. Without it every visitor appears to come from the proxy, so one person guessing passwords locks everyone else out; set it to the address of the proxy, such as 127.0.0.1")
	return faults, warnings
}
