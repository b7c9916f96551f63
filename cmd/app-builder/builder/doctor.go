package builder

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

// appsFile is the file that apps are kept in.
var appsFile = doctor.File{
	Check:   "database",
	Missing: "There is no app yet; the first start makes %s.",
	Empty:   "The file %s is empty, and can become a database of apps.",

	NotFile:  doctor.Trouble{Check: "database", Text: "%s is not a file.", Fix: "Move it away, or name another file in DATABASE_URL."},
	Foreign:  doctor.Trouble{Check: "database", Text: "%s is not a database of app-builder.", Fix: "Name another one in DATABASE_URL. This one stays as it is."},
	Newer:    doctor.Trouble{Check: "database", Text: "A newer release of this program wrote %s.", Fix: "Install the newest release."},
	Damaged:  doctor.Trouble{Check: "database", Text: "The database %s is damaged.", Fix: "End the server, and put a backup in its place: app-builder restore FILE. The damaged one is kept."},
	Busy:     doctor.Trouble{Check: "database", Text: "Another program keeps %s locked.", Fix: "Close the program that has it open."},
	Unusable: doctor.Trouble{Check: "database", Text: "The database %s cannot be opened.", Fix: "Allow the user who runs the server to read and write the file and its directory."},
	NoServer: doctor.Trouble{Check: "database", Text: "The PostgreSQL server that DATABASE_URL names does not let the program use the database.", Fix: "Check host, port, user, password and name of the database in DATABASE_URL, and that the server runs."},
}

// The other faults.
var (
	noApp   = doctor.Trouble{Check: "url", Text: "An app builder answers at %s, and no app is published at this address.", Fix: "Compare the address with the one that the app's page shows under Connect, and publish the app if it is a draft."}
	noModel = doctor.Trouble{Check: "model", Text: "The model can't be used: %s.", Fix: "Check LLM_PROVIDER, LLM_BASE_URL, LLM_API_KEY and LLM_MODEL, and that its server can be reached from here."}
)

// Examined is what doctor needs to know of app-builder.
func Examined() doctor.System {
	return doctor.System{
		Program:   Name,
		Server:    endpoint.ServerName,
		Service:   "app builder",
		Storage:   "DATABASE_URL",
		Variables: config.Variables(&Settings{}),
		Check: func(getenv func(string) string) (faults config.Faults) {
			doctor.Under(getenv, config.Variables(&Settings{}), func() {
				_, err := Load()
				errors.As(err, &faults)
			})
			return faults
		},
		Locate: locate,
		Alone:  true,
		Faults: append(appsFile.Troubles(), noModel, noApp),

		Absent: noApp, AbsentCode: int(endpoint.CodeNotFound),
	}
}

// locate says where apps are kept, and who makes them.
func locate(subject doctor.Subject, r *doctor.Report) doctor.Place {
	var s *Settings
	var err error
	doctor.Under(subject.Getenv, config.Variables(&Settings{}), func() { s, err = Load() })
	if err == nil {
		for _, warning := range s.warnings() {
			r.Note("settings", warning+".", "")
		}
		r.OK("settings", "People open %s; apps are kept in %s.", s.base(), cmp.Or(s.file, "the PostgreSQL database of DATABASE_URL"))
	}
	return doctor.Place{ID: "here", Checks: []string{"directory", "database", "model"}, Examine: s.examine}
}

const examineLimit = 20 * time.Second

// examine looks at the directory, the database and the model.
func (s *Settings) examine(ctx context.Context, r *doctor.Report) {
	ctx, cancel := context.WithTimeout(ctx, examineLimit)
	defer cancel()
	s.examineDatabase(ctx, r)
	if s.Provider == "none" {
		r.OK("model", "Built-in rules make the apps; no model is configured.")
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
	r.OK("model", "The model %s answers.", s.Model)
}

func (s *Settings) examineDatabase(ctx context.Context, r *doctor.Report) {
	if s.file != "" && (!r.Directory(filepath.Dir(s.file)) || !appsFile.IsDatabase(r, s.file)) {
		return
	}
	db, err := s.connect(zerolog.Nop())
	if err == nil {
		err = db.Check(ctx)
		err = errors.Join(err, db.Close())
	}
	appsFile.Checked(r, s.file, err)
}
