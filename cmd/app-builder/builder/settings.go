package builder

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/rs/zerolog"

	"mcp-adapters/appbuilder/generate/llm"
	"mcp-adapters/appbuilder/site"
	"mcp-adapters/config"
	"mcp-adapters/database"
)

// Settings are the environment of app-builder.
type Settings struct {
	Addr           config.Address   `env:"HTTP_ADDR" default:"127.0.0.1:3001" desc:"host and port to listen on"`
	PublicURL      config.PublicURL `env:"PUBLIC_URL" desc:"address under which people and assistants reach the server, such as https://apps.example.com; unset: http:// and HTTP_ADDR"`
	TrustedProxies config.Prefixes  `env:"TRUSTED_PROXIES" desc:"addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas"`
	AllowedOrigins config.Origins   `env:"ALLOWED_ORIGINS" desc:"origins of web pages that may call published apps, separated by commas; unset: none but the server's own"`
	RateLimits     string           `env:"RATE_LIMITS" default:"on" oneof:"on off" desc:"off leaves out the limits of requests, on an address of this computer alone"`

	Auth       site.Auth     `env:"AUTH" default:"session" oneof:"session token proxy none" desc:"who may make apps: session, everyone, each browser for itself; token, whoever has AUTH_TOKEN; proxy, whom a proxy in TRUSTED_PROXIES names; none, whoever uses this computer. Published apps are open to everyone"`
	Token      config.Secret `env:"AUTH_TOKEN" desc:"token of AUTH=token, at least 16 characters; a browser is asked for it once, programs send it as Authorization: Bearer"`
	TokenFile  string        `env:"AUTH_TOKEN_FILE" desc:"file that holds the token, in place of AUTH_TOKEN"`
	UserHeader string        `env:"AUTH_PROXY_HEADER" default:"X-Forwarded-User" desc:"header in which the proxy of AUTH=proxy names the user; it must take it out of what clients send"`

	model
	places

	Report      report         `env:"REPORT_URL" desc:"https or mailto address that the pages of published apps name for complaints; unset: none"`
	MetricsAddr config.Address `env:"METRICS_ADDR" desc:"host and port to serve Prometheus metrics on, at /metrics; unset: none"`
	config.Log
}

// model is the language model that makes apps.
type model struct {
	Provider      string        `env:"LLM_PROVIDER" default:"none" oneof:"none openai anthropic" desc:"who makes apps: none, built-in rules; openai, a model behind any server that speaks OpenAI's chat completions; anthropic, one that speaks Anthropic's messages"`
	BaseURL       config.URL    `env:"LLM_BASE_URL" desc:"address of the model's server, such as http://127.0.0.1:11434/v1; unset: the provider's own"`
	Key           config.Secret `env:"LLM_API_KEY" desc:"key of the model's server; one of your own may need none"`
	KeyFile       string        `env:"LLM_API_KEY_FILE" desc:"file that holds the key, in place of LLM_API_KEY"`
	Model         string        `env:"LLM_MODEL" desc:"name of the model; unset: gpt-4o-mini with openai"`
	Strict        bool          `env:"LLM_STRICT" default:"false" desc:"true reports a failure of the model; false lets the built-in rules answer in its place, which say so"`
	MonthlyTokens int           `env:"LLM_MONTHLY_TOKENS" default:"5000000" range:"1000 1000000000" desc:"tokens of the model that each owner may use in 30 days"`
}

