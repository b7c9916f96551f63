package builder

import (
	"cmp"
	"context"
	"errors"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

var noModel = doctor.Trouble{Check: "model", Text: "The model can't be used: %s.", Fix: "Check LLM_PROVIDER, LLM_BASE_URL, LLM_API_KEY and LLM_MODEL, and that its server can be reached from here."}

// Examined is app-builder as doctor checks it.
func Examined() doctor.System {
	return doctor.System{
		Program:   Name,
		Server:    endpoint.ServerName,
		Endpoint:  "compare it with the one that the app's page shows under Connect, and publish the app if it is a draft.",
		Variables: config.Variables(&Settings{}),
		Load: func() ([]doctor.Check, error) {
			s, err := Load()
			if err != nil {
				return nil, err
			}
			return s.checks(), nil
		},
		Faults: []doctor.Trouble{noModel},
		Alone:  true,
	}
}

// checks are doctor's checks of where apps are kept and of the model that makes them.
func (s *Settings) checks() []doctor.Check {
	database := doctor.Database(s.file, "There is no app yet; the first start makes", func(ctx context.Context) error {
		db, err := s.connect(zerolog.Nop())
		if err != nil {
			return err
		}
		return errors.Join(db.Check(ctx), db.Close())
	})
	checks := []doctor.Check{{Name: "settings", Run: func(_ context.Context, r *doctor.Report) {
		for _, warning := range s.warnings() {
			r.Note(warning+".", "")
		}
		r.OK("People open %s; apps are kept in %s.", s.base(), cmp.Or(s.file, "the PostgreSQL database of DATABASE_URL"))
	}}}
	return append(append(checks, database...), doctor.Check{Name: "model", Run: func(ctx context.Context, r *doctor.Report) {
		if s.Provider == "none" {
			r.OK("Built-in rules make the apps; no model is configured.")
			return
		}
		g, err := s.generator(zerolog.Nop())
		if err == nil {
			err = g.Ping(ctx)
		}
		if err != nil {
			r.Fault(noModel, cmp.Or(errors.Unwrap(err), err).Error())
			return
		}
		r.OK("The model %s answers.", s.Model)
	}})
}
