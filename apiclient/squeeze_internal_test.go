package apiclient

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func BenchmarkSqueeze(b *testing.B) {
	body := []byte("[" + strings.Repeat(`{"id":"0b8f1c3e-4c1f-4a55-9d0e-0123456789ab","title":"Soup","description":"What it is, and what goes with it.","servings":4,"created_at":"2026-02-10 12:00:00"},`, 1000) + "1]")
	b.Run("valid", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			valid(body)
		}
	})
	b.Run("squeeze", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		buf := bytes.Clone(body)
		for b.Loop() {
			s := newSqueezer(buf, 0)
			s.value()
			s.done()
		}
	})
}

// FuzzSqueeze holds the squeezer to what the library makes of the same bytes.
func FuzzSqueeze(f *testing.F) {
	for _, seed := range []string{`{}`, ` [ 1 , "a\"b\\" , { "x" : null } ] `, `-1.5e+3 `, "\"\\u00e9\"", "[[],[{}]]", "\t true\n"} {
		f.Add([]byte(seed), 0)
		f.Add([]byte(seed), 7)
	}
	f.Fuzz(func(t *testing.T, b []byte, gap int) {
		if !valid(b) {
			return
		}
		want := jsontext.Value(bytes.Clone(b))
		if err := want.Compact(jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true)); err != nil {
			t.Fatalf("valid, yet not to be compacted: %v", err)
		}
		gap = max(min(gap, 64), 0)
		s := newSqueezer(append(make([]byte, gap), b...), gap)
		s.value()
		if got := s.done(); string(got) != string(want) {
			t.Errorf("%q became %q, want %q", b, got, want)
		}
		s = newSqueezer(append(make([]byte, gap), b...), gap)
		s.insert(`["inserted",`)
		s.drop()
		s.insert(`]`)
		if got := s.done(); string(got) != `["inserted",]` {
			t.Errorf("%q became %q", b, got)
		}
	})
}
