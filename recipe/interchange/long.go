package interchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// graphHead and graphEnd stand before and behind the recipes of our JSON-LD,
// each of which is a line that ends in a comma, but for the last.
const (
	graphHead = "{\"@context\":\"https://schema.org\",\"@graph\":[\n"
	graphEnd  = "]}"
)

// origin is where a file that can be read again began. The zero one can't be.
type origin struct {
	at     io.ReaderAt
	offset int64
}

// originOf looks where r stands; only what can seek knows.
func originOf(r io.Reader) origin {
	again, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	})
	if !ok {
		return origin{}
	}
	offset, err := again.Seek(0, io.SeekCurrent)
	if err != nil {
		return origin{}
	}
	return origin{at: again, offset: offset}
}

// tail is the rest of a file that is too long to be held.
type tail struct {
	rest io.Reader   // nil once it is read
	at   io.ReaderAt // has the rest from offset on; nil: rest is all there is
	from int64
}

func (o origin) tail(rest io.Reader, read int) *tail {
	return &tail{rest: rest, at: o.at, from: o.offset + int64(read)}
}

// open returns a reader of at most n bytes, or nil when they are gone.
func (t *tail) open(n int64) io.Reader {
	if t.at != nil {
		return io.NewSectionReader(t.at, t.from, n)
	}
	rest := t.rest
	t.rest = nil
	if rest == nil {
		return nil
	}
	return io.LimitReader(rest, n)
}

// byLines tells from the beginning of a file whether it can be read line by
// line, and what it is.
func byLines(name string, head []byte) (Format, bool) {
	if isArchive(head) || isGzip(head) {
		return "", false
	}
	const enough = 4 * maxLine // two lines, in UTF-16 too
	text := bytes.TrimLeft(decodeText(head[:min(len(head), enough)]), " \t\r\n")
	switch ext := extension(name); {
	case isOwnGraph(text):
		return FormatJSONLD, true
	case len(text) == 0 || text[0] != '{':
		return "", false
	case ext == ".jsonl", ext == ".ndjson":
		return FormatJSONLines, true
	}
	first, _, more := bytes.Cut(text, []byte("\n"))
	if !more || len(first) > maxLine {
		return "", false
	}
	v, failure := decodeJSON(first)
	o, ok := v.(map[string]any)
	return FormatJSONLines, failure == nil && ok && sniff(o) == FormatJSONLines
}

// isOwnGraph reports whether JSON-LD is laid out as the Writer does it, so that
// each line is a recipe that points nowhere else.
func isOwnGraph(data []byte) bool {
	rest, ok := bytes.CutPrefix(data, []byte(graphHead))
	if !ok {
		return false
	}
	line, _, _ := bytes.Cut(rest[:min(len(rest), maxLine)], []byte("\n"))
	v, failure := decodeJSON(bytes.TrimSuffix(bytes.TrimSpace(line), []byte(",")))
	o, ok := v.(map[string]any)
	return failure == nil && ok && isType(o, "Recipe") && isAsIs(o)
}

// readLong reads a file of which only the beginning is held.
func (rd *reader) readLong(f *File) {
	rest := f.tail.open(f.bounds.streamed - int64(len(f.data)) + 1)
	if rest == nil {
		rd.fail("", invalid("the file can't be read a second time; name it instead of reading it from a pipe."))
		return
	}
	whole := &counted{in: io.MultiReader(bytes.NewReader(f.data), rest), left: f.bounds.streamed, most: f.bounds.streamed}
	var text io.Reader = whole
	if enc := wideEncoding(f.data); enc != nil {
		text = enc.NewDecoder().Reader(whole)
	}
	if f.format == FormatJSONLD {
		rd.readGraph(text)
	} else {
		rd.readLines(text)
	}
}

// readGraph reads our JSON-LD line by line.
func (rd *reader) readGraph(in io.Reader) {
	recipes, last, ended := 0, 0, false
	rd.eachLine(in, func(line int, text []byte) {
		last = line
		switch {
		case line == 1:
			return // graphHead
		case string(text) == graphEnd:
			ended = true
			return
		}
		recipes++
		where := fmt.Sprintf("recipe %d", recipes)
		v, failure := decodeJSON(bytes.TrimSuffix(text, []byte(",")))
		if failure != nil {
			failure.Line = line
			rd.fail(where, failure)
			return
		}
		o, ok := v.(map[string]any)
		if !ok || !isType(o, "Recipe") {
			failure := invalid("the line holds no recipe.")
			failure.Line = line
			rd.fail(where, failure)
			return
		}
		r, warnings := schemaRecipe(o, nil)
		rd.emit(where, r, warnings...)
	})
	if !ended && !rd.stopped {
		failure := malformed(nil, "the JSON ends too early; the file may be cut off.")
		failure.Line = last
		rd.fail("", failure)
	}
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
