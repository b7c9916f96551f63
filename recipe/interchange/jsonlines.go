package interchange

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// maxLine bounds one line of JSON Lines. An API's answer about one recipe may have
// as much, and what is exported of it has less, so that each line comes back.
const maxLine = 32 << 20

// readLines yields the recipe of every line that holds something. No more than
// one line is held.
func (rd *reader) readLines(in io.Reader) {
	lines := bufio.NewReaderSize(in, 64<<10)
	for line := 1; !rd.stopped; line++ {
		text, size, err := nextLine(lines)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			rd.failReading(line, err)
			return
		case size > maxLine:
			rd.fail(fmt.Sprintf("line %d", line), tooLarge("the line has %d bytes; at most %d are read.", size, maxLine))
		case len(text) > 0:
			rd.readLine(line, text)
		}
		if err != nil {
			return
		}
	}
}

func (rd *reader) readLine(line int, text []byte) {
	own, left, err := decodeOwn(text)
	if err != nil {
		err.Line = line // a line is all there is; its column stands
		rd.fail("", err)
		return
	}
	rd.halves = hasHalves(text)
	rd.emitOwn(fmt.Sprintf("line %d", line), own, left)
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
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
		if !utf8.Valid(line) {
			line = decodeText(line) // of a long file each line is decoded by itself
		}
		line = bytes.TrimSpace(line)
		return line, len(line), err
	}
}

// readOwnObject reads one of ours that stands in a list. The list was decoded
// as a whole, so the place of a fault is the list's entry, not a line.
func (rd *reader) readOwnObject(entry string, o object) {
	data, err := json.Marshal(o)
	if err != nil {
		rd.fail(entry, malformed(err, "the recipe can't be read."))
		return
	}
	own, left, failure := decodeOwn(data)
	if failure != nil {
		failure.Line, failure.Column = 0, 0
		rd.fail(entry, failure)
		return
	}
	rd.emitOwn(entry, own, left)
}
