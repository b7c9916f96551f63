package portfoliomcp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// The faults of the settings, and of whose projects they show.
var (
	noPlace      = doctor.Trouble{Check: "settings", Text: "There is no place for the projects: the home directory is not known.", Fix: "Set HOME (on Windows LOCALAPPDATA), or DATA_DIR to a directory."}
	relativePath = doctor.Trouble{Check: "settings", Text: "DATABASE_URL or DATA_DIR names a relative path, and the client chooses the directory in which the server starts.", Fix: "Write the absolute path, beginning at the root of the disk."}

	tokenMissing = doctor.Trouble{Check: "token", Text: "The portfolio API asks for a token, and API_TOKEN is not set.", Fix: "Set API_TOKEN to a token of your contractor: whoever runs the API makes one with portfolio-mcp contractor token."}
	tokenRefused = doctor.Trouble{Check: "token", Text: "The portfolio API refuses API_TOKEN.", Fix: "The token has expired, was ended, or is another API's. Get a new one, and set API_TOKEN to it."}
	noProfile    = doctor.Trouble{Check: "token", Text: "The portfolio API refuses access (status 403).", Fix: "The contractor's profile may be incomplete there: it needs a business name and a city."}
)

// examined is what doctor needs to know of portfolio-mcp.
func examined() doctor.System {
	var opening sync.Mutex
	return doctor.System{
		Storage: "DATABASE_URL",
		Locate:  func(s doctor.Subject, r *doctor.Report) doctor.Place { return locate(s, r, &opening) },
		Faults: slices.Concat(
			[]doctor.Trouble{noPlace, relativePath, tokenMissing, tokenRefused, noProfile},
			projectsFile.Troubles(),
			[]doctor.Trouble{unnamed, unknown, foreignPhotos}),
	}
}

// locate says where settings lead: to an API, or to this computer.
func locate(s doctor.Subject, r *doctor.Report, opening *sync.Mutex) doctor.Place {
	cfg := &Settings{}
	var nowhere error
	doctor.Under(s.Getenv, config.Variables(cfg), func() {
		_ = config.Load(cfg) // its faults are reported already
		_ = config.FromFile(cfg.DatabaseURLFile, "DATABASE_URL", &cfg.DatabaseURL)
		nowhere = cfg.locate(cfg.DataDir)
	})
	_ = config.FromFile(cfg.TokenFile, "API_TOKEN", &cfg.Token)
	if config.Trim(s.Getenv("API_BASE_URL")) != "" {
		return remote(r, cfg)
	}
	return local(s, r, cfg, nowhere, opening)
}

// remote is the place that API_BASE_URL names.
func remote(r *doctor.Report, cfg *Settings) doctor.Place {
	if cfg.DatabaseURL != "" {
		r.Note("settings", "DATABASE_URL is not used, because API_BASE_URL is set.", "")
	}
	return doctor.Place{
		ID: fmt.Sprintf("%q %q %q", cfg.BaseURL, cfg.Token.Reveal(), cfg.Proxy),
		API: &doctor.API{
			BaseURL: string(cfg.BaseURL),
			Proxy:   string(cfg.Proxy),
			Secret:  cfg.Token != "",
			System:  portfolio.System(),
			Ask: func(ctx context.Context, o apiclient.Options) (json.RawMessage, error) {
				client, err := portfolio.NewClient(portfolio.Options{Options: o, Token: cfg.Token.Reveal()})
				if err != nil {
					return nil, err
				}
				defer client.Close()
				return client.Probe(ctx)
			},
			Steps: []doctor.Step{{Check: "token", Run: cfg.checkToken}},
		},
	}
}

func (s *Settings) checkToken(a doctor.Answer, r *doctor.Report) bool {
	var visible struct{ Total int }
	_ = json.Unmarshal(a.Body, &visible) // a list was asked for
	switch {
	case a.Refused == fault.Unauthorized && s.Token == "":
		r.Fault(tokenMissing)
	case a.Refused == fault.Unauthorized:
		r.Fault(tokenRefused)
	case a.Refused == fault.Forbidden:
		r.Fault(noProfile)
	default:
		r.OK("token", "The portfolio API takes the token; its contractor has %s.", screen.Amount(visible.Total, "project", "projects"))
		return true
	}
	return false
}

// local is what is kept on this computer without API_BASE_URL.
func local(s doctor.Subject, r *doctor.Report, cfg *Settings, err error, opening *sync.Mutex) doctor.Place {
	p := doctor.Place{ID: fmt.Sprintf("%q %q %q", cfg.dir, cfg.file, cfg.DatabaseURL), Checks: []string{"directory", "portfolio", "photos"}}
	switch {
	case err != nil:
		if s.Home { // else it is reported already
			r.Fault(noPlace)
		}
		r.Skip("there is no place for the projects", p.Checks...)
	case s.Entry && (!filepath.IsAbs(cfg.dir) || cfg.file != "" && !filepath.IsAbs(cfg.file)):
		r.Fault(relativePath)
		r.Skip("its place is not certain", p.Checks...)
	default:
		noteUnset(r, cfg)
		p.Examine = func(ctx context.Context, r *doctor.Report) {
			// Closing a descriptor of a file drops all locks that the process holds
			// on it, so that no two may have one database open.
			opening.Lock()
			defer opening.Unlock()
			cfg.examine(ctx, r)
		}
	}
	return p
}

// noteUnset says what is kept here, in case it isn't meant.
func noteUnset(r *doctor.Report, cfg *Settings) {
	text := "API_BASE_URL is not set, so projects and photos are kept on this computer, in " + cfg.dir + "."
	fix := "If they belong at an API on the network, set API_BASE_URL and API_TOKEN."
	if cfg.DatabaseURL.Postgres() {
		text = "Projects are kept in the PostgreSQL database that DATABASE_URL names, and their photos in " + cfg.media() + "."
		fix = "Every server on that database needs the same photos: share the directory among them."
	}
	if cfg.Token != "" {
		text += " API_TOKEN is set anyway."
		fix = "Set API_BASE_URL, or remove API_TOKEN; is the name of a variable misspelt?"
	}
	r.Note("settings", text, fix)
	if cfg.BusinessName == "" && cfg.Email.Secret == "" {
		r.Note("settings", "PORTFOLIO_BUSINESS_NAME is not set: unless a contractor was added with portfolio-mcp contractor add, pages say \""+unnamedBusiness+"\".", "Set PORTFOLIO_BUSINESS_NAME, PORTFOLIO_CITY and PORTFOLIO_STATE.")
	}
}
