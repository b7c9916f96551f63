package giftmcp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// formatOf returns the format that a flag names, or else the name of a file.
func formatOf(path, flag string) (catalog.Format, error) {
	if flag != "" {
		for _, f := range catalog.Formats {
			if strings.EqualFold(flag, string(f)) {
				return f, nil
			}
		}
		return "", cli.Mistake("--format must be csv, json, jsonl or yaml")
	}
	if path == "" {
		return "", cli.Mistake("give --format csv, json, jsonl or yaml")
	}
	f, err := catalog.FormatOf(path)
	if err != nil {
		return "", cli.Mistake("give --format csv, json, jsonl or yaml: " + err.Error())
	}
	return f, nil
}

// file is one of gifts.
type file struct {
	in     io.Reader
	format catalog.Format
	close  func()
}

// openFile opens a file, or standard input for "-".
func openFile(stdin io.Reader, path, flag string) (*file, error) {
	if path == "-" {
		format, err := formatOf("", flag)
		return &file{stdin, format, func() {}}, err
	}
	format, err := formatOf(path, flag)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path) //nolint:gosec // the operator's own file
	if err == nil {
		var info os.FileInfo
		if info, err = f.Stat(); err == nil && info.IsDir() {
			err = errors.New("it is a directory")
		}
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", screen.Line(path), err)
	}
	return &file{f, format, func() { _ = f.Close() }}, nil
}

// rows are those of the file, read once.
func (f *file) rows() iter.Seq2[catalog.Gift, error] { return catalog.Read(f.in, f.format, nil) }

// count returns how many rows there are, -1 where the file can't be read twice.
func (f *file) count() (n int) {
	again, ok := f.in.(io.Seeker)
	if !ok {
		return -1
	}
	if _, err := again.Seek(0, io.SeekStart); err != nil {
		return -1
	}
	for _, err := range f.rows() {
		_ = err // what fails takes its turn as well
		n++
	}
	if _, err := again.Seek(0, io.SeekStart); err != nil {
		return -1
	}
	return n
}
