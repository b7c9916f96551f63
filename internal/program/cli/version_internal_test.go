package cli

import (
	"runtime/debug"
	"strings"
	"testing"
)

const (
	hash = "0123abcd4567ef890123abcd4567ef890123abcd"
	when = "2026-01-02T03:04:05Z"
)

func TestVersionAndDescribe(t *testing.T) {
	t.Parallel()
	vcs := func(version, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{
			Main:     debug.Module{Version: version},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: hash}, {Key: "vcs.time", Value: when}, {Key: "vcs.modified", Value: modified}},
		}
	}
	for name, row := range map[string]struct {
		release, commit, date string
		recorded              *debug.BuildInfo
		version, describe     string
	}{
		"release":                         {"1.2.3", hash, when, nil, "1.2.3", "1.2.3 (commit 0123abcd4567, 2026-01-02T03:04:05Z)"},
		"release without a date":          {"1.2.3", "0123abc", "", nil, "1.2.3", "1.2.3 (commit 0123abc)"},
		"release before the Go tool's":    {"1.2.3", hash, when, vcs("v9.9.9", "true"), "1.2.3", "1.2.3 (commit 0123abcd4567, 2026-01-02T03:04:05Z)"},
		"release with the Go tool's":      {"1.2.3", "", "", vcs("v9.9.9", "false"), "1.2.3", "1.2.3 (commit 0123abcd4567, 2026-01-02T03:04:05Z)"},
		"built in a clone":                {"", "", "", vcs("v0.0.0-20260102030405-0123abcd4567", "false"), "v0.0.0-20260102030405-0123abcd4567", "v0.0.0-20260102030405-0123abcd4567 (commit 0123abcd4567, 2026-01-02T03:04:05Z)"},
		"built in a changed clone":        {"", "", "", vcs("(devel)", "true"), "dev", "dev (commit 0123abcd4567 with changes, 2026-01-02T03:04:05Z)"},
		"installed by the Go tool":        {"", "", "", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "v1.2.3", "v1.2.3"},
		"built without version control":   {"", "", "", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "dev", "dev"},
		"a test, which has no version":    {"", "", "", &debug.BuildInfo{}, "dev", "dev"},
		"built without any build details": {"", "", "", nil, "dev", "dev"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			recorded := func() *debug.BuildInfo { return row.recorded }
			if got := version(row.release, recorded); got != row.version {
				t.Errorf("version = %q, want %q", got, row.version)
			}
			if got := describe(row.release, row.commit, row.date, recorded); got != row.describe {
				t.Errorf("describe = %q, want %q", got, row.describe)
			}
		})
	}
}

func TestVersion_BeginsDescribe(t *testing.T) {
	t.Parallel()
	if v := Version(); v == "" || strings.ContainsAny(v, " \t\n") {
		t.Errorf("Version() = %q, want one word: it is sent in headers", v)
	}
	if !strings.HasPrefix(Describe(), Version()) {
		t.Errorf("Describe() = %q does not begin with Version() = %q", Describe(), Version())
	}
}
