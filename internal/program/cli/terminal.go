package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Colour reports whether a stream is a terminal whose owner wants colours.
func Colour(stream any) bool {
	return IsTerminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Asker puts questions to a person.
type Asker interface {
	// Line asks for a line of text, and Secret for one that isn't shown. An error
	// ends the asking.
	Line(ctx context.Context, question string) (string, error)
	Secret(ctx context.Context, question string) (string, error)
	// Say prints a line.
	Say(text string)
}

// MaxTries is how often a question is asked until its answer can be used.
const MaxTries = 3

// Confirm asks a question that Enter answers with yes.
func Confirm(ctx context.Context, a Asker, question string) (bool, error) {
	for range MaxTries {
		answer, err := a.Line(ctx, question)
		if err != nil {
			return false, err
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "", "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
		a.Say("Type y for yes or n for no.")
	}
	return false, nil
}

// NewAsker returns an Asker that reads the terminal in and writes its questions to out. It
// returns nil if in is not a terminal, since no one can answer.
func NewAsker(in any, out io.Writer) Asker {
	if !IsTerminal(in) {
		return nil
	}
	return terminal{in.(*os.File), out}
}

// terminal asks on a terminal.
type terminal struct {
	in  *os.File
	out io.Writer
}

func (t terminal) Say(text string) { fmt.Fprintln(t.out, text) }

func (t terminal) Line(ctx context.Context, question string) (string, error) {
	fmt.Fprint(t.out, question)
	return wait(ctx, t.readLine)
}

// Secret has the terminal hand over each key as it is typed: while the system
// itself edits the line, an end of input can't be distinguished from nothing.
func (t terminal) Secret(ctx context.Context, question string) (string, error) {
	before, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return "", Failure(fmt.Errorf("ask on the terminal: %w", err))
	}
	defer func() { _ = term.Restore(int(t.in.Fd()), before) }() // typing must be shown again
	fmt.Fprint(t.out, question)
	return wait(ctx, func() (string, error) {
		key, err := term.NewTerminal(byKey{t.in, t.out}, "").ReadPassword("")
		if errors.Is(err, term.ErrPasteIndicator) {
			err = nil
		}
		return key, err
	})
}

// byKey reads single bytes: what comes after the line is for the next question.
type byKey struct {
	in io.Reader
	io.Writer
}

func (k byKey) Read(b []byte) (int, error) { return k.in.Read(b[:min(len(b), 1)]) }

// maxLine bounds an answer.
const maxLine = 64 << 10

// readLine takes single bytes too.
func (t terminal) readLine() (string, error) {
	var line []byte
	b := make([]byte, 1)
	for len(line) < maxLine {
		n, err := t.in.Read(b)
		if n == 1 && b[0] == '\n' {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		if n == 1 {
			line = append(line, b[0])
		}
		if err != nil {
			return "", err
		}
	}
	return "", errors.New("the line is too long")
}

// FirstLine reads the first line of a stream that is not a terminal, without its end. noun
// says in messages what it is.
func FirstLine(in io.Reader, noun string) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxLine))
	if err != nil {
		return "", Failure(fmt.Errorf("read the %s: %w", noun, err))
	}
	line, _, _ := strings.Cut(string(text), "\n")
	line = strings.TrimSuffix(line, "\r")
	if strings.Trim(line, " \t") == "" {
		return "", Mistake("standard input holds no " + noun)
	}
	return line, nil
}

// errNoAnswer ends the asking when the person does.
var errNoAnswer = Failure(errors.New("nothing was changed: the questions were not answered"))

// wait lets a signal end a question. A read of a terminal can't be interrupted,
// so the reading goroutine is left behind: the process ends at once.
func wait(ctx context.Context, read func() (string, error)) (string, error) {
	type result struct {
		text string
		err  error
	}
	answer := make(chan result, 1)
	go func() {
		text, err := read()
		answer <- result{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", errNoAnswer
	case r := <-answer:
		if r.err != nil {
			return "", errNoAnswer
		}
		return r.text, nil
	}
}
