package interchange

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds one line of JSON Lines. An API's answer about one recipe may have
// as much, and what is exported of it has less, so that each line comes back.
const maxLine = 32 << 20

func isLinesName(name string) bool {
	ext := extension(name)
	return ext == ".jsonl" || ext == ".ndjson"
}

// readLines yields the recipe of every line that holds something. No more of a long
// file is held than its beginning and one line.
func (rd *reader) readLines(f *File) {
	text, failure := f.text()
	if failure != nil {
		rd.fail("", failure)
		return
	}
	lines := bufio.NewReaderSize(text, 64<<10)
	for line := 1; !rd.stopped; line++ {
		text, size, err := nextLine(lines)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			var failure *Error
			if !errors.As(err, &failure) {
				failure = malformed(err, "from here on the file can't be read: %v.", err)
			}
			failure.Line = line
			rd.fail("", failure)
			return
		case size > maxLine:
			rd.fail(fmt.Sprintf("line %d", line), tooLarge("the line has %d bytes; at most %d are read.", size, maxLine))
		case len(text) > 0:
			rd.halves = hasHalves(text)
			if failure := rd.readOwn(fmt.Sprintf("line %d", line), text); failure != nil {
				failure.Line = line // a line is all there is; its column stands
				rd.fail("", failure)
			}
		}
		if err != nil {
			return
		}
	}
}

// text returns what the file says. A long one is read only once.
func (f *File) text() (io.Reader, *Error) {
	switch {
	case !f.long:
		return bytes.NewReader(decodeText(f.data)), nil
	case f.rest == nil:
		return nil, invalid("a file of this length is read only once.")
	}
	var whole io.Reader = &counted{in: io.MultiReader(bytes.NewReader(f.data), f.rest), left: f.bounds.streamed, most: f.bounds.streamed}
	f.rest = nil
	if enc := wideEncoding(f.data); enc != nil {
		whole = enc.NewDecoder().Reader(whole)
	}
	return whole, nil
}

// nextLine returns the next line as text, and how many bytes it has; of one
// that has too many, only that. The error is that of the reader; the last line
// may come with it.
func nextLine(in *bufio.Reader) ([]byte, int, error) {
	var line []byte
	size := 0
	for {
		part, err := in.ReadSlice('\n')
		if size += len(part); size <= maxLine+1 {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case size > maxLine+1:
			return nil, size, err
		}
		line = bytes.TrimSpace(decodeText(line)) // of a long file each line is decoded by itself
		return line, len(line), err
	}
}

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
