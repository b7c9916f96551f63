package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// parts are what the test binary plays in processes of their own, which tests
// talk to, signal and kill.
var parts = harness.Parts{"recipe-vault": func([]string) int { main(); return 0 }}

func TestMain(m *testing.M) {
	harness.Play(parts)
	testscript.Main(pgtest.Tests{M: harness.Tests{M: m}}, map[string]func(){"recipe-vault": main})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true})
}

func TestRun_ExitCodes(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		args []string
		env  map[string]string
		want int
	}{
		"help":              {[]string{"--help"}, nil, exitOK},
		"version":           {[]string{"--version"}, nil, exitOK},
		"unknown flag":      {[]string{"--nope"}, nil, exitUsage},
		"bad environment":   {nil, map[string]string{"DATABASE_URL": "x"}, exitUsage},
		"unusable database": {nil, map[string]string{"DATABASE_URL": "sqlite:" + t.TempDir(), "API_KEY": "k"}, exitFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			harness.WithEnv(row.env, func() {
				if got := run(t.Context(), row.args, nil, discard{}, discard{}); got != row.want {
					t.Errorf("exit code %d, want %d", got, row.want)
				}
			})
		})
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
