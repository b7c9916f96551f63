package doctor

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/config"
)

var (
	quotes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("^(\".*\"|'.*'|`.*`|“.*”|„.*“|‘.*’|«.*»)$")
	})
	unexpanded = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\$\{[^}]*\}|^\$[A-Za-z_]\w*$|^%[A-Za-z_]\w*%$`)
	})
)

// load returns the checks of what the environment's settings lead to, or the faults of
// these settings, or another reason for which the program can't start.
func (s *System) load() (checks []Check, faults []Finding, err error) {
	odd := map[string]bool{} // in the form of the value, whatever the variable
	for _, v := range s.Variables {
		var t Trouble
		switch value := config.Trim(os.Getenv(v.Name)); {
		case len(value) > 1 && quotes().MatchString(value):
			t = quoted
		case unexpanded().MatchString(value):
			t = notExpanded
		case strings.HasPrefix(value, "__encrypted__:"):
			t = encrypted
		default:
			continue
		}
		odd[v.Name] = true
		faults = append(faults, s.fault(t, v.Name))
	}
	checks, err = s.Load()
	refused, are := errors.AsType[config.Faults](err)
	for _, f := range refused {
		if !odd[f.Variable] {
			faults = append(faults, s.fault(invalid, f.Variable, f.Rule))
		}
	}
	if are {
		err = nil
	}
	return checks, faults, err
}

// checkSettings checks the environment's settings and, if they have no fault, makes the
// system's own checks.
func (r *Report) checkSettings(ctx context.Context) {
	checks, faults, err := r.options.System.load()
	for _, f := range faults {
		r.add(f)
	}
	switch {
	case err != nil:
		r.Fault(cannotStart, strings.TrimSuffix(err.Error(), "."))
	case len(faults) == 0:
		r.OK("The settings can be used.")
		r.run(ctx, checks)
	}
}

var environment sync.Mutex // that Settings changes

// Settings returns what is wrong with values for the variables of a system, a sentence for
// each fault. While it runs, the process's environment has the values.
func Settings(s System, values map[string]string) (faults []string) {
	environment.Lock()
	defer environment.Unlock()
	for _, v := range s.Variables {
		if before, set := os.LookupEnv(v.Name); set {
			defer func() { _ = os.Setenv(v.Name, before) }()
		} else {
			defer func() { _ = os.Unsetenv(v.Name) }()
		}
		_ = os.Setenv(v.Name, values[v.Name]) // a blank one counts as unset
	}
	_, found, _ := s.load()
	for _, f := range found {
		faults = append(faults, f.Text+" "+f.Fix)
	}
	return faults
}
