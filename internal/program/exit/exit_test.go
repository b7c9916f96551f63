package exit_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/exit"
)

func TestCode(t *testing.T) {
	t.Parallel()
	plain := errors.New("no such flag")
	for name, row := range map[string]struct {
		err  error
		code int
	}{
		"nothing":       {nil, exit.OK},
		"usage":         {plain, exit.Usage},
		"a failure":     {exit.Failure(plain), exit.Failed},
		"wrapped":       {fmt.Errorf("on the way: %w", exit.Failure(plain)), exit.Failed},
		"the outer":     {&exit.Error{Code: 7, Err: exit.Failure(plain)}, 7},
		"not a failure": {exit.Failure(nil), exit.OK},
	} {
		if got := exit.Code(row.err); got != row.code {
			t.Errorf("%s: %d, want %d", name, got, row.code)
		}
		if row.err != nil && !errors.Is(row.err, plain) {
			t.Errorf("%s: the cause is lost", name)
		}
	}
}
