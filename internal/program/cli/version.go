package cli

import "runtime/debug"

// A release build sets these with -ldflags "-X …/internal/program/cli.release=VERSION".
// Every other build takes them from the Go tool.
var release, commit, date string

// Version is the version alone: "1.2.3" in a release, else what the Go tool
// knows, such as a pseudo-version, else "dev". It holds no white space.
func Version() string { return version(release, recorded) }

// Describe is the version with what is known of its origin, for people:
// "1.2.3 (commit 0123abcd4567, 2026-01-02T03:04:05Z)". The date is the commit's,
// so that two builds of one commit are the same bytes.
func Describe() string { return describe(release, commit, date, recorded) }

// recorded is what the Go tool wrote into the program, nil when it did not.
func recorded() *debug.BuildInfo {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	return info
}

func version(release string, recorded func() *debug.BuildInfo) string {
	if release != "" {
		return release
	}
	if info := recorded(); info != nil && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

// commitLength is how much of a commit is shown: enough to find it by.
const commitLength = 12

func describe(release, commit, date string, recorded func() *debug.BuildInfo) string {
	dirty := false
	if release == "" || commit == "" {
		if info := recorded(); info != nil {
			for _, s := range info.Settings {
				switch s.Key {
				case "vcs.revision":
					commit = s.Value
				case "vcs.time":
					date = s.Value
				case "vcs.modified":
					dirty = s.Value == "true"
				}
			}
		}
	}
	text := version(release, recorded)
	if commit == "" {
		return text
	}
	text += " (commit " + commit[:min(len(commit), commitLength)]
	if dirty {
		text += " with changes"
	}
	if date != "" {
		text += ", " + date
	}
	return text + ")"
}
