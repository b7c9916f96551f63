package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mcp-adapters/internal/screen"
	"mcp-adapters/recipe/interchange"
	"mcp-adapters/recipe/title"
)

// toDirectory writes each recipe to a file of its own, named for its title. All
// names are looked at before the first file is written.
func (e *Export) toDirectory(ctx context.Context, dir string) error {
	made, err := makeDirectory(dir)
	if err != nil {
		return err
	}
	names := fileNames(e.rows, e.Format)
	if err := e.free(dir, names); err != nil {
		return err
	}
	i := 0
	for details, err := range inOrder(ctx, e.Vault, e.rows) {
		switch {
		case err != nil:
		case details == nil:
			e.gone++
		default:
			if err = e.writeFile(filepath.Join(dir, names[i]), details); err == nil {
				e.written++
			}
		}
		if err != nil {
			if made && e.written == 0 {
				_ = os.Remove(dir)
			}
			return fmt.Errorf("%s of %d written to %s, each of them whole: %w",
				screen.Amount(e.written, "recipe was", "recipes were"), len(e.rows), screen.Line(dir), err)
		}
		i++
	}
	return nil
}

func makeDirectory(dir string) (made bool, err error) {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return false, fmt.Errorf("%s is no directory; name one for the recipes' files", screen.Line(dir))
	case err == nil:
		return false, nil
	case !errors.Is(err, fs.ErrNotExist):
		return false, notWritten(dir, err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return false, notWritten(dir, err)
	}
	return true, nil
}

// free refuses before anything is written when a file would have to be replaced
// and must not be.
func (e *Export) free(dir string, names []string) error {
	taken := 0
	var first error
	for _, name := range names {
		if _, err := e.replaceable(filepath.Join(dir, name)); err != nil {
			if taken++; taken == 1 {
				first = err
			}
		}
	}
	if taken > 1 {
		return fmt.Errorf("%d files are in the way, and nothing was written; the first: %w", taken, first)
	}
	return first
}

func (e *Export) writeFile(path string, details json.RawMessage) error {
	f, err := e.createFile(path)
	if err != nil {
		return err
	}
	w, err := interchange.NewWriter(f, e.Format)
	if err == nil {
		err = w.Write(details)
	}
	if err == nil {
		err = w.Close()
		e.left.Pictures += w.Left().Pictures
		e.left.Unknown += w.Left().Unknown
	}
	if err != nil {
		f.Abandon()
		return err
	}
	return f.commit()
}

// fileNames returns a name for each row. Names that some systems take for the
// same get a number: "Soup.cook", "soup-2.cook".
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
