// Command mcpb builds the .mcpb bundles. A bundle is a single download: the program
// for one platform, with a manifest that tells a desktop client how to start it
// and which settings to ask for. The official npm tool, pinned in
// package-lock.json, validates the manifests and packs the bundles.
//
//	go run ./deploy/packaging/mcpb -version 1.2.3 -out dist
//
// It must run in the root of the repository, and needs Go, node and npm. It also
// writes each program's entry for the MCP registry, with the hashes of these
// bundles.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "mcpb: %v\n", err)
		os.Exit(1)
	}
}

// run builds what the arguments request and logs its progress.
func run(ctx context.Context, args []string, log io.Writer) error {
	flags := flag.NewFlagSet("mcpb", flag.ContinueOnError)
	flags.SetOutput(log)
	root := flags.String("root", ".", "the repository")
	version := flags.String("version", "0.0.0-dev", "version of the bundles, without a v")
	out := flags.String("out", "dist", "directory to write into")
	only := flags.String("platforms", strings.Join(names(platforms), ","), "the platforms to build for")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen, err := choose(strings.Split(*only, ","))
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "mcpb-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	if err := os.MkdirAll(*out, 0o755); err != nil { //nolint:gosec // what is built is for everyone
		return err
	}
	pack, err := installPacker(ctx, work, log)
	if err != nil {
		return err
	}
	b := builder{root: *root, version: strings.TrimPrefix(*version, "v"), work: work, out: *out, pack: pack, log: log}
	for _, what := range products() {
		sums := make(map[string]string, len(chosen))
		for _, p := range chosen {
			bundle, err := b.build(ctx, what, p)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", what.Name, p.name(), err)
			}
			if sums[filepath.Base(bundle)], err = checksum(bundle); err != nil {
				return err
			}
		}
		if err := writeServerJSON(filepath.Join(*root, what.registry), filepath.Join(*out, filepath.Base(what.registry)), b.version, sums); err != nil {
			return err
		}
	}
	return nil
}
