package main

import "runtime/debug"

// release is set by the release build (-ldflags "-X main.release=1.2.3").
var release string

// version is the release, or what the Go tool knows of the build.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}
