package recipemcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"mcp-adapters/program/doctor"
)

// api asks for the list of recipes: the cheapest question that changes nothing and
// that only a Recipe Vault answers as one.
func api(cfg *Settings) *doctor.API {
	header := http.Header{}
	if cfg.Key != "" {
		header.Set("X-Api-Key", cfg.Key.Reveal())
	}
	email := strings.ToLower(cfg.Email.Reveal())
	if email != "" {
		header.Set("X-User-Email", email)
	}
	return &doctor.API{
		BaseURL:   string(cfg.BaseURL),
		Proxy:     string(cfg.Proxy),
		Path:      []string{"api", "recipes"},
		Header:    header,
		Recognise: isVault,
		Failure: func(a *doctor.Answer) string {
			if refusal(a).Code == "DATABASE_ERROR" {
				return "a failure of its database"
			}
			return ""
		},
		Steps: []doctor.Step{
			{Check: "key", Because: "the key does not fit", Run: func(a *doctor.Answer, r *doctor.Report) bool {
				switch {
				case a.Status != http.StatusUnauthorized:
					r.OK("key", "The Recipe Vault takes the key.")
					return true
				case cfg.Key == "":
					r.Fault(keyMissing)
				default:
					r.Fault(keyRefused)
				}
				return false
			}},
			{Check: "scope", Run: func(a *doctor.Answer, r *doctor.Report) bool {
				visible, _ := countRecipes(a)
				switch {
				case a.Status == http.StatusForbidden:
					r.Fault(emailUnknown)
				case email == "":
					r.Note("scope", fmt.Sprintf("USER_EMAIL is not set, so all recipes of all families are visible (god mode): %d.", visible), "")
				case visible == 1:
					r.OK("scope", "The address in USER_EMAIL sees 1 recipe.")
				default:
					r.OK("scope", "The address in USER_EMAIL sees %d recipes.", visible)
				}
				return true
			}},
		},
	}
}

// isVault reports whether a Recipe Vault answered: with its list, or with a refusal
// in its own form.
func isVault(a *doctor.Answer) bool {
	switch a.Status {
	case http.StatusOK:
		_, ok := countRecipes(a)
		return ok
	case http.StatusUnauthorized, http.StatusForbidden:
		return refusal(a).Error != ""
	}
	return false
}

// apiError is how a vault refuses.
type apiError struct {
	Error string `json:"error"`
	Code  string `json:"code"`
}

func refusal(a *doctor.Answer) (e apiError) {
	if json.Unmarshal(a.Body, &e) != nil {
		return apiError{}
	}
	return e
}

// countRecipes counts the recipes of an answer, if it is a list of them.
func countRecipes(a *doctor.Answer) (n int, ok bool) {
	var list []struct {
		ID    *string `json:"id"`
		Title *string `json:"title"`
	}
	if err := json.Unmarshal(a.Body, &list); err != nil || list == nil {
		return 0, false
	}
	for _, recipe := range list {
		if recipe.ID == nil || recipe.Title == nil {
			return 0, false
		}
	}
	return len(list), true
}
