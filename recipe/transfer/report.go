package transfer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// mostNotes bounds each list of a report; the counts stay exact.
const mostNotes = 1000

// Why an import ended before its files did.
const (
	StoppedByPerson  = "interrupted"
	StoppedByFailure = "vault_failing"
)

// Report is what an import did, or would do with --dry-run. Its JSON is what
// --json prints; a list holds at most mostNotes entries.
type Report struct {
	Vault    string `json:"vault"`
	Served   bool   `json:"-"`
	DryRun   bool   `json:"dry_run"`
	Created  int    `json:"created"`
	Skipped  int    `json:"skipped"`  // clashing ones included
	Clashing int    `json:"clashing"` // skipped for another recipe of the same import
	Failed   int    `json:"failed"`
	Changed  int    `json:"changed"` // recipes that have warnings
	Altered  int    `json:"altered"` // of those, recipes of our own JSON
	// Unseen is how many of those created no family sees, because their author is
	// unknown or in no family.
	Unseen   int    `json:"unseen,omitempty"`
	Stopped  string `json:"stopped,omitempty"`
	Failures []Note `json:"failures"`
	Clashes  []Note `json:"clashes"`
	Warnings []Note `json:"warnings"`
	// Alterations has one note for each recipe that Altered counts; in JSON, Warnings
	// says the same.
	Alterations []Note `json:"-"`
}

// Note is a sentence about a file or about one recipe in it.
type Note struct {
	File    string `json:"file"`
	Entry   string `json:"entry,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Title   string `json:"title,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Message string `json:"message"`
}

// String is the place and the sentence on one line, fit for a terminal.
func (n Note) String() string {
	e := interchange.Error{File: n.File, Entry: n.Entry, Line: n.Line, Column: n.Column, Message: screen.Line(n.Message)}
	return e.Error()
}

// noteOf makes a note of an error that came up while reading name.
func noteOf(name string, err error) Note {
	if e, ok := errors.AsType[*interchange.Error](err); ok {
		return Note{File: name, Entry: e.Entry, Line: e.Line, Column: e.Column, Kind: string(e.Kind), Message: e.Message}
	}
	return Note{File: name, Message: err.Error()}
}

// atMost appends n while there is room.
func atMost(notes []Note, n Note) []Note {
	if len(notes) >= mostNotes {
		return notes
	}
	return append(notes, n)
}

// WriteJSON writes the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	for _, list := range []*[]Note{&r.Failures, &r.Clashes, &r.Warnings} {
		if *list == nil {
			*list = []Note{} // an empty array, not null
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(append(screen.JSON(text), '\n'))
	return err
}

// WriteText writes the summary for a person.
func (r *Report) WriteText(w io.Writer, verbose bool) error {
	var b strings.Builder
	list := func(head string, notes []Note, count int) {
		if count == 0 {
			return
		}
		b.WriteString(head + "\n")
		for _, n := range notes {
			b.WriteString("  " + n.String() + "\n")
		}
		if more := count - len(notes); more > 0 {
			fmt.Fprintf(&b, "  and %d more.\n", more)
		}
	}
	list("Failed:", r.Failures, r.Failed)
	list("Skipped because of their titles:", r.Clashes, r.Clashing)
	list("Changed:", r.Alterations, r.Altered)
	if r.Changed > 0 {
		where := "use --verbose to see how"
		if verbose || r.Changed == len(r.Alterations) {
			where = "see above"
		}
		fmt.Fprintf(&b, "%s changed to fit into the vault, or lost a part; %s.\n", screen.Amount(r.Changed, "recipe was", "recipes were"), where)
	}
	if r.Unseen > 0 {
		are := screen.Amount(r.Unseen, "recipe is", "recipes are")
		if r.DryRun {
			are = screen.Amount(r.Unseen, "recipe would be", "recipes would be")
		}
		fmt.Fprintf(&b, "%s visible to no family, because the author is unknown or in no family; give recipes to a family with import --as, or afterwards with recipe-vault families adopt.\n", are)
	}
	switch r.Stopped {
	case StoppedByPerson:
		b.WriteString("Stopped as requested: what is not counted below was not tried. Run the same import again to continue.\n")
	case StoppedByFailure:
		b.WriteString("Stopped because the vault keeps failing: what is not counted below was not tried. When the vault works again, run the same import again; it skips what is there.\n")
	}
	if r.DryRun && r.Served && r.Created > 0 {
		b.WriteString("A served vault checks a recipe only when it receives it: some may yet fail, for example because a recipe that you can't see has the title.\n")
	}
	if r.DryRun {
		b.WriteString("Nothing was written. Without --dry-run: ")
	}
	fmt.Fprintf(&b, "%d created, %d skipped as present, %d failed, in %s\n", r.Created, r.Skipped, r.Failed, screen.Line(r.Vault))
	_, err := io.WriteString(w, b.String())
	return err
}

// ErrAltered says that no recipe failed, but that the vault does not hold each of them as
// its file has it.
var ErrAltered = errors.New("not everything is in the vault as the files have it")

// Failure is nil when everything is in the vault as the files have it, an [ErrAltered]
// when everything is there, but not so, and another error when something is missing.
func (r *Report) Failure() error {
	switch {
	case r.Failed > 0:
		return fmt.Errorf("the import is not complete: %d failed", r.Failed)
	case r.Stopped != "":
		return errors.New("the import is not complete: it was stopped")
	}
	var parts []string
	if r.Clashing > 0 {
		parts = append(parts, screen.Amount(r.Clashing, "recipe was skipped because of its title", "recipes were skipped because of their titles"))
	}
	if r.Altered > 0 {
		parts = append(parts, screen.Amount(r.Altered, "recipe was changed", "recipes were changed"))
	}
	if parts == nil {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrAltered, strings.Join(parts, ", "))
}
