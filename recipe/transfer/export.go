package transfer

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"mcp-adapters/internal/screen"
	"mcp-adapters/recipe/interchange"
)

// Export writes all recipes of a vault. It is used once.
type Export struct {
	Vault  *Vault
	Format interchange.Format
	Force  bool // replace files that exist
	// OnScreen has JSON written so that a terminal shows all of it.
	OnScreen bool

	rows    []row
	written int
	left    interchange.Left
	gone    int // deleted since the list was read
	tooLong bool
}

// Run writes to output, a file or for Cooklang a directory, or to stdout when
// output is empty. It returns what was written, in sentences.
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
			err = fmt.Errorf("what was printed is not whole: %w", err)
		}
	default:
		err = e.toFile(ctx, output)
	}
	if err != nil {
		return "", err
	}
	return e.summary(output), nil
}

func (e *Export) summary(where string) string {
	text := fmt.Sprintf("%s to %s.\n", screen.Amount(e.written, "recipe was written", "recipes were written"), screen.Line(where))
	if e.gone > 0 {
		text += fmt.Sprintf("While this ran, %s deleted by someone else.\n", screen.Amount(e.gone, "recipe was", "recipes were"))
	}
	if n := e.left.Pictures; n > 0 {
		text += fmt.Sprintf("%s, which the vault keeps: files that are exported hold none.\n", screen.Amount(n, "recipe has a picture", "recipes have pictures"))
	}
	if e.tooLong {
		text += "The file is too large to be imported back whole; for a copy to import, use --format jsonl.\n"
	}
	if n := e.left.Unknown; n > 0 {
		text += fmt.Sprintf("%s parts that this release does not know and left out; a newer one may take them along.\n", screen.Amount(n, "recipe has", "recipes have"))
	}
	return text
}

func (e *Export) toFile(ctx context.Context, path string) error {
	f, err := e.createFile(path)
	if err != nil {
		return err
	}
	if err := e.toStream(ctx, f); err != nil {
		f.Abandon()
		return fmt.Errorf("nothing was written to %s: %w", screen.Line(path), err)
	}
	return f.commit()
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
	for details, err := range inOrder(ctx, e.Vault, e.rows) {
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
	e.left, e.tooLong = w.Left(), w.TooLong()
	if err := w.Close(); err != nil {
		return err
	}
	return buffered.Flush()
}