// places are where apps are kept.
type places struct {
	DatabaseURL     database.URL `env:"DATABASE_URL" desc:"where apps are kept: sqlite: and the path of a file, or postgres://USER:PASSWORD@HOST/NAME, which several servers may share; unset: the file app.db in DATA_DIR"`
	DatabaseURLFile string       `env:"DATABASE_URL_FILE" desc:"file that holds DATABASE_URL, in place of it"`
	DataDir         string       `env:"DATA_DIR" desc:"directory of the file app.db; unset: the platform's data directory"`

	file string // the SQLite file in use; "" with PostgreSQL
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
func Load(getenv func(string) string) (*Settings, error) {
	s := &Settings{}
	var faults config.Faults
	errors.As(config.Load(getenv, s), &faults)
	faults.Add("AUTH_TOKEN_FILE", config.FromFile(s.TokenFile, "AUTH_TOKEN", &s.Token))
	faults.Add("LLM_API_KEY_FILE", config.FromFile(s.KeyFile, "LLM_API_KEY", &s.Key))
	faults.Add("DATABASE_URL_FILE", config.FromFile(s.DatabaseURLFile, "DATABASE_URL", &s.DatabaseURL))
	faults.Merge(s.checkReach())
	faults.Merge(s.checkAuth())
	faults.Merge(s.checkModel())
	if err := s.locate(getenv); err != nil {
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
func (s *Settings) local() bool { return s.Addr.Loopback() && loopback(s.base()) }

func loopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

func (s *Settings) checkReach() (faults config.Faults) {
	u, err := url.Parse(s.base())
	switch {
	case s.PublicURL == "" && !s.Addr.Loopback():
		faults.Add("PUBLIC_URL", errors.New("must be the address under which the server is reached, such as https://apps.example.com, since HTTP_ADDR is not one of this computer alone"))
	case err != nil || u.Path != "":
		faults.Add("PUBLIC_URL", errors.New("must have no path: the server needs a host name of its own, such as https://apps.example.com"))
	case u.Scheme != "https" && !loopback(s.base()):
		faults.Add("PUBLIC_URL", errors.New("must begin with https://, since browsers keep no sign-in for an address that anyone on the way can read"))
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
			faults.Add("TRUSTED_PROXIES", errors.New("must name the proxy that AUTH=proxy is to believe"))
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

func (s *Settings) checkModel() (faults config.Faults) {
	if s.Provider == "none" {
		return nil
	}
	if s.Model == "" && s.Provider == llm.OpenAI && s.BaseURL == "" {
		s.Model = "gpt-4o-mini"
	}
	if s.Model == "" {
		faults.Add("LLM_MODEL", errors.New("must name the model"))
	}
	if s.Key == "" && s.BaseURL == "" {
		faults.Add("LLM_API_KEY", errors.New("must be set, or LLM_BASE_URL to a server of your own that needs none"))
	}
	if len(faults) == 0 {
		_, err := s.generator(zerolog.Nop())
		faults.Add("LLM_BASE_URL", err)
	}
	return faults
}

// generator returns the model. Its error is of LLM_BASE_URL.
func (m *model) generator(log zerolog.Logger) (*llm.Generator, error) {
	if u, err := url.Parse(string(m.BaseURL)); err != nil || u.User != nil {
		return nil, errors.New("must have no user name and no password; the key belongs in LLM_API_KEY")
	}
	return llm.New(llm.Options{Provider: m.Provider, BaseURL: string(m.BaseURL), Key: m.Key.Reveal(), Model: m.Model, Log: log})
}

// locate settles the file, where there is one.
func (p *places) locate(getenv func(string) string) error {
	if p.DatabaseURL.Postgres() {
		return nil
	}
	if p.file = p.DatabaseURL.File(); p.file != "" {
		return nil
	}
	dir := p.DataDir
	if dir == "" {
		base, err := database.Directory(getenv)
		if err != nil {
			return fmt.Errorf("must be set: %w, so that there is no place for the apps", err)
		}
		dir = filepath.Join(base, Name)
	}
	p.file = filepath.Join(dir, "app.db")
	return nil
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
	if s.Addr.Loopback() && !loopback(s.base()) && len(s.TrustedProxies) == 0 {
		list = append(list, "TRUSTED_PROXIES is not set, though PUBLIC_URL leads through a proxy: everyone seems to come from there, and one who sends too much is taken for all; set it to the address of the proxy, such as 127.0.0.1")
	}
	for _, p := range s.TrustedProxies {
		if p.Bits() == 0 {
			list = append(list, "TRUSTED_PROXIES trusts every address, so that anyone may pretend to come from anywhere: set it to the address of the proxy alone, such as 127.0.0.1")
		}
	}
	return list
}

// label names what makes apps, for the log.
func (m *model) label() string {
	return cmp.Or(map[string]string{"none": "rules"}[m.Provider], m.Provider+" "+m.Model)
}
