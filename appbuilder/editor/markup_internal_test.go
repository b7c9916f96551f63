package editor

import "testing"

func TestSpan(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[int]string{
		1: "1 second", 60: "60 seconds", 90: "90 seconds", 174: "3 minutes", 5400: "90 minutes", 5401: "2 hours",
		36 * 3600: "36 hours", 36*3600 + 1: "2 days", 30 * 86400: "30 days",
	} {
		if got := span(seconds); got != want {
			t.Errorf("%d: %s, want %s", seconds, got, want)
		}
	}
}
