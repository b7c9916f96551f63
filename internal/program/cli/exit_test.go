package cli_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

func TestCode(t *testing.T) {
	t.Parallel()
	plain := errors.New("no such flag")
	for name, row := range map[string]struct {
		err  error
		code int
	}{
		"nothing":       {nil, cli.OK},
		"usage":         {plain, cli.Usage},
		"a failure":     {cli.Failure(plain), cli.Failed},
		"wrapped":       {fmt.Errorf("on the way: %w", cli.Failure(plain)), cli.Failed},
		"the outer":     {&cli.Error{Code: 7, Err: cli.Failure(plain)}, 7},
		"not a failure": {cli.Failure(nil), cli.OK},
	} {
		if got := cli.ExitCode(row.err); got != row.code {
			t.Errorf("%s: %d, want %d", name, got, row.code)
		}
		if row.err != nil && !errors.Is(row.err, plain) {
			t.Errorf("%s: the cause is lost", name)
		}
	}
}
