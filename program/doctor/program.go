package doctor

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program checks that the entry's command is this program, and that it starts,
// unless its settings are such that it can't.
func (x *examination) program(ctx context.Context, r *Report, i installation, env environ, sound bool) {
	command := i.entry.Command
	if unexpanded().MatchString(command) || strings.HasPrefix(command, "~") {
		r.Note("command", i.Client.Name+" works out the entry's command itself.", "If it does not start, run "+x.options.System.Program+" install "+i.Client.ID+".")
		r.Skip("only the client knows the command", "binary", "start")
		return
	}
	if !checkCommand(r, command) {
		r.Skip("the command cannot be used", "binary", "start")
		return
	}
	r.OK("command", "The entry's command %s can be executed.", command)
	same := sameProgram(command, x.options.Binary)
	because := ""
	switch {
	case !sound:
		because = "the settings have a fault"
	case x.options.Getenv(startedByDoctor) != "":
		because = "doctor itself was started by doctor"
	case same && len(i.entry.Args) > 0:
		because = "it would not start as a server"
	}
	if because != "" {
		if same {
			x.compare(r, command, identity{})
		} else {
			r.Skip("it would have to be started", "binary")
		}
		if same && len(i.entry.Args) > 0 {
			r.Fault(noServer, command)
		} else {
			r.Skip(because, "start")
		}
		return
	}
	started := x.report(r.of)
	who := x.start(ctx, started, i.entry, env)
	x.compare(r, command, who)
	r.findings = append(r.findings, started.findings...)
}

func checkCommand(r *Report, command string) bool {
	if !filepath.IsAbs(command) {
		r.Fault(relativeCommand, command)
		return false
	}
	// With a path in it, LookPath only checks that file: the bits on Unix, the
	// extension on Windows.
	_, err := exec.LookPath(command)
	if err == nil {
		return true
	}
	if _, gone := os.Stat(command); errors.Is(gone, fs.ErrNotExist) {
		r.Fault(missingCommand, command)
		return false
	}
	r.Fault(notExecutable, command)
	return false
}

// compare says whether the command is this program. Another copy of it is
// worth a note; another program is a fault.
func (x *examination) compare(r *Report, command string, who identity) {
	switch {
	case sameProgram(command, x.options.Binary):
		r.OK("binary", "The command is this program.")
	case who.Name == x.options.System.Program:
		r.Note("binary", "The command is another copy of "+x.options.System.Program+": version "+who.Version+", and this one is "+x.options.Version+".", "To have the client start this one, run "+x.options.System.Program+" install.")
	default:
		r.Fault(otherProgram, command)
	}
}

// sameProgram reports whether two paths lead to one file, or to equal ones.
func sameProgram(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	switch {
	case err != nil:
		return false
	case os.SameFile(first, second):
		return true
	case first.Size() != second.Size():
		return false
	}
	one, err := digest(a)
	if err != nil {
		return false
	}
	other, err := digest(b)
	return err == nil && bytes.Equal(one, other)
}

func digest(path string) ([]byte, error) {
	f, err := os.Open(path) //nolint:gosec // a program that is about to be started
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}
