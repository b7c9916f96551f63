package interchange

import (
	"bytes"
	"errors"
	"io"
)

// isLines reports, from the beginning of a file, whether it is JSON Lines and so
// can be read a line at a time.
func isLines(name string, head []byte) bool {
	if isArchive(head) || isGzip(head) {
		return false
	}
	const enough = 4 * maxLine // two lines, in UTF-16 too
	text := bytes.TrimLeft(decodeText(head[:min(len(head), enough)]), " \t\r\n")
	switch ext := extension(name); {
	case len(text) == 0 || text[0] != '{':
		return false
	case ext == ".jsonl", ext == ".ndjson":
		return true
	}
	first, _, more := bytes.Cut(text, []byte("\n"))
	if !more || len(first) > maxLine {
		return false
	}
	v, failure := decodeJSON(first)
	o, ok := v.(map[string]any)
	return failure == nil && ok && sniff(o) == FormatJSONLines
}

// readLong reads JSON Lines of which only the beginning is held.
func (rd *reader) readLong(f *File) {
	if f.rest == nil {
		rd.fail("", invalid("a file of this length is read only once."))
		return
	}
	whole := &counted{in: io.MultiReader(bytes.NewReader(f.data), f.rest), left: f.bounds.streamed, most: f.bounds.streamed}
	f.rest = nil
	var text io.Reader = whole
	if enc := wideEncoding(f.data); enc != nil {
		text = enc.NewDecoder().Reader(whole)
	}
	rd.readLines(text)
}

// failReading says why a file that is read line by line ended early.
func (rd *reader) failReading(line int, err error) {
	var failure *Error
	if !errors.As(err, &failure) {
		failure = malformed(err, "from here on the file can't be read: %v.", err)
	}
	failure.Line = line
	rd.fail("", failure)
	rd.stopped = true
}

// counted ends with an error when there is more than may be read.
type counted struct {
	in   io.Reader
	left int64
	most int64
}

// Read reads on within the bound.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.left -= int64(n)
	if c.left < 0 {
		return 0, tooLarge("the file is larger than %d MiB; the rest was not read. Split the export.", c.most>>20)
	}
	return n, err
}
