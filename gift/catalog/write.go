package catalog

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v3"
)

// Writer writes gifts to a file in a form that [Read] reads again. After the last one it
// must be closed, which does not close the file.
type Writer struct {
	out    *bufio.Writer
	table  *csv.Writer // of CSV
	format Format
	count  int
	failed error // the first one, which those after it repeat
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer, f Format) *Writer {
	out := bufio.NewWriter(w)
	return &Writer{out: out, table: csv.NewWriter(out), format: f}
}

// Write appends g, which must be as [Gift.Check] wants it.
func (w *Writer) Write(g *Gift) error {
	if w.failed == nil {
		w.failed = w.write(g)
	}
	return w.failed
}

func (w *Writer) write(g *Gift) error {
	w.count++
	switch w.format {
	case CSV:
		if w.count == 1 {
			if err := w.header(); err != nil {
				return err
			}
		}
		cells := make([]string, len(fields))
		for i, f := range fields {
			cells[i] = cellOf(f.at(g))
		}
		return w.table.Write(cells)
	case JSON:
		start := ",\n  "
		if w.count == 1 {
			start = "[\n  "
		}
		return w.join(start, g, "", jsontext.WithIndent("  "), jsontext.WithIndentPrefix("  "))
	case JSONLines:
		return w.join("", g, "\n")
	case YAML:
		start := "\n"
		if w.count == 1 {
			start = ""
		}
		if _, err := w.out.WriteString(start); err != nil {
			return err
		}
		e := yaml.NewEncoder(w.out)
		e.SetIndent(2)
		return cmp.Or(e.Encode([]*Gift{g}), e.Close())
	}
	return fmt.Errorf("format %q is not csv, json, jsonl or yaml", w.format)
}

// Close writes what ends the file. A file without gifts is one that Read reads too. After a failed
// Write it returns that error.
func (w *Writer) Close() error {
	if w.failed != nil {
		return w.failed
	}
	var err error
	switch {
	case w.format == CSV && w.count == 0:
		err = w.header()
	case w.format == JSON && w.count == 0:
		_, err = w.out.WriteString("[]\n")
	case w.format == JSON:
		_, err = w.out.WriteString("\n]\n")
	}
	w.table.Flush()
	w.failed = cmp.Or(err, w.table.Error(), w.out.Flush()) // one is as good as the others
	return w.failed
}

func (w *Writer) header() error {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return w.table.Write(names)
}

func (w *Writer) join(before string, g *Gift, after string, options ...jsontext.Options) error {
	text, err := json.Marshal(g, append(options, json.Deterministic(true))...)
	if err != nil {
		return err
	}
	_, err = w.out.WriteString(before + string(text) + after)
	return err
}
