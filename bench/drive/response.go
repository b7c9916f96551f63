package drive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http/httputil"
	"strconv"
)

// response is an answer over HTTP; its body is valid until the next one.
type response struct {
	status  int
	session string
	length  int // negative: in chunks
	body    []byte
}

// exchange sends a request and reads its answer. It decodes no more of the header
// than it needs: the driver must cost less than what it drives.
func (c *connection) exchange(request []byte) (response, error) {
	if _, err := c.Write(request); err != nil {
		return response{}, err
	}
	r, err := c.readHead()
	if err != nil {
		return r, err
	}
	if r.length < 0 {
		r.body, err = io.ReadAll(httputil.NewChunkedReader(c.reader))
		if err == nil {
			_, err = c.reader.Discard(len("\r\n")) // there is no trailer
		}
		return r, err
	}
	if cap(c.body) < r.length {
		c.body = make([]byte, r.length)
	}
	r.body = c.body[:r.length]
	_, err = io.ReadFull(c.reader, r.body)
	return r, err
}

func (c *connection) readHead() (r response, err error) {
	line, err := c.reader.ReadSlice('\n')
	if err != nil {
		return r, fmt.Errorf("read a status: %w", err)
	}
	fields := bytes.Fields(line)
	if len(fields) < 2 {
		return r, fmt.Errorf("%q is not a status", line)
	}
	if r.status, err = strconv.Atoi(string(fields[1])); err != nil {
		return r, fmt.Errorf("%q is not a status", line)
	}
	for {
		if line, err = c.reader.ReadSlice('\n'); err != nil {
			return r, fmt.Errorf("read a header: %w", err)
		}
		name, value, found := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(":"))
		if !found {
			return r, nil
		}
		value = bytes.TrimSpace(value)
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if r.length, err = strconv.Atoi(string(value)); err != nil {
				return r, errors.New("the length of an answer is not a number")
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			r.length = -1
		case bytes.EqualFold(name, []byte("Mcp-Session-Id")):
			r.session = string(value)
		}
	}
}
