package doctor

import (
	"fmt"

	"mcp-adapters/internal/screen"
)

// report collects the findings of one job.
type report struct {
	of       string
	findings []Finding
}

func (r *report) add(f Finding) {
	f.Of, f.Text, f.Fix = r.of, screen.Line(f.Text), screen.Line(f.Fix)
	r.findings = append(r.findings, f)
}

func (r *report) ok(check, format string, args ...any) {
	r.add(Finding{Check: check, Level: OK, Text: fmt.Sprintf(format, args...)})
}

func (r *report) note(check, text, fix string) {
	r.add(Finding{Check: check, Level: Note, Text: text, Fix: fix})
}

// fault reports one of the faults in the table.
func (r *report) fault(f fault, args ...any) {
	r.add(Finding{Check: f.check, Level: Fault, Text: fmt.Sprintf(f.text, args...), Fix: f.fix})
}

// skip notes the checks that make no sense any more.
func (r *report) skip(because string, checks ...string) {
	for _, check := range checks {
		r.note(check, "Not checked, because "+because+".", "")
	}
}

// faulty reports whether there is a fault so far.
func (r *report) faulty() bool {
	for _, f := range r.findings {
		if f.Level == Fault {
			return true
		}
	}
	return false
}
