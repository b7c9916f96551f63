package main

import (
	"context"
	"io"
	"time"

	"mcp-adapters/program/clients"
)

// The parts of install that tests run on other systems' homes, and without the
// computer's own settings.
var (
	Executable = executable
	Ask        = ask
	Slip       = slip
	Usable     = usable
)

// AskerOf makes what asks of two functions.
func AskerOf(line, secret func(string) (string, error)) asker { return person{line, secret} }

type person struct {
	byLine, bySecret func(string) (string, error)
}

func (p person) line(_ context.Context, q string) (string, error)   { return p.byLine(q) }
func (p person) secret(_ context.Context, q string) (string, error) { return p.bySecret(q) }
func (person) say(string)                                           {}

// WriterIn makes what changes the config files of a home.
func WriterIn(places clients.Places, now func() time.Time, out, errs io.Writer) Writer {
	return Writer{writer{places: places, now: now, out: out, errs: errs}}
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
