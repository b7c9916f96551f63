package catalog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// readCSV reads cells by the names in the first row. They may be parted by semicolons or
// tabs, as spreadsheets in some countries save them; lists inside a cell have commas.
func readCSV(r *bufio.Reader, each func(*row) error) error {
	table := newRecords(decoded(r))
	header, err := table.next()
	bad := (*badRecord)(nil)
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty; its first row must have the names of the columns")
	case errors.As(err, &bad):
		return errors.New("row 1 must have the names of the columns: a quotation mark is out of place")
	case err != nil:
		return readError(CSV, 1, err)
	}
	store := newShop(header)
	var columns []field
	if store == nil {
		if columns, err = columnsOf(header); err != nil {
			return err
		}
	} else if notice := store.notice(); notice != nil {
		if err := each(notice); err != nil {
			return err
		}
	}
	for number := 2; ; number++ {
		var entry *row
		switch cells, err := table.next(); {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			entry = bad.toRow(number, columns)
		case err != nil:
			return readError(CSV, number, err)
		case !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }):
			continue // spreadsheets save empty rows
		case store != nil:
			if entry = store.row(number, cells); entry == nil {
				continue
			}
		default:
			entry = cellsToRow(number, cells, columns)
		}
		if err := each(entry); err != nil {
			return err
		}
	}
}

// toRow says which column is at fault.
func (b *badRecord) toRow(number int, columns []field) *row {
	entry := &row{number: number}
	at := max(len(b.cells)-1, 0)
	column := fmt.Sprintf("column %d", at+1)
	for i, f := range columns[:min(at+1, len(columns))] {
		if i < at && f.name == "name" {
			entry.gift.Name = strings.TrimSpace(b.cells[i])
		}
		if i == at && f.name != "" {
			column = f.name
		}
	}
	what := "has a quotation mark out of place"
	if b.open {
		what = "has a quotation mark that isn't closed"
	}
	entry.broken = []*Error{{Rule: fmt.Sprintf("%s %s (line %d); a text with one must be in quotation marks, and each in it doubled", column, what, b.line)}}
	return entry
}

func separator(r *bufio.Reader) rune {
	start, _ := r.Peek(4 << 10) // what can't be read, Read reports
	header, _, _ := bytes.Cut(start, []byte("\n"))
	best, most := ',', 0
	for _, sep := range []rune{',', ';', '\t'} {
		if n := bytes.Count(header, []byte(string(sep))); n > most {
			best, most = sep, n
		}
	}
	return best
}

// columnsOf returns the field of each column, with an empty name for a column without one.
func columnsOf(header []string) ([]field, error) {
	columns := make([]field, len(header))
	seen := map[string]bool{}
	for i, name := range header {
		name = strings.ToLower(strings.ReplaceAll(clean(name), " ", "_"))
		if name == "" {
			continue // spreadsheets leave empty columns at the end
		}
		f, ok := fieldNamed(name)
		switch {
		case !ok:
			return nil, fmt.Errorf("row 1: column %d, %.40q, is not a field of a gift; rename it or take it out", i+1, name)
		case seen[name]:
			return nil, fmt.Errorf("row 1: column %q is there twice", name)
		}
		seen[name], columns[i] = true, f
	}
	for _, f := range fields {
		if f.required && !seen[f.name] {
			return nil, fmt.Errorf("row 1: there is no column %q", f.name)
		}
	}
	return columns, nil
}

func cellsToRow(number int, cells []string, columns []field) *row {
	entry := &row{number: number}
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		if cell == "" {
			continue
		}
		if i >= len(columns) || columns[i].name == "" {
			entry.broken = append(entry.broken, rule(fmt.Sprintf("column %d", i+1),
				"has no name in row 1; a text with a comma must be in quotation marks"))
			break
		}
		f := columns[i]
		if at := f.at(&entry.gift); !parseCell(cell, at) {
			entry.broken = append(entry.broken, rule(f.name, "%s, not %.40q", mustBe(at), cell))
		}
	}
	return entry
}

func parseCell(cell string, at any) bool {
	switch at := at.(type) {
	case *string:
		*at = cell
	case *Price:
		*at = Price(cell)
	case *[]string:
		for tag := range strings.SplitSeq(cell, ",") {
			if tag = strings.TrimSpace(tag); tag != "" {
				*at = append(*at, tag)
			}
		}
	case **float64:
		number, err := strconv.ParseFloat(cell, 64)
		*at = &number
		return err == nil
	case *bool:
		switch strings.ToLower(cell) {
		case "true", "yes", "y", "1":
			*at = true
		case "false", "no", "n", "0":
		default:
			return false
		}
	}
	return true
}

func cellOf(at any) string {
	switch at := at.(type) {
	case *string:
		return *at
	case *Price:
		return string(*at)
	case *[]string:
		return strings.Join(*at, ", ")
	case **float64:
		if *at != nil {
			return strconv.FormatFloat(**at, 'g', -1, 64)
		}
	case *bool:
		if *at {
			return "true"
		}
	}
	return ""
}
