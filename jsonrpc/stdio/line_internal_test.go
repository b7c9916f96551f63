package stdio

import (
	"strings"
	"testing"
)

func FuzzLine(f *testing.F) {
	for _, s := range []string{"", "\n", "a", "a\r\nb", "\ufeffa\n\ufeffb\n", strings.Repeat("x", 70000) + "\ny", "12345678901234567\n1"} {
		f.Add(s, 16)
	}
	f.Fuzz(func(t *testing.T, in string, limit int) {
		limit = limit&0xffff + 1
		lines := newLineReader(strings.NewReader(in), limit)
		var want []string
		for i, line := range strings.Split(in, "\n") {
			line = strings.TrimSuffix(line, "\r")
			if i == 0 {
				line = strings.TrimPrefix(line, "\ufeff")
			}
			if len(line) > limit || strings.Trim(line, " \t\r") != "" {
				want = append(want, line)
			}
		}
		for i, w := range want {
			got, err := lines.next()
			if long := len(w) > limit; long != (err != nil) || (!long && string(got) != w) {
				t.Fatalf("line %d: %q, %v; want %q with a bound of %d", i, got, err, w, limit)
			}
		}
		if got, err := lines.next(); err == nil {
			t.Fatalf("one line more: %q", got)
		}
	})
}
