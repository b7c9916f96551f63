// Package folio makes portfolios to measure portfolio-mcp with.
package folio

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// Folio is a portfolio in a directory.
type Folio struct {
	Dir      string
	Projects int

	Contractor, Token string   // its only one, and a bearer token of theirs
	Project           string   // the newest
	Shown             []string // those with photos, the newest last
}

// File is its database.
func (f *Folio) File() string { return filepath.Join(f.Dir, "portfolio.db") }

// Email is the contractor's address.
func (f *Folio) Email() string { return "ann@example.com" }

// Name says how large it is.
func (f *Folio) Name() string { return fmt.Sprintf("of %d", f.Projects) }

// photosEach is how many photos a project has.
const photosEach = 3

// shown is how many projects have photos: no page has more.
const shown = 100

// Fill makes the projects, with photos in the newest.
func (f *Folio) Fill(ctx context.Context) (err error) {
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return err
	}
	db := store.SQLite(f.File(), zerolog.Nop())
	defer func() { err = errors.Join(err, db.Close()) }()
	kept := store.New(db, store.Options{})
	folder := media.New(media.Options{Dir: filepath.Join(f.Dir, "media"), Identity: site.Identity(kept)})
	defer func() { err = errors.Join(err, folder.Close()) }()
	if err := folder.Check(ctx); err != nil { // its first use asks the store, which FinishUpload keeps busy
		return err
	}
	email, business, city, state, plan := f.Email(), "Acme Masonry", "Denver", "CO", store.Pro
	c, err := kept.AddContractor(ctx, store.ContractorChange{Email: &email, BusinessName: &business, City: &city, State: &state, Plan: &plan})
	if err != nil {
		return err
	}
	f.Contractor = c.ID
	if f.Token, err = kept.AddToken(ctx, c.ID); err != nil {
		return err
	}
	for i := range f.Projects {
		made, err := kept.CreateProject(ctx, c.ID, store.NewProject{
			Title: fmt.Sprintf("Chimney rebuild number %06d", i), ProjectType: "Chimney rebuild",
			Summary: "A leaning chimney was taken down and built again.", Challenge: strings.Repeat("What was wrong with it. ", 8),
			Solution: strings.Repeat("What was done about it. ", 12), Results: strings.Repeat("What is better now. ", 6),
			OutcomeHighlights: []string{"No more leaks", "Matched brick", "Done in three weeks"},
		})
		if err != nil {
			return err
		}
		f.Project = made.ID
		if i >= f.Projects-shown {
			f.Shown = append(f.Shown, made.ID)
			if err := f.illustrate(ctx, kept, folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// illustrate gives the newest project its photos, which are files of a few bytes: no one
// looks at them.
func (f *Folio) illustrate(ctx context.Context, kept *store.Store, folder *media.Folder) error {
	for range photosEach {
		_, u, err := kept.AddImage(ctx, f.Contractor, f.Project, store.NewImage{Filename: "chimney.jpg", ContentType: "image/jpeg", AltText: "The chimney", Type: store.After})
		if err != nil {
			return err
		}
		_, err = kept.FinishUpload(ctx, u, store.Received{Bytes: 5, SHA256: strings.Repeat("0", 64), Width: 1600, Height: 1200}, func() error {
			return folder.Write(ctx, media.Draft, u.Path, strings.NewReader("photo"))
		})
		if err != nil {
			return err
		}
	}
	return nil
}
