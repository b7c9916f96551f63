package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// Import says what an import does besides its files.
type Import struct {
	Vault   *Vault
	DryRun  bool      // write nothing
	Stdin   io.Reader // what "-" reads
	Verbose io.Writer // gets a line for each recipe; nil: none
	Bar     *Bar
	Wait    func(context.Context, time.Duration) error // pauses while the vault is busy
	Log     zerolog.Logger
}

// Run imports the recipes of files, one create for each. A name may be that of a
// directory, or "-" for standard input. An error means that the vault could not be
// read; everything else is in the report. When ctx ends, the recipe that is being
// created is still finished.
func (o Import) Run(ctx context.Context, names []string) (*Report, error) {
	im := importing{
		Import: o, titles: titles{}, pace: pace{wait: o.Wait, log: o.Log},
		report: Report{Vault: o.Vault.Place, DryRun: o.DryRun, Served: o.Vault.own == nil},
	}
	// A dry run makes no file; one that is not there is an empty vault.
	if !o.DryRun || !o.Vault.Missing() {
		if err := o.Vault.learn(ctx, im.titles); err != nil {
			return nil, err
		}
	}
	files := sources(names)
	im.Bar.start(len(files))
	defer im.Bar.finish()
	for i, file := range files {
		if im.stopped(ctx) {
			break
		}
		im.file(ctx, i, file)
	}
	return &im.report, nil
}

// importing is an import at work.
type importing struct {
	Import
	titles  titles
	pace    pace
	failing int // failures of the vault in a row
	report  Report
}

func (im *importing) stopped(ctx context.Context) bool {
	if ctx.Err() != nil && im.report.Stopped == "" {
		im.report.Stopped = StoppedByPerson
	}
	return im.report.Stopped != ""
}

func (im *importing) file(ctx context.Context, i int, src source) {
	file, err := src.open(ctx, im.Stdin)
	if err != nil {
		if !im.stopped(ctx) {
			im.fail(noteOf(src.name, err))
		}
		return
	}
	defer func() { _ = file.Close() }()
	im.Bar.opened(i, file.File)
	for item, err := range file.Recipes() {
		if im.stopped(ctx) {
			return
		}
		if err != nil {
			im.fail(noteOf(src.name, err))
		} else {
			im.recipe(ctx, sending{Item: item, about: Note{File: src.name, Entry: item.Entry, Title: item.Recipe.Title}})
		}
		im.Bar.recipeDone()
	}
}

func (im *importing) fail(n Note) {
	im.report.Failed++
	im.report.Failures = atMost(im.report.Failures, n)
	im.tell("failed   %s", n)
}

// skip counts a recipe whose title is in the vault. If it is not this recipe, clash says why
// with a verb for the title, and the report does too.
func (im *importing) skip(about Note, clash string) {
	im.report.Skipped++
	about.Message = about.Title + " is present."
	if clash != "" {
		im.report.Clashing++
		about.Message = fmt.Sprintf(clash, about.Title)
		im.report.Clashes = atMost(im.report.Clashes, about)
	}
	im.tell("skipped  %s", about)
}

// tell writes a line for --verbose.
func (im *importing) tell(format string, args ...any) {
	if im.Verbose != nil {
		fmt.Fprintln(im.Verbose, screen.Line(fmt.Sprintf(format, args...)))
	}
}

// sending is a recipe on its way into the vault.
type sending struct {
	interchange.Item
	about Note
	body  []byte
	free  string // a title that is free, from the answer that its own is taken
}

// content tells recipes apart by what they have besides the title.
func (s sending) content() sum {
	s.Recipe.Title = ""
	text, _ := json.Marshal(s.Recipe) // as it was before, when it had a title
	return sha256.Sum256(text)
}
