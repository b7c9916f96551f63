package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"
)

// asker puts questions to a person.
type asker interface {
	// line asks for a line of text, and secret for one that isn't shown. An
	// error ends the asking.
	line(ctx context.Context, question string) (string, error)
	secret(ctx context.Context, question string) (string, error)
	// say tells something.
	say(text string)
}

const maxTries = 3

// ask asks for those of the three settings that neither values nor the present
// entry has, and adds the answers to values. What is to be unset is answered.
// Without an address there is nothing more to ask.
func ask(ctx context.Context, a asker, values, present map[string]string, unset []string) error {
	if slices.Contains(unset, "API_BASE_URL") {
		return nil
	}
	known := func(name string) bool { return values[name] != "" || present[name] != "" }
	questions := []struct {
		name, text string
		ask        func(context.Context, string) (string, error)
	}{
		{"API_BASE_URL", "Address of the Recipe Vault, such as http://192.168.1.9:3000 (empty: keep the recipes on this computer): ", a.line},
		{"API_KEY", "Its key (not shown while you type): ", a.secret},
		{"USER_EMAIL", "Your e-mail address in the family (empty: see all recipes): ", a.line},
	}
	for _, q := range questions {
		if known(q.name) || slices.Contains(unset, q.name) {
			continue
		}
		answer, err := askUntilValid(ctx, a, q.name, q.text, q.ask)
		if err != nil {
			return err
		}
		if answer != "" {
			values[q.name] = answer
		}
		if !known("API_BASE_URL") {
			return nil
		}
	}
	return nil
}

func askUntilValid(ctx context.Context, a asker, name, question string, ask func(context.Context, string) (string, error)) (string, error) {
	for range maxTries {
		answer, err := ask(ctx, question)
		if err != nil {
			return "", err
		}
		if name != "API_KEY" {
			answer = strings.TrimSpace(answer)
		}
		if usable(name, answer) {
			return answer, nil
		}
		a.say(slip(name, answer))
	}
	return "", errors.New("nothing was changed: no answer could be used")
}

// errNoAnswer ends the asking when the person does.
var errNoAnswer = &runError{errors.New("nothing was changed: the questions were not answered")}

// terminal asks on a terminal.
type terminal struct {
	in  *os.File
	out io.Writer
}

// newTerminal is called with what isTerminal says is one.
func newTerminal(in any, out io.Writer) terminal {
	file, _ := in.(*os.File)
	return terminal{file, out}
}

func (t terminal) say(text string) { fmt.Fprintln(t.out, text) }

func (t terminal) line(ctx context.Context, question string) (string, error) {
	fmt.Fprint(t.out, question)
	return t.wait(ctx, t.readLine)
}

// secret has the terminal hand over each key as it is typed: while the system
// itself edits the line, an end of input can't be told from nothing.
func (t terminal) secret(ctx context.Context, question string) (string, error) {
	before, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return "", &runError{fmt.Errorf("ask on the terminal: %w", err)}
	}
	defer func() { _ = term.Restore(int(t.in.Fd()), before) }() // typing must be shown again
	fmt.Fprint(t.out, question)
	return t.wait(ctx, func() (string, error) {
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

// wait lets a signal end a question. A read of a terminal can't be interrupted,
// so the reading goroutine is left behind: the process ends at once.
func (t terminal) wait(ctx context.Context, read func() (string, error)) (string, error) {
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
