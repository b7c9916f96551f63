package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/fault"
	"mcp-adapters/internal/screen"
	"mcp-adapters/recipe/interchange"
)

// patience is how many failures of the vault in a row end an import: one may be
// a recipe's own, but each may cost API_TIMEOUT, and there may be thousands.
const patience = 3

// Import says what an import does besides its files.
type Import struct {
	Vault   *Vault
	DryRun  bool // write nothing
	Stdin   io.Reader
	Verbose io.Writer // takes a line for each recipe; nil: none
	Bar     *Bar
	// Wait pauses before a vault that is busy is asked again; nil is [PauseFor].
	Wait func(context.Context, time.Duration) error
	Log  zerolog.Logger
}

// Run brings the recipes of files into the vault, one create for each. A name may
// be that of a directory, or "-" for standard input. The error is that the vault
// could not be read; all else is in the report. When ctx ends, the recipe that is
// being created is still finished.
func (o Import) Run(ctx context.Context, names []string) (*Report, error) {
	var rows []row
	// A dry run makes no file; one that is not there is an empty vault.
	if !o.DryRun || !o.Vault.Missing() {
		var err error
		if rows, err = o.Vault.rows(ctx); err != nil {
			return nil, err
		}
	}
	if o.Wait == nil {
		o.Wait = PauseFor
	}
	im := importing{
		Import: o, known: newKnown(rows),
		pace: pace{wait: o.Wait, log: o.Log}, report: Report{Vault: o.Vault.Place, DryRun: o.DryRun},
	}
	im.run(ctx, sources(names))
	return &im.report, nil
}

// importing is an import at work.
type importing struct {
	Import
	known   *known
	pace    pace
	failing int // failures of the vault in a row
	report  Report
}

func (im *importing) run(ctx context.Context, files []source) {
	im.Bar.start(len(files))
	defer im.Bar.finish()
	for _, file := range files {
		if im.stopped(ctx) {
			return
		}
		im.file(ctx, file)
		im.Bar.fileDone()
	}
}

func (im *importing) stopped(ctx context.Context) bool {
	if ctx.Err() != nil && im.report.Stopped == "" {
		im.report.Stopped = StoppedByPerson
	}
	return im.report.Stopped != ""
}

func (im *importing) file(ctx context.Context, src source) {
	file, err := src.open(ctx, im.Stdin)
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		im.report.Stopped = StoppedByPerson
		return
	case err != nil:
		im.fail(noteOf(src.name, err))
		return
	}
	defer file.close()
	im.Bar.fileOpened(file.File)
	for item, err := range file.Recipes() {
		if im.stopped(ctx) {
			return
		}
		if err != nil {
			im.fail(noteOf(src.name, err))
		} else {
			im.recipe(ctx, src.name, item)
		}
		im.Bar.recipeDone()
	}
}

func (im *importing) fail(n Note) {
	im.report.fail(n)
	im.tell("failed   %s", n)
}

// tell writes one line about one recipe for --verbose. What can't be written
// there is in the summary too.
func (im *importing) tell(format string, args ...any) {
	if im.Verbose != nil {
		fmt.Fprintln(im.Verbose, screen.Line(fmt.Sprintf(format, args...)))
	}
}

func (im *importing) recipe(ctx context.Context, name string, item interchange.Item) {
	s := sending{about: Note{File: name, Entry: item.Entry, Title: item.Recipe.Title}, item: item, body: item.Kept}
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
	case im.DryRun && same && im.Vault.restoring == nil:
		s.about.Kind = string(fault.Conflict)
		s.about.Message = im.another(item.Recipe.Title, "differs from that of a recipe in the vault only in white space at its ends")
		im.fail(s.about)
	case im.DryRun:
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
func (im *importing) skip(about Note, clash bool) {
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
