package doctor

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// variables returns what is set of the variables that the program reads.
func (x *examination) variables(getenv func(string) string) map[string]string {
	values := map[string]string{}
	for _, v := range x.options.System.Variables {
		if value := getenv(v.Name); config.Trim(value) != "" {
			values[v.Name] = value
		}
	}
	return values
}

// Settings checks the values of the program's variables as they are, and looks at
// nothing else. It returns the faults, a sentence or two each.
func Settings(s System, values map[string]string) []string {
	r := &Report{system: &s}
	checkSettings(r, values)
	var faults []string
	for _, f := range r.faults() {
		faults = append(faults, f.Text+" "+f.Fix)
	}
	return faults
}

const settingsCheck = "settings"

// unexpanded matches what a client or a shell should have replaced.
var unexpanded = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$\{[^}]*\}|^\$[A-Za-z_]\w*$|^%[A-Za-z_]\w*%$`)
})

func checkSettings(r *Report, values map[string]string) {
	var raw []string
	for _, v := range r.system.Variables {
		value := config.Trim(values[v.Name])
		switch {
		case value == "":
			continue
		case inQuotes(value):
			r.Fault(quoted, v.Name)
		case unexpanded().MatchString(value):
			r.Fault(notExpanded, v.Name)
		case strings.HasPrefix(value, "__encrypted__:"):
			r.Fault(encrypted, v.Name)
		default:
			if v.Secret() && value != values[v.Name] {
				r.Note(settingsCheck, v.Name+" begins or ends with white space, which is sent as part of it.", "Remove the white space unless it is really meant.")
			}
			continue
		}
		raw = append(raw, v.Name)
	}
	for _, f := range r.system.Check(func(name string) string { return values[name] }) {
		own, special := r.system.Invalid[f.Variable]
		switch {
		case slices.Contains(raw, f.Variable): // reported already, and better
		case special:
			r.Fault(own, f.Rule)
		default:
			r.Fault(invalid, f.Variable, f.Rule)
		}
	}
}

func inQuotes(value string) bool {
	for _, pair := range []string{`""`, `''`, "``", "“”", "„“", "‘’", "«»"} {
		marks := []rune(pair)
		if len(value) > 1 && strings.HasPrefix(value, string(marks[0])) && strings.HasSuffix(value, string(marks[1])) {
			return true
		}
	}
	return false
}

// settings checks the subject's settings now, and plans to follow where they lead,
// unless other settings lead there too. It reports whether a server can start with
// them.
func (x *examination) settings(s Subject) (sound bool) {
	r := x.report(s.of)
	checkSettings(r, x.variables(s.Getenv))
	sound = len(r.faults()) == 0
	if len(r.findings) == 0 {
		r.OK(settingsCheck, "The settings can be used.")
	}
	var place Place
	if x.options.System.Locate != nil {
		s.Home = x.options.Places.Home != ""
		place = x.options.System.Locate(s, r)
	}
	switch first := x.reached[place.ID]; {
	case !sound:
		r.Skip("the settings have a fault", place.checks()...)
	case len(s.filled) > 0:
		r.Note(settingsCheck, s.name+" itself fills in "+strings.Join(s.filled, ", ")+".", "")
		r.Skip("only the client knows the settings", place.checks()...)
	case first != "" && (place.API != nil || place.Examine != nil):
		r.Note(settingsCheck, "These settings lead to the same place as those of "+first+"; see there.", "")
	default:
		x.reached[place.ID] = s.name
		r.wait = func(ctx context.Context) {
			if place.API != nil {
				x.network(ctx, r, s, place.API)
			} else if place.Examine != nil {
				place.Examine(ctx, r)
			}
		}
	}
	return sound
}
