package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/google/pprof/profile"
)

// merge writes one CPU profile of several, with nothing of this machine in it:
// the compiler reads names of functions and lines alone.
func merge(out string, paths ...string) (err error) {
	parts := make([]*profile.Profile, len(paths))
	for i, path := range paths {
		if parts[i], err = parse(path); err != nil {
			return err
		}
	}
	merged, err := profile.Merge(parts)
	if err != nil {
		return fmt.Errorf("merge the profiles: %w", err)
	}
	for _, m := range merged.Mapping {
		m.File, m.BuildID = "", ""
	}
	for _, f := range merged.Function {
		f.Filename = ""
	}
	merged.TimeNanos = 0
	file, err := os.Create(out) //nolint:gosec // the path that the user asked for
	if err != nil {
		return fmt.Errorf("make the merged profile: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := merged.Write(file); err != nil {
		return fmt.Errorf("write the merged profile: %w", err)
	}
	return nil
}

func parse(path string) (*profile.Profile, error) {
	file, err := os.Open(path) //nolint:gosec // this program's own
	if err != nil {
		return nil, fmt.Errorf("read a profile: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	p, err := profile.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("read the profile %s: %w", path, err)
	}
	return p, nil
}
