package config

import (
	"slices"
	"strings"
)

// Fault is one variable that can't be used. Rule is a predicate ("must be …");
// neither member ever holds the variable's value, but for the host and port of an
// address that lacks only its scheme, and the corrected address of [HTTP].PublicURL.
type Fault struct {
	Variable string
	Rule     string
}

// Faults are all the faults of one environment, in the order of the variables.
type Faults []Fault

// Error names every variable with its rule, a line each.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Variable + " " + fault.Rule
	}
	return strings.Join(lines, "\n")
}

// Add adds what is wrong with a variable. nil adds nothing.
func (f *Faults) Add(variable string, err error) {
	if err != nil {
		*f = append(*f, Fault{Variable: variable, Rule: err.Error()})
	}
}

// Merge adds the faults of variables that have none yet. A variable at fault counts as
// unset, and what is said of it then contradicts what is wrong with it.
func (f *Faults) Merge(more Faults) {
	for _, fault := range more {
		if !slices.ContainsFunc(*f, func(said Fault) bool { return said.Variable == fault.Variable }) {
			*f = append(*f, fault)
		}
	}
}

// Err returns the faults as an error, nil when there are none.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
