package main

import "fmt"

// platform is the system and processor of one bundle. A manifest distinguishes only
// operating systems, so each processor has its own bundle.
type platform struct {
	os, arch string // as Go calls them
	client   string // the operating system as a manifest calls it
}

var platforms = []platform{
	{"darwin", "arm64", "darwin"},
	{"darwin", "amd64", "darwin"},
	{"windows", "amd64", "win32"},
	{"windows", "arm64", "win32"},
	{"linux", "amd64", "linux"},
	{"linux", "arm64", "linux"},
}

func (p platform) name() string { return p.os + "_" + p.arch }

// suffix is the suffix of a program's file name.
func (p platform) suffix() string {
	if p.os == "windows" {
		return ".exe"
	}
	return ""
}

func names(list []platform) []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.name()
	}
	return names
}

func choose(wanted []string) ([]platform, error) {
	var chosen []platform
	for _, name := range wanted {
		found := false
		for _, p := range platforms {
			if p.name() == name {
				chosen, found = append(chosen, p), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no platform %q; there are %v", name, names(platforms))
		}
	}
	return chosen, nil
}
