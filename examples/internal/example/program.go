package example

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
)

// Program is a program that was built.
type Program struct {
	path      string
	variables []config.Variable
}

// Build builds a program of cmd into dir, with the race detector if this program has it.
func Build(ctx context.Context, p *program.Program, dir string) (*Program, error) {
	path := filepath.Join(dir, p.Name+".exe")
	build := exec.CommandContext(ctx, "go", "build", "-o", path) //nolint:gosec // the paths are our own
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-race" || s.Key == "-gcflags" {
				build.Args = append(build.Args, s.Key+"="+s.Value)
			}
		}
	}
	build.Args = append(build.Args, "github.com/mcp-adapters/mcp-adapters/cmd/"+p.Name)
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build %s: %w\n%s", p.Name, err, text)
	}
	return &Program{path, p.Variables()}, nil
}

// Command is a process of it with no other settings than these, whatever is configured on
// this computer.
func (p *Program) Command(ctx context.Context, settings ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, p.path) //nolint:gosec // what was just built
	command.Env = append(slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.ContainsFunc(p.variables, func(v config.Variable) bool { return v.Name == name })
	}), settings...)
	return command
}
