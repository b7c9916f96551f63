package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const smithAndJones = `families:
  smith: {members: [alice@example.com, Bob@example.com]}
  "jo\u202enes": {members: [carol@example.com]}
`

func TestFamilies_Adopt(t *testing.T) {
	t.Parallel()
	h := firstRelease(t, [2]string{"Soup", ""}, [2]string{"Rice", "left@example.com"}, [2]string{"Pie", "carol@example.com"}, [2]string{"\u009bStew", ""})
	h.env["FAMILIES_CONFIG_PATH"] = h.file("families.yaml", smithAndJones)
	dry := h.run("families", "adopt", "--family", "smith", "--dry-run")
	const titles = "  Rice\n  Soup\n" + `  \u009bStew` + "\n"
	if want := "Nothing was changed. 3 recipes would be adopted by alice@example.com, of the family smith:\n" + titles; dry.code != exitOK || dry.stdout != want {
		t.Errorf("%+v, want %s", dry, want)
	}
	if got := h.authors()["Soup"]; got != "" {
		t.Errorf("a dry run made %q the author", got)
	}
	got := h.run("families", "adopt", "--family", "smith", "--member", "bob@Example.com ")
	if want := "3 recipes were adopted by bob@example.com, of the family smith:\n" + titles; got.code != exitOK || got.stdout != want {
		t.Errorf("%+v, want %s", got, want)
	}
	want := map[string]string{"Soup": "bob@example.com", "Rice": "bob@example.com", "Pie": "carol@example.com", "\u009bStew": "bob@example.com"}
	if d := cmp.Diff(want, h.authors()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if again := h.run("families", "adopt", "--family", "jo\u202enes"); again.code != exitOK || again.stdout != "There is nothing to adopt: every recipe is seen by a family.\n" {
		t.Errorf("%+v", again)
	}
}

func TestFamilies_Adopt_usage(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.env["FAMILIES_CONFIG_PATH"] = h.file("families.yaml", smithAndJones)
	for name, row := range map[string]struct {
		args []string
		env  []string
		code int
		want string
	}{
		"no family":         {[]string{"--dry-run"}, nil, exitUsage, `--family must name a family in the file: smith, jo\u202enes`},
		"another family":    {[]string{"--family", "Smith"}, nil, exitUsage, `--family must name a family in the file: smith, jo\u202enes`},
		"not a member":      {[]string{"--family", "smith", "--member", "carol@example.com"}, nil, exitUsage, `--member must be the address of a member of the family "smith"`},
		"an argument":       {[]string{"smith"}, nil, exitUsage, "takes no arguments"},
		"no families file":  {[]string{"--family", "smith"}, []string{"FAMILIES_CONFIG_PATH", ""}, exitUsage, "FAMILIES_CONFIG_PATH is not set"},
		"broken file":       {[]string{"--family", "smith"}, []string{"FAMILIES_CONFIG_PATH", h.file("b.yaml", "families: 1")}, exitUsage, "FAMILIES_CONFIG_PATH names an invalid file"},
		"a vault elsewhere": {[]string{"--family", "smith"}, []string{"API_BASE_URL", "http://127.0.0.1:9"}, exitUsage, "API_BASE_URL must not be set"},
		"no vault":          {[]string{"--family", "smith"}, nil, exitFailed, "there is no vault at "},
	} {
		got := h.with(row.env...).run(append([]string{"families", "adopt"}, row.args...)...)
		if got.code != row.code || got.stdout != "" || !strings.Contains(got.stderr, row.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if _, err := os.Stat(filepath.Join(h.dir, "data")); err == nil {
		t.Error("a vault was made")
	}
	if got := h.run("families"); got.code != exitOK || !strings.Contains(got.stdout, "adopt") {
		t.Errorf("%+v", got)
	}
	if got := h.run("families", "adpot"); got.code != exitUsage || !strings.Contains(got.stderr, `there is no command "adpot"`) {
		t.Errorf("%+v", got)
	}
}

// TestServe_Unseen has the start say how many recipes no family sees, and no more
// of them; adopted while it serves, they are seen at once.
func TestServe_Unseen(t *testing.T) {
	t.Parallel()
	h := firstRelease(t, [2]string{"Soup", ""}, [2]string{"Rice", "left@example.com"}, [2]string{"Pie", "carol@example.com"})
	h.env["FAMILIES_CONFIG_PATH"] = h.file("families.yaml", smithAndJones)
	path := strings.TrimPrefix(h.env["DATABASE_URL"], "sqlite:")
	s := start(t, path, "API_KEY="+homeKey, "FAMILIES_CONFIG_PATH="+h.env["FAMILIES_CONFIG_PATH"])
	if log := s.Log.String(); !strings.Contains(log, `"recipes":2,"time"`) || !strings.Contains(log, "no family sees some recipes") ||
		strings.Contains(log, "Soup") || strings.Contains(log, "left@") {
		t.Errorf("%s", log)
	}
	served := h.with("API_BASE_URL", "http://"+s.Address, "API_KEY", homeKey, "USER_EMAIL", "alice@example.com")
	if got := served.run("export"); got.code != exitOK || got.stdout != "" {
		t.Errorf("%+v", got)
	}
	if got := h.run("families", "adopt", "--family", "smith"); got.code != exitOK {
		t.Errorf("%+v", got)
	}
	if got := served.run("export"); got.code != exitOK || strings.Count(got.stdout, `"created_by":"alice@example.com"`) != 2 {
		t.Errorf("%+v", got)
	}
	if log := start(t, path, "API_KEY="+homeKey, "FAMILIES_CONFIG_PATH="+h.env["FAMILIES_CONFIG_PATH"]).Log.String(); strings.Contains(log, "no family sees") {
		t.Errorf("%s", log)
	}
}
