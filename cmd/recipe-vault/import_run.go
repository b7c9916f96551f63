package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"mcp-adapters/apiclient"
	"mcp-adapters/interchange"
	"mcp-adapters/internal/screen"
	"mcp-adapters/recipe/title"
)

// patience is how many failures of the vault in a row end an import: one may be
// a recipe's own, but each may cost API_TIMEOUT, and there may be thousands.
const patience = 3

// sum tells bodies apart. The zero one is of a recipe that this import did not
// make: it is in the vault, and what it holds is not known.
type sum [sha256.Size]byte

// importer brings the recipes of files into a vault, one create for each.
type importer struct {
	vault   recipes
	dryRun  bool
	stdin   io.Reader
	told    io.Writer // a line for each recipe; nil: none
	bar     *progress
	titles  map[string]sum // by title.Key: what is in the vault
	failing int            // failures of the vault in a row
	report  report
}

// run imports the files and fills in the report. When ctx ends, the recipe that
// is being created is still finished.
func (im *importer) run(ctx context.Context, files []source, rows []row) {
	im.titles = make(map[string]sum, len(rows))
	for _, r := range rows {
		im.titles[title.Key(r.Title)] = sum{}
	}
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
		fmt.Fprintf(im.told, format+"\n", args...)
	}
}

func (im *importer) recipe(ctx context.Context, name string, item interchange.Item) {
	about := note{File: name, Entry: item.Entry, Title: item.Recipe.Title}
	sent, err := json.Marshal(item.Recipe)
	if err != nil {
		about.Message = "the recipe can't be written as JSON."
		im.fail(about)
		return
	}
	key, content := title.Key(item.Recipe.Title), sha256.Sum256(sent)
	if there, ok := im.titles[key]; ok {
		im.skip(about, there != sum{} && there != content)
		return
	}
	if !im.dryRun {
		// A person's Ctrl-C does not reach the create: one that was called off
		// would leave open whether it was done.
		if _, err := im.vault.CreateRecipe(context.WithoutCancel(ctx), sent); err != nil {
			im.refused(about, key, err)
			return
		}
	}
	im.failing = 0
	im.titles[key] = content
	im.report.Created++
	about.Message = item.Recipe.Title
	im.tell("created  %s", about)
	if len(item.Warnings) > 0 {
		im.report.Changed++
	}
	for _, w := range item.Warnings {
		about.Message = w
		im.report.Warnings = atMost(im.report.Warnings, about)
		im.tell("         %s", screen.Line(w))
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

// refused deals with a recipe that the vault did not take.
func (im *importer) refused(about note, key string, err error) {
	var e *apiclient.Error
	if !errors.As(err, &e) {
		e = &apiclient.Error{Kind: apiclient.KindInternal, Message: err.Error()}
	}
	about.Kind, about.Message = string(e.Kind), e.Message
	switch e.Kind {
	case apiclient.KindConflict:
		// Made since the list was read, or of a family that is not ours to see.
		im.failing = 0
		im.titles[key] = sum{}
		im.skip(about, false)
		return
	case apiclient.KindInvalidParams:
		im.failing = 0
	case apiclient.KindUnauthorized, apiclient.KindForbidden:
		im.report.Stopped = stoppedByFailure
	case apiclient.KindUnknownOutcome:
		about.Message += " Running the same import again is safe: it skips this one if it was saved."
		im.failing++
	default:
		im.failing++
	}
	im.fail(about)
	if im.failing >= patience {
		im.report.Stopped = stoppedByFailure
	}
}
