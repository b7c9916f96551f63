package builder

import (
	"errors"
	"net/url"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/config"
)

// Settings are the environment of app-builder.
type Settings struct {
	Addr           config.Address   `envconfig:"HTTP_ADDR" default:"127.0.0.1:3001" desc:"host and port to listen on"`
	PublicURL      config.PublicURL `envconfig:"PUBLIC_URL" desc:"address that people and assistants use, such as https://apps.example.com; unset: http:// and HTTP_ADDR"`
	TrustedProxies config.Prefixes  `envconfig:"TRUSTED_PROXIES" desc:"addresses or networks of proxies that set X-Forwarded-For, separated by commas; unset: the header is ignored"`
	AllowedOrigins origins          `envconfig:"ALLOWED_ORIGINS" desc:"origins of web pages that may call published apps, separated by commas; * allows all, unless only this computer can connect. Unset: the server's own; if only this computer can connect, also those of its other servers"`
	RateLimits     string           `envconfig:"RATE_LIMITS" default:"on" oneof:"on off" desc:"off removes the rate limits; allowed only when only this computer can connect"`

	Auth       site.Auth     `envconfig:"AUTH" default:"session" oneof:"session token proxy none" desc:"who may make apps: session (everyone, each browser for itself), token (clients that send AUTH_TOKEN), proxy (users that a proxy in TRUSTED_PROXIES names) or none (everyone on this computer). Anyone may use published apps unless the owner requires a token"`
	Token      config.Secret `envconfig:"AUTH_TOKEN" desc:"token for AUTH=token, at least 16 characters; a browser asks for it once, programs send it as Authorization: Bearer"`
	TokenFile  string        `envconfig:"AUTH_TOKEN_FILE" desc:"file that holds AUTH_TOKEN"`
	UserHeader string        `envconfig:"AUTH_PROXY_HEADER" default:"X-Forwarded-User" desc:"header in which the proxy of AUTH=proxy names the user; the proxy must remove it from client requests"`

	LanguageModel
	Places

	PageType    string         `envconfig:"PAGE_TYPE" default:"mcp-app" oneof:"mcp-app skybridge" desc:"MIME type of an app's page: mcp-app (text/html;profile=mcp-app, of MCP Apps) or skybridge (text/html+skybridge, for hosts that know only OpenAI's older type)"`
	Report      report         `envconfig:"REPORT_URL" desc:"https or mailto address for complaints, shown on the pages of published apps; unset: none"`
	MetricsAddr config.Address `envconfig:"METRICS_ADDR" desc:"host and port for Prometheus metrics at /metrics; unset: no metrics"`
	config.Shutdown
	config.Log
}

// origins are those of web pages that may call published apps.
type origins struct {
	list config.Origins
	any  bool
}

// UnmarshalText takes a list with commas, or an asterisk.
func (o *origins) UnmarshalText(text []byte) error {
	if config.Trim(string(text)) == "*" {
		*o = origins{any: true}
		return nil
	}
	return o.list.UnmarshalText(text)
}

// report is an address for complaints.
type report string

// UnmarshalText checks an address.
func (r *report) UnmarshalText(text []byte) error {
	value := config.Trim(string(text))
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "https" || u.Host == "") && (u.Scheme != "mailto" || !strings.Contains(u.Opaque, "@")) {
		return errors.New("must be an https or a mailto address, such as mailto:abuse@example.com")
	}
	*r = report(value)
	return nil
}

// Load reads and checks the settings. Its error is [config.Faults], which quotes no value.
func Load() (*Settings, error) {
	s := &Settings{}
	var faults config.Faults
	errors.As(config.Load(s), &faults)
	faults.Add("AUTH_TOKEN_FILE", config.FromFile(s.TokenFile, "AUTH_TOKEN", &s.Token))
	faults.Add("LLM_API_KEY_FILE", config.FromFile(s.KeyFile, "LLM_API_KEY", &s.Key))
	faults.Add("DATABASE_URL_FILE", config.FromFile(s.DatabaseURLFile, "DATABASE_URL", &s.DatabaseURL))
	faults.Merge(s.checkReach())
	faults.Merge(s.checkAuth())
	faults.Merge(s.checkModel())
	if err := s.locate(); err != nil {
		faults.Merge(config.Faults{{Variable: "DATA_DIR", Rule: err.Error()}})
	}
	return s, faults.Err()
}

// base is the address under which the server is reached, without a slash at its end.
func (s *Settings) base() string {
	h := config.HTTP{Addr: s.Addr, PublicURL: s.PublicURL}
	return h.Base()
}

// local reports whether this computer alone reaches the server.
func (s *Settings) local() bool { return s.Addr.Loopback() && site.Loopback(s.base()) }
