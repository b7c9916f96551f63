package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// program checks that the entry's command is this program, and that it starts,
// unless its settings are such that it can't.
func (x *examination) program(ctx context.Context, r *Report, i installation, env map[string]string, sound bool) {
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
	same := sameFile(command, x.options.Binary)
	if same {
		r.OK("binary", "The command is this program.")
	}
	unstarted := ""
	switch {
	case same && len(i.entry.Args) > 0:
		r.Fault(noServer, command)
		return
	case same && config.Trim(env["HTTP_ADDR"]) != "":
		r.Fault(served, command, i.Client.Name)
		return
	case !sound:
		unstarted = "the settings have a fault"
	case x.options.Getenv(startedByDoctor) != "":
		unstarted = "doctor itself was started by doctor"
	}
	if unstarted != "" {
		if !same {
			r.Skip("it would have to be started", "binary")
		}
		r.Skip(unstarted, "start")
		return
	}
	started := &Report{of: r.of, system: r.system}
	who := x.start(ctx, started, i.entry, env)
	switch {
	case same:
	case who.Name == x.options.System.Program:
		r.Note("binary", "The command is another copy of "+x.options.System.Program+": version "+who.Version+", and this one is "+x.options.Version+".", "To have the client start this one, run "+x.options.System.Program+" install.")
	default:
		r.Fault(otherProgram, command)
	}
	r.findings = append(r.findings, started.findings...)
}

func checkCommand(r *Report, command string) bool {
	// With a path in it, LookPath only checks that file: the bits on Unix, the
	// extension on Windows.
	_, err := exec.LookPath(command)
	_, gone := os.Stat(command)
	switch {
	case !filepath.IsAbs(command):
		r.Fault(relativeCommand, command)
	case err == nil:
		return true
	case errors.Is(gone, fs.ErrNotExist):
		r.Fault(missingCommand, command)
	default:
		r.Fault(notExecutable, command)
	}
	return false
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, other := os.Stat(b)
	return err == nil && other == nil && os.SameFile(first, second)
}
