package catalog

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"unicode"
)

// records reads a CSV file row by row, and goes on after one that is none: a quotation mark that is
// out of place takes nothing but its own line away.
type records struct {
	r      *bufio.Reader
	comma  rune
	again  [][]byte // lines to be read once more
	part   []byte   // the beginning of a line that was too long to be read with those before it
	line   int      // that was read last
	parser *csv.Reader
	text   bytes.Reader // what parser reads: a row at a time
}

func newRecords(r *bufio.Reader) *records {
	c := &records{r: r, comma: separator(r)}
	c.renew()
	return c
}

// renew makes a parser, after an error that may have left it in the middle of a row.
func (c *records) renew() {
	c.parser = csv.NewReader(&c.text)
	c.parser.Comma = c.comma
	c.parser.FieldsPerRecord = -1               // judged by cells
	c.parser.TrimLeadingSpace = c.comma != '\t' // which is a space too
	c.parser.ReuseRecord = true
}

// badRecord is a row that is no CSV. The next one can be read.
type badRecord struct {
	line  int
	cells []string // up to the one that is at fault
	open  bool     // it has a quotation mark that isn't closed
}

func (*badRecord) Error() string { return "the row is no CSV" }

// next returns the cells of the next row, which are good until it is called again.
func (c *records) next() ([]string, error) {
	var lines [][]byte
	for open := false; len(lines) == 0 || open; {
		line, err := c.readLine()
		switch {
		case len(line) > 0 && (err == nil || errors.Is(err, io.EOF)):
		case len(lines) > 0 && (errors.Is(err, io.EOF) || errors.Is(err, errTooLong)):
			return nil, c.refuse(lines, true)
		default:
			return nil, err
		}
		if len(lines) == 0 && len(bytes.TrimRight(line, "\r\n")) == 0 {
			continue
		}
		lines = append(lines, line)
		open = staysOpen(line, c.comma, open)
	}
	c.text.Reset(bytes.Join(lines, nil))
	cells, err := c.parser.Read()
	if err != nil {
		return nil, c.refuse(lines, false)
	}
	return cells, nil
}

// refuse has what follows the first of lines read once more.
func (c *records) refuse(lines [][]byte, open bool) error {
	bad := &badRecord{line: c.line - len(lines) + 1, open: open}
	c.text.Reset(lines[0])
	c.renew()
	if _, err := c.parser.Read(); !open {
		if at, ok := errors.AsType[*csv.ParseError](err); ok && at.Line == 1 && at.Column > 0 && at.Column <= len(lines[0]) {
			bad.cells = c.lazily(lines[0][:at.Column-1])
		}
	} else {
		bad.cells = c.lazily(bytes.TrimRight(lines[0], "\r\n"))
	}
	c.renew()
	c.again = append(lines[1:len(lines):len(lines)], c.again...)
	c.line -= len(lines) - 1
	return bad
}

// lazily returns the cells of a text that may be no CSV.
func (c *records) lazily(text []byte) []string {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = c.comma, true, -1
	cells, _ := r.Read()
	return cells
}

// readLine returns the next line with its end. What was read of it before an error is kept.
func (c *records) readLine() ([]byte, error) {
	if len(c.again) > 0 {
		line := c.again[0]
		c.again = c.again[1:]
		c.line++
		return line, nil
	}
	line, err := c.r.ReadBytes('\n')
	if c.part != nil {
		line, c.part = append(c.part, line...), nil
	}
	if errors.Is(err, errTooLong) {
		c.part = line
		return nil, err
	}
	if len(line) > 0 {
		c.line++
	}
	return line, err
}

// staysOpen reports whether a cell in quotation marks goes on after line, as one may that was open
// before it. A line in which a quotation mark is out of place ends its row.
func staysOpen(line []byte, comma rune, open bool) bool {
	sep := byte(comma) //nolint:gosec // a comma, a semicolon or a tab
	for {
		if !open {
			if line = bytes.TrimLeftFunc(line, func(c rune) bool { return unicode.IsSpace(c) && c != comma }); len(line) == 0 || line[0] != '"' {
				at := bytes.IndexByte(line, sep)
				if at < 0 {
					return false
				}
				line = line[at+1:]
				continue
			}
			line = line[1:]
		}
		at := bytes.IndexByte(line, '"')
		if at < 0 {
			return true
		}
		line, open = line[at+1:], false
		switch {
		case len(line) > 0 && line[0] == '"':
			line, open = line[1:], true
		case len(line) > 0 && line[0] == sep:
			line = line[1:]
		default:
			return false
		}
	}
}
