package recipemcp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// api asks for the list of recipes: the cheapest question that changes nothing and
// that only a Recipe Vault answers as one.
func api(cfg *Settings) *doctor.API {
	return &doctor.API{
		BaseURL: string(cfg.BaseURL),
		Proxy:   string(cfg.Proxy),
		Secret:  cfg.Key != "",
		System:  recipe.System(),
		Ask: func(ctx context.Context, o apiclient.Options) (json.RawMessage, error) {
			client, err := recipe.NewClient(recipe.Options{Options: o, Key: cfg.Key.Reveal(), Email: cfg.Email.Reveal()})
			if err != nil {
				return nil, err
			}
			defer client.Close()
			return client.List(ctx)
		},
		Steps: []doctor.Step{
			{Check: "key", Because: "the key does not fit", Run: cfg.checkKey},
			{Check: "scope", Run: cfg.checkScope},
		},
	}
}

func (s *Settings) checkKey(a doctor.Answer, r *doctor.Report) bool {
	switch {
	case a.Refused == fault.Forbidden && s.Email.Secret == "": // it may be another server
		r.Skip("access is refused", "key")
		return true
	case a.Refused != fault.Unauthorized:
		r.OK("key", "The Recipe Vault takes the key.")
		return true
	case s.Key == "":
		r.Fault(keyMissing)
	default:
		r.Fault(keyRefused)
	}
	return false
}

func (s *Settings) checkScope(a doctor.Answer, r *doctor.Report) bool {
	var visible []struct{}
	_ = json.Unmarshal(a.Body, &visible) // a list was asked for
	switch {
	case a.Refused == fault.Forbidden && s.Email.Secret == "":
		r.Fault(noAccess)
	case a.Refused == fault.Forbidden:
		r.Fault(emailUnknown)
	case s.Email.Secret == "":
		r.Note("scope", fmt.Sprintf("USER_EMAIL is not set, so all recipes of all families are visible (god mode): %d.", len(visible)), "")
	case len(visible) == 1:
		r.OK("scope", "The address in USER_EMAIL sees 1 recipe.")
	default:
		r.OK("scope", "The address in USER_EMAIL sees %d recipes.", len(visible))
	}
	return true
}
