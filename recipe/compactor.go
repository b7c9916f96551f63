package recipe

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// compactor walks valid JSON and takes the white space out in place, while its
// caller checks the shape and may insert members:
//
//	buf  [ written | gap | kept, not yet moved | unread ]
//	     0         w     from                  r
//
// It checks no grammar: the client has done that. JSON that is compact already is
// not moved at all. With the JSON library's tokens in its place a list of 1,000
// rows took a quarter longer from request to answer, and twice the memory
// (BenchmarkList). A single recipe shares it with the rows.
type compactor struct {
	buf  []byte
	w    int
	from int
	r    int
}

func newCompactor(buf []byte) *compactor { return &compactor{buf: buf} }

// flush moves what was kept down to what is written.
func (s *compactor) flush() {
	if s.w != s.from {
		s.w += copy(s.buf[s.w:], s.buf[s.from:s.r])
	} else {
		s.w = s.r
	}
	s.from = s.r
}

// kind skips white space and returns the first byte of what comes next.
func (s *compactor) kind() byte {
	if b := s.buf[s.r]; b > ' ' {
		return b
	}
	s.flush()
	for s.buf[s.r] <= ' ' {
		s.r++
	}
	s.from = s.r
	return s.buf[s.r]
}

// skip keeps the bracket at which the compactor is.
func (s *compactor) skip() { s.r++ }

// more goes to the next member or element; false: the closing bracket is next.
func (s *compactor) more(closing byte) bool {
	switch s.kind() {
	case closing:
		return false
	case ',':
		s.r++
		s.kind()
	}
	return true
}

// name reads a member's name; it is good until the next step.
func (s *compactor) name() []byte {
	start := s.r
	escaped := s.str()
	raw := s.buf[start:s.r]
	if !escaped {
		return raw[1 : len(raw)-1]
	}
	name, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return nil
	}
	return name
}

// colon goes from a member's name to its value and returns its first byte.
func (s *compactor) colon() byte {
	s.kind()
	s.r++
	return s.kind()
}

// reads keeps a string and reports whether it is want, but for the case of letters.
func (s *compactor) reads(want string) bool {
	start := s.r
	escaped := s.str()
	raw := s.buf[start:s.r]
	if !escaped && string(raw[1:len(raw)-1]) == want {
		return true
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	return err == nil && strings.EqualFold(string(text), want)
}

// str keeps a string and reports whether it has escapes.
func (s *compactor) str() (escaped bool) {
	buf := s.buf
	for i := s.r + 1; i < len(buf); i++ {
		if b := buf[i]; b == '"' {
			s.r = i + 1
			return escaped
		} else if b == '\\' {
			escaped = true
			i++
		}
	}
	return escaped
}

// value keeps a whole value, whatever it holds.
func (s *compactor) value() {
	depth := 0
	for {
		switch s.kind() {
		case '"':
			s.str()
		case '{', '[':
			depth++
			s.r++
		case '}', ']':
			depth--
			s.r++
		default: // a comma, a colon, a number or a word
			s.r++
			if depth == 0 {
				s.word()
			}
		}
		if depth == 0 {
			return
		}
	}
}

// word keeps the rest of a number, true, false or null.
func (s *compactor) word() {
	for s.r < len(s.buf) {
		switch b := s.buf[s.r]; {
		case b <= ' ', b == ',', b == ']', b == '}':
			return
		}
		s.r++
	}
}

// written is the number of bytes kept so far.
func (s *compactor) written() int { return s.w + s.r - s.from }

// unwrite takes out the member that was read since before bytes were kept. What
// follows in the object needs no comma if nothing precedes it now.
func (s *compactor) unwrite(before int) {
	s.flush()
	s.w = before
	if s.kind() == ',' && s.buf[before-1] == '{' {
		s.r++
		s.from = s.r
	}
}

// drop takes out the value that comes next.
func (s *compactor) drop() {
	s.kind()
	s.flush()
	w := s.w
	s.value()
	s.w, s.from = w, s.r
}

// insert writes text in front of what is unread.
func (s *compactor) insert(text string) {
	s.flush()
	if s.w+len(text) > s.r {
		s.widen(len(text))
	}
	s.w += copy(s.buf[s.w:], text)
}

// widen makes a gap for n bytes now, and again in each object that is unread, so
// that a long list is not copied twice.
func (s *compactor) widen(n int) {
	gap := (1+bytes.Count(s.buf[s.r:], []byte("{")))*n + 64
	buf := make([]byte, len(s.buf)+gap)
	copy(buf, s.buf[:s.w])
	copy(buf[s.r+gap:], s.buf[s.r:])
	s.buf = buf
	s.r += gap
	s.from = s.r
}

// done returns what was written. What is unread is dropped.
func (s *compactor) done() []byte {
	s.flush()
	return s.buf[:s.w]
}
