package portfoliomcp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

var (
	unnamed       = doctor.Trouble{Check: "contractor", Text: "Several contractors have projects here, and no setting says for which of them to act.", Fix: "Set PORTFOLIO_EMAIL to the address of one; portfolio-mcp contractor list lists them."}
	unknown       = doctor.Trouble{Check: "contractor", Text: "No contractor has the address in PORTFOLIO_EMAIL.", Fix: "Correct it, or add the contractor with portfolio-mcp contractor add."}
	foreignPhotos = doctor.Trouble{Check: "photos", Text: "The photos can't be used: %s.", Fix: "Mount the disk that they are on, or correct DATA_DIR. Each database has a directory of its own."}
)

// checks are doctor's checks of the portfolio: the API, or the database and the photos.
func (s *Settings) checks() []doctor.Check {
	if s.BaseURL != "" {
		return []doctor.Check{doctor.API(string(s.BaseURL), string(s.Proxy), s.ask)}
	}
	checks := append([]doctor.Check{{Name: "settings", Run: s.noteLocal}}, doctor.Database(s.file, "There is no project yet; the first request makes", func(ctx context.Context) error {
		return s.withStore(func(db store.DB, _ *store.Store) error { return db.Check(ctx) })
	})...)
	if s.file == "" {
		checks = append(checks, doctor.Directory(s.dir))
	}
	return append(checks, doctor.Check{Name: "contractor", Run: s.checkContractor}, doctor.Check{Name: "photos", Run: s.checkPhotos})
}

// ask lists one project, which only a portfolio API answers.
func (s *Settings) ask(ctx context.Context, o apiclient.Options, r *doctor.Report) error {
	client, err := portfolio.NewClient(portfolio.Options{Options: o, Token: s.Token.Reveal()})
	if err != nil {
		return err
	}
	defer client.Close()
	body, err := client.Probe(ctx)
	if err != nil {
		return err
	}
	var visible struct{ Total int }
	_ = json.Unmarshal(body, &visible) // a list was asked for
	r.OK("The portfolio API accepts the token; its contractor has %s.", screen.Amount(visible.Total, "project", "projects"))
	return nil
}

// noteLocal says where projects are kept, in case an API is meant.
func (s *Settings) noteLocal(_ context.Context, r *doctor.Report) {
	text, fix := "API_BASE_URL is not set, so projects and photos are kept on this computer, in "+s.dir+".", "If they belong at an API on the network, set API_BASE_URL and API_TOKEN."
	if s.DatabaseURL.Postgres() {
		text = "Projects are kept in the PostgreSQL database that DATABASE_URL names, and their photos in " + s.media() + "."
		fix = "Every server on that database needs the same photos: share the directory among them."
	}
	if s.Token != "" {
		text, fix = text+" API_TOKEN is set anyway.", "Set API_BASE_URL, or remove API_TOKEN; is the name of a variable misspelt?"
	}
	r.Note(text, fix)
	if s.BusinessName == "" && s.Email.Secret == "" {
		r.Note("PORTFOLIO_BUSINESS_NAME is not set: unless a contractor was added with portfolio-mcp contractor add, pages say \""+unnamedBusiness+"\".", "Set PORTFOLIO_BUSINESS_NAME, PORTFOLIO_CITY and PORTFOLIO_STATE.")
	}
}

// withStore opens the database for use.
func (s *Settings) withStore(use func(store.DB, *store.Store) error) error {
	db, err := s.Places.open(zerolog.Nop())
	if err != nil {
		return err
	}
	return errors.Join(use(db, store.New(db, store.Options{})), db.Close())
}

// checkContractor checks that it is clear for whom to act, where no one signs in.
func (s *Settings) checkContractor(ctx context.Context, r *doctor.Report) {
	if doctor.Absent(s.file) || s.Addr != "" && s.Auth == config.AuthOAuth {
		r.OK("The person who signs in, or the first contractor, owns new projects.")
		return
	}
	err := s.withStore(func(_ store.DB, kept *store.Store) error {
		_, err := (&people{store: kept, Contractor: s.Contractor}).meant(ctx)
		return err
	})
	switch {
	case errors.Is(err, errWhich):
		r.Fault(unnamed)
	case errors.Is(err, errNone):
		r.Fault(unknown)
	default:
		r.OK("One contractor owns new projects.")
	}
}

// checkPhotos checks that the folder of photos belongs to the database.
func (s *Settings) checkPhotos(ctx context.Context, r *doctor.Report) {
	var used bool
	var err error
	if !doctor.Absent(s.file) {
		err = s.withStore(func(_ store.DB, kept *store.Store) (err error) {
			if used, err = kept.HasFiles(ctx); err != nil || !used {
				return err
			}
			folder := s.folder(kept)
			return errors.Join(folder.Check(ctx), folder.Close())
		})
	}
	said, told := errors.AsType[*media.FolderError](err)
	switch {
	case told:
		r.Fault(foreignPhotos, said.Error())
	case err != nil:
		r.Fault(foreignPhotos, "the folder "+s.media()+" cannot be read and written")
	case used:
		r.OK("The folder %s has this database's photos.", s.media())
	default:
		r.OK("There is no photo yet; the first one goes to %s.", s.media())
	}
}
