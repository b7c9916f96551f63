package recipe

import (
	"errors"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// A list of more rows than can be kept is refused as such.
func TestListedOf_TooMany(t *testing.T) {
	t.Parallel()
	const row = `{"id":"a","title":"b","description":""},`
	for n, refused := range map[int]bool{maxRows: false, maxRows + 1: true} {
		list := strings.TrimSuffix("["+strings.Repeat(row, n), ",") + "]"
		rows, err := listedOf([]byte(list))
		var failure *fault.Error
		if errors.As(err, &failure) != refused || !refused && len(rows) != n {
			t.Errorf("%d rows: %d are read, %v", n, len(rows), err)
		}
	}
}
