package harness

import (
	"io"
	"testing"
)

// CloseAfter closes c when the test has ended, which fails if that does.
func CloseAfter(tb testing.TB, c io.Closer) {
	tb.Helper()
	tb.Cleanup(func() {
		if err := c.Close(); err != nil {
			tb.Errorf("close: %v", err)
		}
	})
}
