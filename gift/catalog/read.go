package catalog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// Bounds of a file of gifts.
const (
	maxRows = 1_000_000
	maxRow  = 256 << 10 // bytes
)

// RowError is a gift of a file that can't be taken. The others can.
type RowError struct {
	Format Format
	// Row counts from 1. In CSV the header is row 1, as a spreadsheet numbers them.
	Row int
	// Shop: the row is of a shop's export, of which what can't be used is left out. Notice: it is about the
	// columns, and no gift is missing.
	Shop, Notice bool
	Name         string // of the gift, if it has one
	Broken       []*Error
}

// Error names the row, its gift and each field with the rule that it breaks.
func (e *RowError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d", e.Format.unit(), e.Row)
	if e.Name != "" {
		fmt.Fprintf(&b, " (%.60q)", e.Name)
	}
	before := ": "
	for _, broken := range e.Broken {
		b.WriteString(before + broken.Error())
		before = "; "
	}
	return b.String()
}

// row is an entry as it is in the file.
type row struct {
	number int
	gift   Gift
	shop   bool     // of a shop's export
	notice bool     // about the columns
	broken []*Error // what the file itself has wrong: fields unknown, a number that is none
}

// judges reports whether field is to be checked: not if the file has said what is wrong.
func (r *row) judges(field string) bool {
	return !slices.ContainsFunc(r.broken, func(e *Error) bool { return e.Field == field || e.Field == "" })
}

// Read returns the gifts of r, one after the other as they are read, cleaned and checked.
// With a nil vocabulary tags may be any words. A gift's id is empty where the file has none.
//
// A gift that breaks a rule, or has the id or the name of one before it, comes as a
// [*RowError], and reading goes on; any other error is the last. Tags and price are read in
// any case of letters, and a tag that is there twice counts once.
func Read(r io.Reader, f Format, v *Vocabulary) iter.Seq2[Gift, error] {
	return func(yield func(Gift, error) bool) {
		seen := map[[16]byte]int{}
		count := 0
		stopped := errors.New("stopped")
		err := f.read(r, func(entry *row) error {
			if entry.notice {
				if !yield(Gift{}, &RowError{Format: f, Row: entry.number, Broken: entry.broken, Shop: true, Notice: true}) {
					return stopped
				}
				return nil
			}
			if count++; count > maxRows {
				return fmt.Errorf("the file has more than %d gifts", maxRows)
			}
			g := &entry.gift
			g.fold()
			g.Clean()
			broken := entry.broken
			for _, err := range g.Check(v) {
				if entry.judges(err.Field) && (err.Field != "id" || g.ID != "") {
					broken = append(broken, err)
				}
			}
			for _, key := range [][2]string{{"id", g.ID}, {"name", Fold(g.Name)}} {
				if key[1] == "" {
					continue
				}
				hash := [16]byte(sha256Of(key[0], key[1])) // a million names in 20 MB
				if first, ok := seen[hash]; ok {
					broken = append(broken, rule(key[0], "is that of %s %d", f.unit(), first))
				} else {
					seen[hash] = entry.number
				}
			}
			if len(broken) > 0 {
				if !yield(Gift{}, &RowError{Format: f, Row: entry.number, Name: g.Name, Broken: broken, Shop: entry.shop}) {
					return stopped
				}
			} else if !yield(*g, nil) {
				return stopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, stopped) {
			yield(Gift{}, err)
		}
	}
}

// read calls each with the entries of r until it returns an error, which read returns.
func (f Format) read(r io.Reader, each func(*row) error) error {
	limited := &limitedReader{r: r, left: maxRow}
	buffered := bufio.NewReaderSize(limited, 64<<10)
	if err := skipBOM(buffered); err != nil {
		return err
	}
	next := func(entry *row) error {
		limited.left = maxRow
		return each(entry)
	}
	switch f {
	case CSV:
		return readCSV(buffered, next)
	case JSON:
		return readJSON(buffered, next)
	case JSONLines:
		return readJSONLines(buffered, next)
	case YAML:
		return readYAML(buffered, next)
	}
	return fmt.Errorf("format %q is not csv, json, jsonl or yaml", f)
}

var errTooLong = errors.New("too long")

// limitedReader fails where one entry would take more than its bound. Whoever has read an
// entry sets left anew.
type limitedReader struct {
	r    io.Reader
	left int
}

func (l *limitedReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLong
	}
	n, err := l.r.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// readError says which entry could not be read, after which none is.
func readError(f Format, number int, err error) error {
	if errors.Is(err, errTooLong) {
		return fmt.Errorf("%s %d is longer than %d KiB; is a quotation mark or a bracket not closed? From there on nothing was read", f.unit(), number, maxRow>>10)
	}
	return fmt.Errorf("%s %d: %w; from there on nothing was read", f.unit(), number, err)
}

// skipBOM passes over the mark with which spreadsheets begin a file.
func skipBOM(r *bufio.Reader) error {
	start, err := r.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the file: %w", err)
	}
	switch {
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		_, err = r.Discard(3)
		return err
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return errors.New("the file is in UTF-16; save it as UTF-8")
	}
	return nil
}

// fold brings what people write in either case to lower case.
func (g *Gift) fold() {
	g.Price = Price(strings.ToLower(string(g.Price)))
	for _, tags := range []*[]string{&g.Categories, &g.Occasions, &g.Recipients} {
		var folded []string
		for _, tag := range *tags {
			if tag = clean(strings.ToLower(tag)); !slices.Contains(folded, tag) && len(folded) <= MaxTags {
				folded = append(folded, tag)
			}
		}
		*tags = folded
	}
}
