package install

import (
	"context"
	"io"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// Executable finds this program, or one that a test names.
var Executable = executable

// Ask asks for what is missing.
func (p Program) Ask(ctx context.Context, a cli.Asker, values, present map[string]string, unset []string) error {
	return p.ask(ctx, a, values, present, unset)
}

// AskerOf returns an asker of two functions.
func AskerOf(line, secret func(string) (string, error)) cli.Asker { return person{line, secret} }

type person struct {
	byLine, bySecret func(string) (string, error)
}

func (p person) Line(_ context.Context, q string) (string, error)   { return p.byLine(q) }
func (p person) Secret(_ context.Context, q string) (string, error) { return p.bySecret(q) }
func (person) Say(string)                                           {}

// WriterIn returns a writer for the config files of a home.
func WriterIn(p Program, places clients.Places, now func() time.Time, out, errs io.Writer) Writer {
	return Writer{writer{program: p, places: places, now: now, out: out, errs: errs}}
}

// Writer is a [writer] with its methods exported.
type Writer struct{ w writer }

// Install gives clients the entry.
func (w Writer) Install(chosen []clients.Client, e clients.Entry) error {
	return w.w.install(context.Background(), chosen, e)
}

// Uninstall takes the entry away.
func (w Writer) Uninstall(chosen []clients.Client, name string) error {
	return w.w.uninstall(context.Background(), chosen, name, true)
}
