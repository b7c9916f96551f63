package recipemcp

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

// The faults of the settings and of whose recipes they show.
var (
	noAddress     = doctor.Trouble{Check: "settings", Text: "USER_EMAIL cannot be used: it %s.", Fix: "Correct it rather than remove it: without it all recipes of all families are visible."}
	noPlace       = doctor.Trouble{Check: "settings", Text: "There is no place for the embedded vault: the home directory is not known.", Fix: "Set HOME (on Windows LOCALAPPDATA), or DATABASE_URL to sqlite: with a path."}
	relativeVault = doctor.Trouble{Check: "settings", Text: "DATABASE_URL names a relative path, and the client chooses the directory in which the server starts.", Fix: "Write the absolute path, beginning at the root of the disk."}

	keyMissing   = doctor.Trouble{Check: "key", Text: "The Recipe Vault asks for a key, and API_KEY is not set.", Fix: "Set API_KEY to the vault's key."}
	keyRefused   = doctor.Trouble{Check: "key", Text: "The Recipe Vault refuses API_KEY.", Fix: "Compare it with the vault's key, character by character."}
	noAccess     = doctor.Trouble{Check: "scope", Text: "The server refuses access (status 403), and USER_EMAIL is not set.", Fix: "If API_BASE_URL leads to your Recipe Vault and API_KEY is its key, the server requires an address: set USER_EMAIL."}
	emailUnknown = doctor.Trouble{Check: "scope", Text: "The Recipe Vault takes the key, but does not know the address in USER_EMAIL.", Fix: "Correct USER_EMAIL, or add the address to a family on the server. Without USER_EMAIL all recipes are visible."}
)

// examined is what doctor needs to know of recipe-mcp.
func examined() doctor.System {
	var opening sync.Mutex
	return doctor.System{
		Storage: "DATABASE_URL",
		Check:   refused,
		Invalid: map[string]doctor.Trouble{"USER_EMAIL": noAddress},
		Locate:  func(s doctor.Subject, r *doctor.Report) doctor.Place { return locate(s, r, &opening) },
		Faults: slices.Concat(
			[]doctor.Trouble{noAddress, noPlace, relativeVault, keyMissing, keyRefused, emailUnknown, noAccess},
			vaultFile.Troubles()),
	}
}

// refused finds an address that no Recipe Vault can know, though a server starts
// with it.
func refused(getenv func(string) string) config.Faults {
	email := config.Trim(getenv("USER_EMAIL"))
	if email == "" || isAddress(email) {
		return nil
	}
	return config.Faults{{Variable: "USER_EMAIL", Rule: "must be an e-mail address and nothing more"}}
}

// isAddress is the vault's own rule for members of families.
func isAddress(s string) bool {
	parsed, err := mail.ParseAddress(s)
	return err == nil && parsed.Name == "" && parsed.Address == s && !strings.Contains(s, "://")
}

// locate says where settings lead: to an API, or to a file on this computer.
func locate(s doctor.Subject, r *doctor.Report, opening *sync.Mutex) doctor.Place {
	cfg := &Settings{}
	var faults config.Faults // reported already
	var nowhere error
	doctor.Under(s.Getenv, config.Variables(cfg), func() {
		errors.As(config.Load(cfg), &faults)
		_, nowhere = cfg.Find()
	})
	faults.Add(cfg.ReadFile())
	if config.Trim(s.Getenv("API_BASE_URL")) != "" {
		return remote(r, cfg)
	}
	known := !slices.ContainsFunc(faults, func(f config.Fault) bool { return strings.HasPrefix(f.Variable, "DATABASE_URL") })
	return embedded(s, r, cfg, known, nowhere, opening)
}

// remote is the place that API_BASE_URL names.
func remote(r *doctor.Report, cfg *Settings) doctor.Place {
	if cfg.DatabaseURL != "" {
		r.Note("settings", "DATABASE_URL is not used, because API_BASE_URL is set.", "")
	}
	return doctor.Place{
		ID:  fmt.Sprintf("%q %q %q %q", cfg.BaseURL, cfg.Key.Reveal(), cfg.Email.Reveal(), cfg.Proxy),
		API: api(cfg),
	}
}

// embedded is the file, or the server, in which recipes are kept without API_BASE_URL.
func embedded(s doctor.Subject, r *doctor.Report, cfg *Settings, known bool, err error, opening *sync.Mutex) doctor.Place {
	p := doctor.Place{ID: fmt.Sprintf("%q %q", cfg.File, cfg.DatabaseURL), Checks: []string{"directory", "vault"}}
	switch {
	case !known: // a fault of the settings
	case err != nil:
		if s.Home { // else it is reported already
			r.Fault(noPlace)
		}
		r.Skip("there is no place for the file", p.Checks...)
	case cfg.File == "":
		r.Note("settings", "API_BASE_URL is not set, so recipes are kept in the PostgreSQL database that DATABASE_URL names.", "")
		r.Skip("there is no file", "directory")
		p.Examine = cfg.examineServer
	case s.Entry && !filepath.IsAbs(cfg.File):
		r.Fault(relativeVault)
		r.Skip("its place is not certain", p.Checks...)
	default:
		noteUnset(r, cfg)
		p.Examine = func(ctx context.Context, r *doctor.Report) {
			// Closing a descriptor of a file drops all locks that the process holds
			// on it, so that no two may have one vault open.
			opening.Lock()
			defer opening.Unlock()
			examineFile(ctx, r, cfg.File)
		}
	}
	return p
}

// noteUnset says what the embedded vault means, in case it isn't meant.
func noteUnset(r *doctor.Report, cfg *Settings) {
	text := "API_BASE_URL is not set, so recipes are kept on this computer, in " + cfg.File + "."
	fix := "If they belong in a vault on the network, set API_BASE_URL and API_KEY."
	if cfg.Key != "" {
		text += " API_KEY is set anyway."
		fix = "Set API_BASE_URL, or remove API_KEY; is the name of a variable misspelt?"
	}
	r.Note("settings", text, fix)
}
