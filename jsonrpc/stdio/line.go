package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

const (
	readBuffer = 64 << 10
	keepBuffer = 1 << 20 // the buffer of a longer line is not kept
	// lineSlack is what an incomplete line may hold beside its message: a byte order mark and
	// the carriage return of its end.
	lineSlack = len("\ufeff") + len("\r")
)

// errLineTooLong says that one line was skipped; the next one can be read.
var errLineTooLong = errors.New("line too long")

// lineReader cuts a stream into lines and holds at most max bytes of a line, and what append grows
// beyond that.
type lineReader struct {
	r     *bufio.Reader
	max   int
	long  []byte // the parts of a line that is longer than r's buffer
	first bool   // no line was returned yet: a byte order mark is allowed
	err   error  // why there are no more lines
}

func newLineReader(r io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, readBuffer), max: limit, first: true}
}

// next returns the next line that is not blank, without its end. The bytes are valid until the next
// call. The last line needs no newline. A line before a read error other than [io.EOF] is dropped,
// because it may be half a message.
func (l *lineReader) next() ([]byte, error) {
	for l.err == nil {
		line, err := l.read()
		if err != nil {
			return nil, err
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if l.first {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
			l.first = false
		}
		if len(line) > l.max {
			return nil, errLineTooLong
		}
		if len(bytes.Trim(line, " \t\r")) > 0 {
			return line, nil
		}
	}
	return nil, l.err
}

// read returns one line without its newline, or errLineTooLong after it has skipped one.
func (l *lineReader) read() ([]byte, error) {
	if cap(l.long) > keepBuffer {
		l.long = nil
	}
	l.long = l.long[:0]
	skipping := false
	for {
		part, err := l.r.ReadSlice('\n')
		switch {
		case err == nil:
			part = part[:len(part)-1]
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			l.err = io.EOF
		default:
			l.err = err
			return nil, err
		}
		ended := !errors.Is(err, bufio.ErrBufferFull)
		switch {
		case skipping:
		case len(l.long)+len(part) > l.max+lineSlack:
			skipping = true
			l.long = l.long[:0]
		case ended && len(l.long) == 0:
			return part, nil // the usual case: no copy
		default:
			l.long = append(l.long, part...)
		}
		switch {
		case ended && skipping:
			l.first = false
			return nil, errLineTooLong
		case ended:
			return l.long, nil
		}
	}
}
