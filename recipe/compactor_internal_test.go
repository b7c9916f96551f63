package recipe

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// valid is what the client lets through.
func valid(b []byte) bool {
	return jsontext.Value(b).IsValid(jsontext.AllowDuplicateNames(true))
}

func BenchmarkCompactor(b *testing.B) {
	body := []byte("[" + strings.Repeat(`{"id":"0b8f1c3e-4c1f-4a55-9d0e-0123456789ab","title":"Soup","description":"What it is, and what goes with it.","servings":4,"created_at":"2026-02-10 12:00:00"},`, 1000) + "1]")
	b.Run("valid", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			valid(body)
		}
	})
	b.Run("compact", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		buf := bytes.Clone(body)
		for b.Loop() {
			s := newCompactor(buf)
			s.value()
			s.done()
		}
	})
}

// FuzzCompactor holds the compactor to what the library makes of the same bytes.
func FuzzCompactor(f *testing.F) {
	for _, seed := range []string{`{}`, ` [ 1 , "a\"b\\" , { "x" : null } ] `, `-1.5e+3 `, "\"\\u00e9\"", "[[],[{}]]", "\t true\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if !valid(b) {
			return
		}
		want := jsontext.Value(bytes.Clone(b))
		if err := want.Compact(jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true)); err != nil {
			t.Fatalf("valid, yet not to be compacted: %v", err)
		}
		s := newCompactor(bytes.Clone(b))
		s.value()
		if got := s.done(); string(got) != string(want) {
			t.Errorf("%q became %q, want %q", b, got, want)
		}
		s = newCompactor(bytes.Clone(b))
		s.insert(`["inserted",`)
		s.drop()
		s.insert(`]`)
		if got := s.done(); string(got) != `["inserted",]` {
			t.Errorf("%q became %q", b, got)
		}
	})
}
