package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"mcp-adapters/cmd/recipe-mcp/recipemcp"
	"mcp-adapters/config"
	"mcp-adapters/recipe/vault"
)

// subject is one set of settings: the environment's, or that of an entry.
type subject struct {
	of     string            // as in [Finding.Of]
	name   string            // for a person
	values map[string]string // of the variables of the program that are set
	getenv func(string) string
	filled []string // variables whose values only the client knows
	entry  bool     // a client starts it, in a directory that nobody knows
}

// variables gives what is set of the variables that the program reads.
func variables(getenv func(string) string) map[string]string {
	values := map[string]string{}
	for _, v := range recipemcp.Variables() {
		if value := getenv(v.Name); strings.TrimSpace(value) != "" {
			values[v.Name] = value
		}
	}
	return values
}

// Settings checks the values of the program's variables as they stand, and
// looks at nothing else. Findings are notes and faults, of is whose they are.
func Settings(of string, values map[string]string) []Finding {
	r := &report{of: of}
	checkSettings(r, values)
	return r.findings
}

const settingsCheck = "settings"

// unexpanded matches what a client or a shell should have replaced.
var unexpanded = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$\{[^}]*\}|^\$[A-Za-z_]\w*$|^%[A-Za-z_]\w*%$`)
})

func checkSettings(r *report, values map[string]string) {
	var raw []string
	for _, v := range recipemcp.Variables() {
		value := strings.TrimSpace(values[v.Name])
		switch {
		case value == "":
			continue
		case inQuotes(value):
			r.fault(quoted, v.Name)
		case unexpanded().MatchString(value):
			r.fault(notExpanded, v.Name)
		case strings.HasPrefix(value, "__encrypted__:"):
			r.fault(encrypted, v.Name)
		default:
			if v.Name == "API_KEY" && value != values[v.Name] {
				r.note(settingsCheck, "API_KEY begins or ends with white space, which is sent as part of it.", "Remove the white space unless the key really has it.")
			}
			continue
		}
		raw = append(raw, v.Name)
	}
	for _, f := range invalidValues(values) {
		switch {
		case slices.Contains(raw, f.Variable): // said already, and better
		case f.Variable == "USER_EMAIL":
			r.fault(noAddress, f.Rule)
		default:
			r.fault(invalid, f.Variable, f.Rule)
		}
	}
}

// invalidValues gives what the program itself would say at its start, and what
// no Recipe Vault could know.
func invalidValues(values map[string]string) config.Faults {
	cfg, faults := load(values)
	if cfg.DatabaseURL != "" {
		if _, err := vault.ParseURL(cfg.DatabaseURL); err != nil {
			faults = append(faults, config.Fault{Variable: "DATABASE_URL", Rule: err.Error()})
		}
	}
	said := slices.ContainsFunc(faults, func(f config.Fault) bool { return f.Variable == "USER_EMAIL" })
	if email := strings.TrimSpace(values["USER_EMAIL"]); email != "" && !said && !isAddress(email) {
		faults = append(faults, config.Fault{Variable: "USER_EMAIL", Rule: "must be an e-mail address and nothing more"})
	}
	return faults
}

// isAddress is the vault's own rule for members of families.
func isAddress(s string) bool {
	parsed, err := mail.ParseAddress(s)
	return err == nil && parsed.Name == "" && parsed.Address == s && !strings.Contains(s, "://")
}

func load(values map[string]string) (*recipemcp.Settings, config.Faults) {
	cfg := &recipemcp.Settings{}
	var faults config.Faults
	errors.As(config.Load(func(name string) string { return values[name] }, cfg), &faults)
	return cfg, faults
}

func inQuotes(value string) bool {
	for _, pair := range []string{`""`, `''`, "``", "“”", "„“", "‘’", "«»"} {
		marks := []rune(pair)
		if len(value) > 1 && strings.HasPrefix(value, string(marks[0])) && strings.HasSuffix(value, string(marks[1])) {
			return true
		}
	}
	return false
}

// networkChecks and vaultChecks are what follows on sound settings.
var (
	networkChecks = []string{"proxy", "dns", "tcp", "tls", "url", "clock", "key", "scope"}
	vaultChecks   = []string{"directory", "vault"}
)

// settings checks the subject's settings now, and plans to follow where they
// lead, unless somebody else's lead there too. It reports whether a server can
// start with them.
func (x *examination) settings(s subject) (sound bool) {
	r := &report{of: s.of}
	checkSettings(r, s.values)
	cfg, _ := load(s.values) // its faults are among the findings
	sound = !r.faulty()
	if len(r.findings) == 0 {
		r.ok(settingsCheck, "The settings can be used.")
	}
	var follow place
	if strings.TrimSpace(s.values["API_BASE_URL"]) != "" {
		follow = x.remote(r, s, cfg)
	} else {
		follow = x.embedded(r, s, cfg)
	}
	switch first := x.reached[follow.id]; {
	case !sound:
		r.skip("the settings have a fault", follow.checks...)
		follow.examine = nil
	case len(s.filled) > 0:
		r.note(settingsCheck, s.name+" itself fills in "+strings.Join(s.filled, ", ")+".", "")
		r.skip("only the client knows the settings", follow.checks...)
		follow.examine = nil
	case follow.examine != nil && first != "":
		r.note(settingsCheck, "These settings lead to the same place as those of "+first+"; see there.", "")
		follow.examine = nil
	default:
		x.reached[follow.id] = s.name
	}
	x.jobs = append(x.jobs, job{r, follow.examine})
	return sound
}

// place is where settings lead: equal ids are the same place, seen with the
// same eyes.
type place struct {
	id      string
	checks  []string
	examine func(context.Context, *report) // nil: there is nothing to examine
}

// remote is the place that API_BASE_URL names.
func (x *examination) remote(r *report, s subject, cfg *recipemcp.Settings) place {
	if cfg.DatabaseURL != "" {
		r.note(settingsCheck, "DATABASE_URL is not used, since API_BASE_URL is set.", "")
	}
	return place{
		id:      fmt.Sprintf("%q %q %q %q", cfg.BaseURL, cfg.Key.Reveal(), cfg.Email.Reveal(), cfg.Proxy),
		checks:  networkChecks,
		examine: func(ctx context.Context, r *report) { x.network(ctx, r, s, cfg) },
	}
}

// embedded is the file in which recipes are kept without API_BASE_URL.
func (x *examination) embedded(r *report, s subject, cfg *recipemcp.Settings) place {
	path, err := vault.ParseURL(cfg.DatabaseURL)
	if cfg.DatabaseURL == "" {
		path, err = vault.DefaultPath(s.getenv)
	}
	p := place{id: path, checks: vaultChecks}
	switch {
	case err != nil && cfg.DatabaseURL == "":
		if x.options.Places.Home != "" { // else it is said already
			r.fault(noPlace)
		}
		r.skip("there is no place for the file", vaultChecks...)
	case err != nil: // a fault of the settings
	case s.entry && !filepath.IsAbs(path):
		r.fault(relativeVault)
		r.skip("its place is not certain", vaultChecks...)
	default:
		noteUnset(r, cfg, path)
		p.examine = func(ctx context.Context, r *report) { x.vaultFile(ctx, r, path) }
	}
	return p
}

// noteUnset says what the embedded vault means, in case it isn't meant.
func noteUnset(r *report, cfg *recipemcp.Settings, path string) {
	text := "API_BASE_URL is not set, so recipes are kept on this computer, in " + path + "."
	fix := "If they belong into a vault on the network, set API_BASE_URL and API_KEY."
	if cfg.Key != "" {
		text += " API_KEY is set all the same."
		fix = "Set API_BASE_URL, or remove API_KEY; is the name of a variable misspelt?"
	}
	r.note(settingsCheck, text, fix)
}
