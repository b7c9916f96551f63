package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"mcp-adapters/fault"
	"mcp-adapters/internal/screen"
	"mcp-adapters/recipe/interchange"
)

// patience is how many failures of the vault in a row end an import: one may be
// a recipe's own, but each may cost API_TIMEOUT, and there may be thousands.
const patience = 3

// importer brings the recipes of files into a vault, one create for each.
type importer struct {
	vault  *store
	dryRun bool
	stdin  io.Reader
	told   io.Writer // a line for each recipe; nil: none
	bar    *progress
	known  *known
	pace   pace
	// families is set where a recipe without an author is seen by no one.
	families bool
	failing  int // failures of the vault in a row
	report   report
}

// run imports the files and fills in the report. When ctx ends, the recipe that
// is being created is still finished.
func (im *importer) run(ctx context.Context, files []source, rows []row) {
	im.known = newKnown(rows)
	im.bar.start(len(files))
	defer im.bar.finish()
	for _, file := range files {
		if im.stopped(ctx) {
			return
		}
		im.file(ctx, file)
		im.bar.fileDone()
	}
}

func (im *importer) stopped(ctx context.Context) bool {
	if ctx.Err() != nil && im.report.Stopped == "" {
		im.report.Stopped = stoppedByPerson
	}
	return im.report.Stopped != ""
}

func (im *importer) file(ctx context.Context, src source) {
	file, err := src.open(ctx, im.stdin)
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		im.report.Stopped = stoppedByPerson
		return
	case err != nil:
		im.fail(noteOf(src.name, err))
		return
	}
	defer file.close()
	im.bar.fileOpened(file.File)
	for item, err := range file.Recipes() {
		if im.stopped(ctx) {
			return
		}
		if err != nil {
			im.fail(noteOf(src.name, err))
		} else {
			im.recipe(ctx, src.name, item)
		}
		im.bar.recipeDone()
	}
}

func (im *importer) fail(n note) {
	im.report.fail(n)
	im.tell("failed   %s", n)
}

// tell writes one line about one recipe for --verbose. What can't be written
// there is in the summary too.
func (im *importer) tell(format string, args ...any) {
	if im.told != nil {
		fmt.Fprintln(im.told, screen.Line(fmt.Sprintf(format, args...)))
	}
}

func (im *importer) recipe(ctx context.Context, name string, item interchange.Item) {
	s := sending{about: note{File: name, Entry: item.Entry, Title: item.Recipe.Title}, item: item, body: item.Kept}
	if s.body == nil {
		var err error
		if s.body, err = json.Marshal(item.Recipe); err != nil {
			s.about.Message = "the recipe can't be written as JSON."
			im.fail(s.about)
			return
		}
	}
	s.content = sha256.Sum256(s.body)
	there, ok := im.known.same(item.Recipe.Title)
	same := ok
	if item.Kept != nil {
		// A vault may have held several whose titles differ in white space alone.
		there, ok = im.known.exactly(item.Recipe.Title)
	}
	switch {
	case ok:
		im.skip(s.about, there != sum{} && there != s.content)
	case im.dryRun && same && im.vault.restoring == nil:
		s.about.Kind = string(fault.Conflict)
		s.about.Message = im.another(item.Recipe.Title, "differs from that of a recipe in the vault only in white space at its ends")
		im.fail(s.about)
	case im.dryRun:
		im.created(s, nil)
	default:
		answer, err := im.create(ctx, s)
		switch {
		case errors.Is(err, errStopped):
		case err != nil:
			im.refused(ctx, s, err)
		default:
			im.created(s, answer)
		}
	}
}

// skip counts a recipe whose title is in the vault. When this import brought
// another recipe of that title there, the person should know of the clash.
func (im *importer) skip(about note, clash bool) {
	im.report.Skipped++
	if clash {
		im.report.Clashing++
		about.Message = fmt.Sprintf("another recipe before it in this import has the title %s; give one of the two another title.", about.Title)
		im.report.Clashes = atMost(im.report.Clashes, about)
		im.tell("skipped  %s", about)
		return
	}
	about.Message = about.Title + " is present."
	im.tell("skipped  %s", about)
}
