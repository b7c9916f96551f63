package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
)

const module = "github.com/mcp-adapters/mcp-adapters/"

// The names of contestants, as they stand in tables.
const (
	floor     = "floor"
	ours      = "recipe-mcp"
	embedded  = "recipe-mcp, embedded"
	stock     = "stock mcp-go"
	goSDK     = "Go SDK"
	nodeSDK   = "TypeScript SDK"
	nodeSDK2  = "TypeScript SDK 2"
	fastMCP   = "FastMCP"
	coldStart = "mcp-go imported"
	transport = "recipe-mcp, transport alone"
)

// contestant is a program that can be driven.
type contestant struct {
	name string
	args []string
}

// command starts the contestant on an API; base "" means its embedded vault in
// the file at path.
func (b *bench) command(c contestant, base, path string) drive.Command {
	// All give back what the API sends.
	env := []string{"SHOW_AUTHORS=true", "MAX_RESULT_BYTES=0", "PATH=" + os.Getenv("PATH"), "HOME=" + b.dir, "API_KEY=bench"}
	for _, name := range []string{"SYSTEMROOT", "LOCALAPPDATA", "TMPDIR", "TEMP"} {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	if base != "" {
		env = append(env, "API_BASE_URL="+base)
	} else {
		env = append(env, "DATABASE_URL=sqlite:"+path)
	}
	return drive.Command{Args: c.args, Env: env}
}

// build builds the API and every contestant that is wanted. One that needs
// another language is left out when that is absent or its packages can't be had.
func (b *bench) build(ctx context.Context) error {
	var err error
	if b.apiProgram, err = b.goBuild(ctx, "bench/api"); err != nil {
		return err
	}
	if b.wants(httpPart) {
		if err := b.buildWeb(ctx); err != nil {
			return err
		}
	}
	if len(b.parts) > 0 && !slices.ContainsFunc(b.parts, func(part string) bool {
		return part != httpPart && part != portfolioPart && part != giftPart && part != builderPart
	}) {
		return nil
	}
	for _, c := range []struct {
		name   string
		source string
		make   func(ctx context.Context, source string) ([]string, error)
		may    bool // be left out
	}{
		{floor, "bench/floor", b.goBuild, false},
		{ours, "cmd/recipe-mcp", b.goBuild, false},
		{stock, "bench/stockmcpgo", b.goBuild, false},
		{goSDK, "bench/gosdk", b.goBuild, false},
		{coldStart, "bench/coldstart", b.goBuild, false},
		{nodeSDK, "bench/node", b.nodeInstall, true},
		{fastMCP, "bench/python", b.pythonInstall, true},
	} {
		if c.name != coldStart && !b.runs(c.name) {
			continue
		}
		b.say("building %s", c.name)
		args, err := c.make(ctx, c.source)
		switch {
		case err == nil && c.name == coldStart:
			b.cold = contestant{c.name, args}
		case err == nil:
			b.field = append(b.field, contestant{c.name, args})
		case c.may && ctx.Err() == nil:
			b.say("%s is left out: %v", c.name, err)
		default:
			return fmt.Errorf("build %s: %w", c.name, err)
		}
	}
	return nil
}

// buildWeb builds the contestants over HTTP, which are one program but for those in
// other languages.
func (b *bench) buildWeb(ctx context.Context) error {
	b.say("building the contestants over HTTP")
	program, err := b.goBuild(ctx, "bench/web")
	if err != nil {
		return fmt.Errorf("build the contestants over HTTP: %w", err)
	}
	for _, c := range []struct{ name, argument string }{
		{floor, "floor"}, {transport, "streamhttp"}, {ours, "recipe-mcp"}, {stock, "mcpgo"}, {goSDK, "gosdk"},
	} {
		if b.runs(c.name) || c.name == transport && b.runs(ours) {
			b.web = append(b.web, contestant{c.name, append(slices.Clone(program), c.argument)})
		}
	}
	if !b.runs(nodeSDK) && !b.runs(nodeSDK2) {
		return nil
	}
	args, err := b.nodeInstall(ctx, "bench/node")
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil:
		b.say("the TypeScript SDK over HTTP is left out: %v", err)
		return nil
	}
	for _, c := range []struct{ name, script string }{{nodeSDK, "http.mjs"}, {nodeSDK2, "http2.mjs"}} {
		if b.runs(c.name) {
			b.web = append(b.web, contestant{c.name, []string{args[0], "--expose-gc", filepath.Join(filepath.Dir(args[1]), c.script)}})
		}
	}
	return nil
}

// runs reports whether a contestant is wanted. The floor always is.
func (b *bench) runs(name string) bool {
	return name == floor || len(b.contestants) == 0 || slices.Contains(b.contestants, name)
}

// goBuild builds with the flags of a release.
func (b *bench) goBuild(ctx context.Context, source string) ([]string, error) {
	out := filepath.Join(b.dir, filepath.Base(source))
	if runtime.GOOS == "windows" {
		out += ".exe"
	}
	dir, profile := "", "off"
	if !strings.HasPrefix(source, "bench/") {
		// What is measured is built as a release is: by the versions of its own
		// module, and by its profile.
		root, err := moduleRoot(ctx)
		if err != nil {
			return nil, err
		}
		dir = root
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(source), "release.pgo")); err == nil {
			profile = source + "/release.pgo"
		}
	}
	return []string{out}, command(ctx, dir, "go", "build", "-trimpath", "-pgo="+profile, "-ldflags", "-s -w", "-o", out, module+source)
}

// nodeInstall installs what the lock file names into the temporary directory: the
// packages, and on Linux for amd64 Node.js itself. Elsewhere it is the one in PATH.
func (b *bench) nodeInstall(ctx context.Context, source string) ([]string, error) {
	dir, err := b.copySource(ctx, source)
	if err != nil {
		return nil, err
	}
	if err := command(ctx, dir, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"); err != nil {
		return nil, err
	}
	node := filepath.Join(dir, "node_modules", ".bin", "node")
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		if node, err = exec.LookPath("node"); err != nil {
			return nil, err
		}
	}
	return []string{node, filepath.Join(dir, "server.mjs")}, nil
}

func (b *bench) pythonInstall(ctx context.Context, source string) ([]string, error) {
	dir, err := b.copySource(ctx, source)
	if err != nil {
		return nil, err
	}
	if err := command(ctx, dir, "python3", "-m", "venv", "venv"); err != nil {
		return nil, err
	}
	python := filepath.Join(dir, "venv", "bin", "python")
	if runtime.GOOS == "windows" {
		python = filepath.Join(dir, "venv", "Scripts", "python.exe")
	}
	return []string{python, filepath.Join(dir, "server.py")},
		command(ctx, dir, python, "-m", "pip", "install", "--quiet", "--no-deps", "-r", "requirements.txt")
}

// copySource copies a folder of this module, so that nothing is installed in it.
func (b *bench) copySource(ctx context.Context, source string) (string, error) {
	root, err := moduleRoot(ctx)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(b.dir, filepath.Base(source))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	return dir, os.CopyFS(dir, os.DirFS(filepath.Join(root, filepath.FromSlash(source))))
}

// moduleRoot returns the directory of the module that is measured.
func moduleRoot(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/mcp-adapters/mcp-adapters").Output()
	if err != nil {
		return "", fmt.Errorf("find the module: %w", err)
	}
	return string(bytes.TrimSpace(root)), nil
}

// command runs a build step; its error ends with what it said.
func command(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // fixed commands
	cmd.Dir = dir
	if name == "go" {
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	}
	said, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(said[max(0, len(said)-500):]))
	}
	return nil
}
