// Package transfer imports recipes from files into a vault and exports them to
// files. Package interchange knows the formats; this one reads directories, calls
// the vault, waits while it is busy, and reports the outcome for each recipe.
//
// [Import] saves each recipe separately and skips those whose titles are in the
// vault already, so an import that was stopped can be run again. [Export] gives a
// file its name only when it is complete.
package transfer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// Export writes all recipes of a vault. It is used once.
type Export struct {
	Vault  *Vault
	Format interchange.Format
	Force  bool // replace files that exist
	// OnScreen has JSON written so that a terminal shows all of it.
	OnScreen bool

	rows     []row
	written  int
	gone     int // deleted since the list was read
	left     interchange.Left
	tooLong  bool
	tooLarge []string // titles of recipes
}

// Run writes to output, a file or for Cooklang a directory, or to stdout if output is
// empty. It returns what was written, in sentences.
func (e *Export) Run(ctx context.Context, output string, stdout io.Writer) (summary string, err error) {
	if e.rows, err = e.Vault.rows(ctx); err != nil {
		return "", err
	}
	switch {
	case e.Format == interchange.FormatCooklang:
		err = e.toDirectory(ctx, output)
	case output == "":
		output = "standard output"
		if err = e.toStream(ctx, UntilDone(ctx, stdout)); err != nil {
			err = fmt.Errorf("the output is incomplete: %w", err)
		}
	default:
		err = e.toFile(output, func(w io.Writer) error { return e.toStream(ctx, w) })
	}
	if err != nil {
		return "", err
	}
	return e.summary(output), nil
}

func (e *Export) summary(output string) string {
	text := fmt.Sprintf("%s to %s.\n", screen.Amount(e.written, "recipe was written", "recipes were written"), screen.Line(output))
	if e.gone > 0 {
		text += screen.Amount(e.gone, "recipe was", "recipes were") + " deleted during the export.\n"
	}
	if n := e.left.Pictures; n > 0 {
		text += screen.Amount(n, "recipe has a picture, which was not exported.", "recipes have pictures, which were not exported.") + "\n"
	}
	if n := e.left.Unknown; n > 0 {
		text += screen.Amount(n, "recipe has", "recipes have") + " parts that this release does not know and left out; a newer one may export them.\n"
	}
	for _, name := range e.tooLarge {
		text += fmt.Sprintf("%q is too large to be imported again; use --format jsonl for a copy that can be.\n", name)
	}
	if e.tooLong {
		text += "The file is too large to be imported again completely; use --format jsonl for a copy that can be.\n"
	}
	return text
}

func (e *Export) toStream(ctx context.Context, out io.Writer) error {
	buffered := bufio.NewWriterSize(out, 64<<10)
	w, err := interchange.NewWriter(writerFunc(func(text []byte) (int, error) {
		shown := text
		if e.OnScreen {
			shown = screen.JSON(text)
		}
		_, err := buffered.Write(shown)
		return len(text), err
	}), e.Format)
	if err != nil {
		return err
	}
	for details, err := range inOrder(ctx, e.rows, e.Vault.client.Get) {
		switch {
		case err != nil:
			return err
		case details == nil:
			e.gone++
			continue
		}
		if err := w.Write(details); err != nil {
			return err
		}
		e.written++
	}
	e.left, e.tooLong, e.tooLarge = w.Left(), w.TooLong(), w.TooLarge()
	return errors.Join(w.Close(), buffered.Flush())
}

// toDirectory writes each recipe to a file of its own, named after its title. All names
// are checked before the first file is written.
func (e *Export) toDirectory(ctx context.Context, dir string) (err error) {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is not a directory; name one for the recipe files", screen.Line(dir))
	case err == nil:
	case !errors.Is(err, fs.ErrNotExist):
		return notWritten(dir, err)
	default:
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return notWritten(dir, err)
		}
		defer func() {
			if err != nil {
				_ = os.Remove(dir) // unless there is a recipe in it
			}
		}()
	}
	paths := fileNames(e.rows, e.Format)
	for i, name := range paths {
		if paths[i], err = e.replaceable(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("nothing was written: %w", err)
		}
	}
	for details, err := range inOrder(ctx, e.rows, e.Vault.client.Get) {
		path := paths[e.written+e.gone]
		switch {
		case err != nil:
		case details == nil:
			e.gone++
			continue
		default:
			err = e.toFile(path, func(w io.Writer) error { return e.writeOne(w, details) })
		}
		if err != nil {
			return fmt.Errorf("%s of %d written to %s, each of them complete: %w",
				screen.Amount(e.written, "recipe was", "recipes were"), len(e.rows), screen.Line(dir), err)
		}
		e.written++
	}
	return nil
}

func (e *Export) writeOne(out io.Writer, details []byte) error {
	w, err := interchange.NewWriter(out, e.Format)
	if err == nil {
		err = w.Write(details)
	}
	if err == nil {
		e.left.Pictures += w.Left().Pictures
		e.left.Unknown += w.Left().Unknown
		e.tooLarge = append(e.tooLarge, w.TooLarge()...)
		err = w.Close()
	}
	return err
}

// fileNames returns a name for each row. Names that some systems take for the same get a
// number: "Soup.cook", "soup-2.cook".
func fileNames(rows []row, format interchange.Format) []string {
	names := make([]string, len(rows))
	used := make(map[string]bool, len(rows))
	last := map[string]int{} // the number that a name got last
	for i, r := range rows {
		name := interchange.FileName(r.Title, format)
		extension := filepath.Ext(name)
		stem := strings.TrimSuffix(name, extension)
		for key := title.Key(name); used[title.Key(name)]; {
			last[key] = max(last[key], 1) + 1
			name = fmt.Sprintf("%s-%d%s", stem, last[key], extension)
		}
		used[title.Key(name)] = true
		names[i] = name
	}
	return names
}
