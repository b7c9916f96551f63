package builder

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/llm"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Settings are the environment of app-builder.
type Settings struct {
	Addr           config.Address   `envconfig:"HTTP_ADDR" default:"127.0.0.1:3001" desc:"host and port to listen on"`
	PublicURL      config.PublicURL `envconfig:"PUBLIC_URL" desc:"address that people and assistants use, such as https://apps.example.com; unset: http:// and HTTP_ADDR"`
	TrustedProxies config.Prefixes  `envconfig:"TRUSTED_PROXIES" desc:"addresses or networks of proxies that set X-Forwarded-For, separated by commas; unset: the header is ignored"`
	AllowedOrigins origins          `envconfig:"ALLOWED_ORIGINS" desc:"origins of web pages that may call published apps, separated by commas; * allows all, unless only this computer can connect. Unset: the server's own; if only this computer can connect, also those of its other servers"`
	RateLimits     string           `envconfig:"RATE_LIMITS" default:"on" oneof:"on off" desc:"off removes the rate limits; allowed only when only this computer can connect"`

	Auth       site.Auth     `envconfig:"AUTH" default:"session" oneof:"session token proxy none" desc:"who may make apps: session (everyone, each browser for itself), token (clients that send AUTH_TOKEN), proxy (users that a proxy in TRUSTED_PROXIES names) or none (everyone on this computer). Anyone may use published apps unless the owner requires a token"`
	Token      config.Secret `envconfig:"AUTH_TOKEN" file:"AUTH=token" desc:"token for AUTH=token, at least 16 characters; a browser asks for it once, programs send it as Authorization: Bearer"`
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

// Places are where apps are kept.
type Places struct {
	DatabaseURL database.URL `envconfig:"DATABASE_URL" file:"true" desc:"where apps are kept: sqlite:PATH, or postgres://USER:PASSWORD@HOST/NAME for several servers; unset: app.db in DATA_DIR"`
	DataDir     string       `envconfig:"DATA_DIR" desc:"directory of app.db; unset: the platform's data directory"`

	file string // the SQLite file in use; "" with PostgreSQL
}

// locate settles the file, where there is one.
func (p *Places) locate() error {
	if p.file = p.DatabaseURL.File(); p.file != "" || p.DatabaseURL.Postgres() {
		return nil
	}
	dir := p.DataDir
	if dir == "" {
		base, err := database.Directory()
		if err != nil {
			return fmt.Errorf("must be set: %w, so there is no place for the apps", err)
		}
		dir = filepath.Join(base, Name)
	}
	p.file = filepath.Join(dir, "app.db")
	return nil
}

// LanguageModel is the language model that makes apps.
type LanguageModel struct {
	Provider      string        `envconfig:"LLM_PROVIDER" default:"none" oneof:"none openai anthropic" desc:"what makes the apps: none (built-in rules), openai (a model on any server with OpenAI's chat completions API) or anthropic (Anthropic's messages API)"`
	BaseURL       config.URL    `envconfig:"LLM_BASE_URL" desc:"address of the model's server, such as http://127.0.0.1:11434/v1; with a key it must be https, except on this computer and its own network. Unset: the provider's own"`
	Key           config.Secret `envconfig:"LLM_API_KEY" file:"true" desc:"key of the model's server; your own server may need none"`
	Model         string        `envconfig:"LLM_MODEL" desc:"name of the model; unset: gpt-4o-mini with openai"`
	Strict        bool          `envconfig:"LLM_STRICT" default:"false" desc:"true reports a failure of the model; false lets the built-in rules answer instead, and the answer mentions it"`
	MonthlyTokens int           `envconfig:"LLM_MONTHLY_TOKENS" default:"5000000" range:"1000 1000000000" desc:"model tokens that each owner may use in 30 days"`
}

// checkModel returns what is wrong with the settings of the model, and settles its name.
func (m *LanguageModel) checkModel() (faults config.Faults) {
	if m.Provider == "none" {
		return nil
	}
	if m.Model == "" && m.Provider == llm.OpenAI && m.BaseURL == "" {
		m.Model = "gpt-4o-mini"
	}
	if m.Model == "" {
		faults.Add("LLM_MODEL", errors.New("must name the model"))
	}
	if m.Key == "" && m.BaseURL == "" {
		faults.Add("LLM_API_KEY", errors.New("must be set, or LLM_BASE_URL to a server of your own that needs none"))
	}
	if len(faults) == 0 {
		_, err := m.generator(zerolog.Nop())
		faults.Add("LLM_BASE_URL", err)
	}
	return faults
}

// generator returns the model. Its error is of LLM_BASE_URL.
func (m *LanguageModel) generator(log zerolog.Logger) (*llm.Generator, error) {
	if u, err := url.Parse(string(m.BaseURL)); err != nil || u.User != nil {
		return nil, errors.New("must have no user name and no password; the key belongs in LLM_API_KEY")
	}
	return llm.New(llm.Options{Provider: m.Provider, BaseURL: string(m.BaseURL), Key: m.Key.Reveal(), Model: m.Model, Log: log})
}

// label names what makes apps, for the log.
func (m *LanguageModel) label() string {
	return cmp.Or(map[string]string{"none": "rules"}[m.Provider], m.Provider+" "+m.Model)
}

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
	switch {
	case s.Auth == site.None && !s.local():
		faults.Add("AUTH", errors.New("must be session, token or proxy while other computers reach the server"))
	case s.Auth == site.Proxy && len(s.TrustedProxies) == 0:
		faults.Add("TRUSTED_PROXIES", errors.New("must name the proxy that AUTH=proxy trusts"))
	case s.Auth == site.Token:
		faults.Merge(config.CheckToken(s.Token))
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
