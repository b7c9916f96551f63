package portfoliomcp

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// projectsFile is the file that the projects are kept in.
var projectsFile = doctor.File{
	Check:   "portfolio",
	Missing: "There is no project yet; the first request makes %s.",
	Empty:   "The file %s is empty, and can become a portfolio.",

	NotFile:  doctor.Trouble{Check: "portfolio", Text: "%s is not a file.", Fix: "Move it away, or name another file in DATABASE_URL."},
	Foreign:  doctor.Trouble{Check: "portfolio", Text: "%s is not the database of a portfolio.", Fix: "Name another file in DATABASE_URL. This one stays as it is."},
	Newer:    doctor.Trouble{Check: "portfolio", Text: "A newer release of this program wrote %s.", Fix: "Install the newest release, and run portfolio-mcp install with it."},
	Damaged:  doctor.Trouble{Check: "portfolio", Text: "The database %s is damaged.", Fix: "Put a backup in its place: portfolio-mcp restore FILE, with the same DATABASE_URL and DATA_DIR if they are set here. The damaged one is kept."},
	Busy:     doctor.Trouble{Check: "portfolio", Text: "Another program keeps %s locked.", Fix: "Close the program that has it open."},
	Unusable: doctor.Trouble{Check: "portfolio", Text: "The database %s cannot be opened.", Fix: "Allow the user who runs the client to read and write the file and its directory. The cause is in the log: run portfolio-mcp call list_projects."},
	NoServer: doctor.Trouble{Check: "portfolio", Text: "The PostgreSQL server that DATABASE_URL names does not let the program use the database.", Fix: "Check host, port, user, password and name of the database in DATABASE_URL, and that the server runs. The cause is in the log: run portfolio-mcp call list_projects."},
}

// The other faults of what is kept.
var (
	unnamed       = doctor.Trouble{Check: "portfolio", Text: "Several contractors have projects here, and nothing says for which of them to act.", Fix: "Set PORTFOLIO_EMAIL to the address of one; portfolio-mcp contractor list lists them."}
	unknown       = doctor.Trouble{Check: "portfolio", Text: "No contractor has the address in PORTFOLIO_EMAIL.", Fix: "Correct it, or add the contractor with portfolio-mcp contractor add."}
	foreignPhotos = doctor.Trouble{Check: "photos", Text: "The photos can't be used: %s.", Fix: "Mount the disk that they are on, or correct DATA_DIR. Each database has a directory of its own."}
)

const examineLimit = 10 * time.Second

// examine checks the directory, the database and the photos' folder.
func (s *Settings) examine(ctx context.Context, r *doctor.Report) {
	ctx, cancel := context.WithTimeout(ctx, examineLimit)
	defer cancel()
	dir := s.dir
	if s.file != "" {
		dir = filepath.Dir(s.file)
	}
	if !r.Directory(dir) {
		r.Skip("its directory cannot be used", "portfolio", "photos")
		return
	}
	if s.file != "" && !projectsFile.IsDatabase(r, s.file) {
		r.Skip("there is no database yet", "photos")
		return
	}
	db, err := s.Places.open(zerolog.Nop())
	if err == nil {
		err = db.Check(ctx)
		projectsFile.Checked(r, s.file, err)
		if err == nil {
			s.examineContractor(ctx, r, db)
			s.examinePhotos(ctx, r, db)
		} else {
			r.Skip("the database cannot be used", "photos")
		}
		_ = db.Close() // it was only read
		return
	}
	r.Fault(projectsFile.NoServer)
}

// examineContractor looks whether it is clear for whom to act, where no one signs in.
func (s *Settings) examineContractor(ctx context.Context, r *doctor.Report, db store.DB) {
	if s.Addr != "" && s.Auth == config.AuthOAuth {
		return
	}
	p := &people{store: store.New(db, store.Options{}), Contractor: s.Contractor}
	switch _, err := p.meant(ctx); {
	case errors.Is(err, errWhich):
		r.Fault(unnamed)
	case errors.Is(err, errNone):
		r.Fault(unknown)
	}
}

// examinePhotos looks whether the folder is the database's, if there is one.
func (s *Settings) examinePhotos(ctx context.Context, r *doctor.Report, db store.DB) {
	kept := store.New(db, store.Options{})
	used, err := kept.HasFiles(ctx)
	switch {
	case err != nil:
		r.Skip("the database could not be asked for them", "photos")
		return
	case !used:
		r.OK("photos", "There is no photo yet; the first one goes to %s.", s.media())
		return
	}
	folder := s.folder(kept)
	defer func() { _ = folder.Close() }()
	err = folder.Check(ctx)
	said := (*media.FolderError)(nil)
	switch {
	case err == nil:
		r.OK("photos", "The folder %s has this database's photos.", s.media())
	case errors.As(err, &said):
		r.Fault(foreignPhotos, said.Error())
	default:
		r.Fault(foreignPhotos, "the folder "+s.media()+" cannot be read and written")
	}
}
