package builder

import (
	"errors"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestUnusable holds that the operator hears why a database can't be used, or else what a person
// would hear.
func TestUnusable(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"the database apps.db cannot be used: disk I/O error": &fault.Error{Message: "Please try again.", Err: errors.New("disk I/O error")},
		"the database apps.db cannot be used: There is none.": &fault.Error{Message: "There is none."},
	} {
		if got := unusable("apps.db", err); got.Error() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
