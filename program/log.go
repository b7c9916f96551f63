package program

import (
	"io"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/config"
	"mcp-adapters/program/logsink"
	"mcp-adapters/program/terminal"
)

// newLog returns a logger to stderr. The function it returns writes what is left.
func (r *run) newLog(settings config.Log) (zerolog.Logger, func()) {
	sink := logsink.New(r.stderr)
	return r.logTo(sink, settings), sink.Close
}

// logTo returns a logger of JSON lines, or of readable ones for a person, who is at
// stderr in the end.
func (r *run) logTo(out io.Writer, settings config.Log) zerolog.Logger {
	if settings.LogFormat == config.Console || settings.LogFormat == "" && terminal.Is(r.stderr) {
		out = zerolog.ConsoleWriter{Out: out, TimeFormat: time.TimeOnly, NoColor: !terminal.Colour(r.stderr, r.getenv)}
	}
	level, _ := zerolog.ParseLevel(settings.LogLevel) // it is one of zerolog's names
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}
