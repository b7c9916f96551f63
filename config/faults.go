package config

import "strings"

// Fault is one variable that can't be used. Rule is a predicate ("must be …");
// neither member ever holds the variable's value, but for the host and port of an
// address that lacks only its scheme.
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

func (f *Faults) add(variable, rule string) {
	*f = append(*f, Fault{Variable: variable, Rule: rule})
}
