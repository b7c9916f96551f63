package builder

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/config"
)

func (s *Settings) checkReach() (faults config.Faults) {
	u, err := url.Parse(s.base())
	switch {
	case s.PublicURL == "" && !s.Addr.Loopback():
		faults.Add("PUBLIC_URL", errors.New("must be the address under which the server is reached, such as https://apps.example.com, since other computers can reach HTTP_ADDR"))
	case err != nil || u.Path != "":
		faults.Add("PUBLIC_URL", errors.New("must have no path: the server needs a host name of its own, such as https://apps.example.com"))
	case u.Scheme != "https" && !site.Loopback(s.base()):
		faults.Add("PUBLIC_URL", errors.New("must begin with https://, since browsers keep no sign-in over a connection that others can read"))
	}
	if s.AllowedOrigins.any && s.local() {
		faults.Add("ALLOWED_ORIGINS", errors.New("must name the origins while only this computer reaches the server, since * would allow every web page that is open in its browser"))
	}
	if s.RateLimits == "off" && !s.local() {
		faults.Add("RATE_LIMITS", errors.New("must be on while other computers reach the server"))
	}
	return faults
}

func (s *Settings) checkAuth() (faults config.Faults) {
	switch s.Auth {
	case site.None:
		if !s.local() {
			faults.Add("AUTH", errors.New("must be session, token or proxy while other computers reach the server"))
		}
	case site.Proxy:
		if len(s.TrustedProxies) == 0 {
			faults.Add("TRUSTED_PROXIES", errors.New("must name the proxy that AUTH=proxy trusts"))
		}
	case site.Token:
		switch token := s.Token.Reveal(); {
		case token == "":
			faults.Add("AUTH_TOKEN", errors.New("or AUTH_TOKEN_FILE must be set for AUTH=token"))
		case len(token) < config.MinToken:
			faults.Add("AUTH_TOKEN", fmt.Errorf("must have at least %d characters", config.MinToken))
		default:
			faults.Add("AUTH_TOKEN", config.CheckToken(token))
		}
	case site.Session:
	}
	return faults
}

// warnings are sentences about settings that have no effect, though whoever set them may rely
// on them, and about those that leave people without protection.
func (s *Settings) warnings() (list []string) {
	if s.Token != "" && s.Auth != site.Token {
		list = append(list, "AUTH_TOKEN is not used while AUTH is "+string(s.Auth)+": set AUTH to token, or remove AUTH_TOKEN")
	}
	if s.Provider == "none" && (s.Key != "" || s.BaseURL != "" || s.Model != "") {
		list = append(list, "LLM_API_KEY, LLM_BASE_URL and LLM_MODEL are not used, and built-in rules make the apps: set LLM_PROVIDER to openai or anthropic")
	}
	if s.Addr.Loopback() && !site.Loopback(s.base()) && len(s.TrustedProxies) == 0 {
		list = append(list, "TRUSTED_PROXIES is not set, though PUBLIC_URL leads through a proxy: all clients seem to come from there, and share the limits of one; set it to the address of the proxy, such as 127.0.0.1")
	}
	for _, p := range s.TrustedProxies {
		if p.Bits() == 0 {
			list = append(list, "TRUSTED_PROXIES trusts every address, so anyone can pretend to come from anywhere: set it to only the address of the proxy, such as 127.0.0.1")
		}
	}
	return list
}
