package doctor_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// settings are those of notes-mcp, which keeps notes in a Note Box or in a file.
type settings struct {
	config.API
	Key   config.Secret `envconfig:"API_KEY"`
	Email config.Email  `envconfig:"USER_EMAIL"`
	config.Loop
	config.Log
	DatabaseURL string `envconfig:"DATABASE_URL"`
}

var (
	noAddress  = doctor.Trouble{Check: "settings", Text: "USER_EMAIL is no good: it %s.", Fix: "Correct it."}
	keyRefused = doctor.Trouble{Check: "key", Text: "The {service} refuses API_KEY.", Fix: "Ask its owner."}
)

// noteBox is a system with an API, a file, and probes of its own.
func noteBox() doctor.System {
	return doctor.System{
		Program: "notes-mcp", Service: "Note Box", Storage: "DATABASE_URL",
		Variables: config.Variables(&settings{}),
		Check: func(getenv func(string) string) (faults config.Faults) {
			doctor.Under(getenv, config.Variables(&settings{}), func() { errors.As(config.Load(&settings{}), &faults) })
			return faults
		},
		Invalid: map[string]doctor.Trouble{"USER_EMAIL": noAddress},
		Locate:  locate,
		Faults:  []doctor.Trouble{noAddress, keyRefused},
	}
}

func locate(s doctor.Subject, r *doctor.Report) doctor.Place {
	cfg := &settings{}
	doctor.Under(s.Getenv, config.Variables(cfg), func() { _ = config.Load(cfg) })
	if strings.TrimSpace(s.Getenv("API_BASE_URL")) != "" {
		return doctor.Place{ID: string(cfg.BaseURL) + cfg.Key.Reveal() + string(cfg.Proxy), API: api(cfg)}
	}
	path := strings.TrimPrefix(cfg.DatabaseURL, "sqlite:")
	if path == "" {
		path = filepath.Join(s.Getenv("HOME"), "notes.db")
	}
	r.Note("settings", "API_BASE_URL is not set, so notes are kept in "+path+".", "")
	return doctor.Place{ID: path, Checks: []string{"directory"}, Examine: func(_ context.Context, r *doctor.Report) {
		r.Directory(filepath.Dir(path))
	}}
}

func api(cfg *settings) *doctor.API {
	system := apiclient.System{Name: "The Note Box", Refusal: func(a apiclient.Answer) (apiclient.Refusal, bool) {
		var said struct{ Error string }
		r := apiclient.Refusal{}
		switch _ = json.Unmarshal(a.Body, &said); said.Error {
		case "disk":
			r.Database = apiclient.DatabaseDown
		case "locked":
			r.Database = apiclient.DatabaseLocked
		}
		return r, said.Error != ""
	}}
	return &doctor.API{
		BaseURL: string(cfg.BaseURL), Proxy: string(cfg.Proxy), Secret: cfg.Key != "", System: system,
		Ask: func(ctx context.Context, o apiclient.Options) (json.RawMessage, error) {
			o.System = system
			client, err := apiclient.New(o)
			if err != nil {
				return nil, err
			}
			me, err := client.Credentials(apiclient.Header{Name: "X-API-Key", Value: cfg.Key.Reveal(), Setting: "API_KEY"})
			if err != nil {
				return nil, err
			}
			answer, err := client.Do(ctx, apiclient.Request{Method: http.MethodGet, Path: []string{"api", "notes"}, As: me, Noun: "note", Check: shape})
			return answer.Body, err
		},
		Steps: []doctor.Step{{Check: "key", Run: func(a doctor.Answer, r *doctor.Report) bool {
			if a.Refused == fault.Unauthorized {
				r.Fault(keyRefused)
				return false
			}
			r.OK("key", "The Note Box takes the key.")
			return true
		}}},
	}
}

// shape refuses what is no list of notes.
func shape(_ *apiclient.Request, body []byte) ([]byte, error) {
	var list []struct{ Note *string }
	if err := json.Unmarshal(body, &list); err != nil || list == nil {
		return nil, apiclient.ErrShape
	}
	for _, row := range list {
		if row.Note == nil {
			return nil, apiclient.ErrShape
		}
	}
	return body, nil
}

// newBox is a Note Box with one note.
func newBox(*testing.T) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case !strings.HasSuffix(r.URL.Path, "/api/notes"):
			http.Error(w, `{"error":"no such page"}`, http.StatusNotFound)
		case r.Header.Get("X-API-Key") != apiKey:
			http.Error(w, `{"error":"no"}`, http.StatusUnauthorized)
		default:
			_, _ = w.Write([]byte(`[{"note":"Soup"}]`))
		}
	})
}
