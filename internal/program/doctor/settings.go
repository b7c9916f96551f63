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

// oddValue returns what is wrong with the form of a value, whatever the variable.
func oddValue(value string) (t Trouble, odd bool) {
	switch {
	case len(value) > 1 && quotes().MatchString(value):
		return quoted, true
	case unexpanded().MatchString(value):
		return notExpanded, true
	case strings.HasPrefix(value, "__encrypted__:"):
		return encrypted, true
	}
	return Trouble{}, false
}

// checkSettings checks the environment's settings and, if they have no fault, makes the
// system's own checks.
func (r *Report) checkSettings(ctx context.Context) {
	s := &r.options.System
	odd := map[string]bool{}
	for _, v := range s.Variables {
		raw := os.Getenv(v.Name)
		value := config.Trim(raw)
		t, is := oddValue(value)
		switch {
		case is:
			odd[v.Name] = true
			r.Fault(t, v.Name)
		case v.Secret() && value != raw && value != "":
			r.Note(v.Name+" begins or ends with white space, which is sent as part of it.", "Remove the white space unless it is really meant.")
		}
	}
	checks, err := s.Load()
	faults, are := errors.AsType[config.Faults](err)
	for _, f := range faults {
		if !odd[f.Variable] {
			r.Fault(invalid, f.Variable, f.Rule)
		}
	}
	if err != nil && !are {
		r.Fault(cannotStart, strings.TrimSuffix(err.Error(), "."))
	}
	if r.faulty() {
		r.Note("Nothing that the settings lead to was checked, because of the fault above.", "")
		return
	}
	r.OK("The settings can be used.")
	r.run(ctx, checks)
}

var environment sync.Mutex // that Settings changes

// Settings returns what is wrong with values for the variables of a system, a sentence for
// each fault. While it runs, the process's environment has the values.
func Settings(s System, values map[string]string) (faults []string) {
	environment.Lock()
	defer environment.Unlock()
	odd := map[string]bool{}
	for _, v := range s.Variables {
		if t, is := oddValue(config.Trim(values[v.Name])); is {
			odd[v.Name] = true
			faults = append(faults, strings.ReplaceAll(t.Text, "%s", v.Name)+" "+s.fill(t.Fix, ""))
		}
		if before, set := os.LookupEnv(v.Name); set {
			defer func() { _ = os.Setenv(v.Name, before) }()
		} else {
			defer func() { _ = os.Unsetenv(v.Name) }()
		}
		_ = os.Setenv(v.Name, values[v.Name]) // a blank one counts as unset
	}
	var found config.Faults
	_, err := s.Load()
	errors.As(err, &found)
	for _, f := range found {
		if !odd[f.Variable] {
			faults = append(faults, f.Variable+" cannot be used: it "+f.Rule+".")
		}
	}
	return faults
}
