package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed package.json
var packageJSON []byte

//go:embed package-lock.json
var packageLock []byte

// installPacker installs the pinned npm tool in dir and returns the path of its
// script for node.
func installPacker(ctx context.Context, dir string, log io.Writer) (string, error) {
	dir = filepath.Join(dir, "packer")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	for name, text := range map[string][]byte{"package.json": packageJSON, "package-lock.json": packageLock} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return "", err
		}
	}
	if err := execute(ctx, dir, nil, log, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"); err != nil {
		return "", fmt.Errorf("install the packer: %w", err)
	}
	return filepath.Join(dir, "node_modules", "@anthropic-ai", "mcpb", "dist", "cli", "cli.js"), nil
}

// execute runs a program with the environment plus env. If the program fails, its
// output is logged.
func execute(ctx context.Context, dir string, env []string, log io.Writer, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // the names are constants, the arguments are paths
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		_, _ = log.Write(text)
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

// builder makes bundles, one at a time.
type builder struct {
	root, version string
	work, out     string
	pack          string // the packer's script
	log           io.Writer
}

// build makes one bundle and returns its path.
func (b *builder) build(ctx context.Context, what product, p platform) (string, error) {
	dir, err := filepath.Abs(filepath.Join(b.work, what.Name, p.name()))
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, filepath.FromSlash(what.binary(p)))
	profile := filepath.Join("cmd", what.Name, "release.pgo")
	if _, err := os.Stat(filepath.Join(b.root, profile)); err != nil {
		profile = "off" // not every program has one
	}
	if err := execute(ctx, b.root, []string{"CGO_ENABLED=0", "GOOS=" + p.os, "GOARCH=" + p.arch}, b.log, "go", "build",
		"-trimpath", "-pgo="+profile, "-ldflags", "-s -w -X github.com/mcp-adapters/mcp-adapters/internal/program/cli.release="+b.version, "-o", program, "./cmd/"+what.Name); err != nil {
		return "", err
	}
	if err := b.describe(dir, what, p); err != nil {
		return "", err
	}
	if err := execute(ctx, "", nil, b.log, "node", b.pack, "validate", filepath.Join(dir, "manifest.json")); err != nil {
		return "", err
	}
	bundle := filepath.Join(b.out, what.file(b.version, p))
	if err := execute(ctx, "", nil, b.log, "node", b.pack, "pack", dir, bundle); err != nil {
		return "", err
	}
	info, err := os.Stat(bundle)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(b.log, "%s: %.1f MB\n", bundle, float64(info.Size())/1e6)
	return bundle, nil
}

// describe writes the files of a bundle other than the program.
func (b *builder) describe(dir string, what product, p platform) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(newManifest(b.version, what, p)); err != nil {
		return err
	}
	icon, err := what.icon()
	if err != nil {
		return err
	}
	license, err := os.ReadFile(filepath.Join(b.root, "LICENSE"))
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"manifest.json": text.Bytes(), "icon.png": icon, "LICENSE": license} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil { //nolint:gosec // for everyone who unpacks it
			return err
		}
	}
	return nil
}

// checksum is the SHA-256 of a file in hexadecimal.
func checksum(path string) (string, error) {
	f, err := os.Open(path) //nolint:gosec // a bundle that was just written
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
