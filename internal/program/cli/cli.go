// Package cli is what every program has around its commands: the command line, the
// log, signals, and how it ends.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// Root gives a program's command what all have: streams, a version, help on its
// settings, and errors that the program reports itself.
func Root(root *cobra.Command, settings []config.Variable, stdin io.Reader, stdout, stderr io.Writer) *cobra.Command {
	root.Long += "\n\nEnvironment:\n" + environment(settings)
	root.Version = Describe()
	root.Args = NoArgs
	root.SilenceUsage, root.SilenceErrors = true, true
	root.SetFlagErrorFunc(FlagError)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return root
}

// environment lists settings, a line each.
func environment(settings []config.Variable) string {
	width := 18
	for _, v := range settings {
		width = max(width, len(v.Name))
	}
	lines := make([]string, len(settings))
	for i, v := range settings {
		lines[i] = fmt.Sprintf("  %-*s %s", width, v.Name, v.Meaning)
		if v.Default != "" {
			lines[i] += " (" + v.Default + ")"
		}
	}
	return strings.Join(lines, "\n")
}

// Log returns a logger to out of JSON lines, or of readable ones for a person, who is
// at stderr in the end.
func Log(out, stderr io.Writer, getenv func(string) string, settings config.Log) zerolog.Logger {
	if settings.LogFormat == config.Console || settings.LogFormat == "" && IsTerminal(stderr) {
		out = zerolog.ConsoleWriter{Out: out, TimeFormat: time.TimeOnly, NoColor: !Colour(stderr, getenv)}
	}
	level, _ := zerolog.ParseLevel(settings.LogLevel) // it is one of zerolog's names
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}

// Report writes what there is to say about err, of which nil is nothing, and returns
// the exit code of the program of that name.
func Report(stderr io.Writer, name string, err error) int {
	if err == nil {
		return OK
	}
	text, code := verdict(name, err)
	last := NewSink(stderr) // perhaps no one reads it any more
	defer last.Close()
	_, _ = fmt.Fprintf(last, "%s: %s\n", name, screen.Text(text))
	return code
}

func verdict(name string, err error) (text string, code int) {
	if faults, ok := errors.AsType[config.Faults](err); ok {
		return "the environment has mistakes:\n" + faults.Error(), Usage
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err.Error(), ExitCode(err)
	}
	return err.Error() + "\nRun " + name + " --help to see what there is.", Usage
}
