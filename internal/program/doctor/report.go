package doctor

import (
	"context"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// Report collects the findings about one subject.
type Report struct {
	of       string
	system   *System
	endpoint bool // it is about one, and not about an API
	findings []Finding
	wait     func(context.Context) // adds the findings that take time
}

func (r *Report) add(f Finding) {
	f.Of, f.Text, f.Fix = r.of, screen.Line(f.Text), screen.Line(f.Fix)
	r.findings = append(r.findings, f)
}

// OK reports that something is as it should be.
func (r *Report) OK(check, format string, args ...any) {
	r.add(Finding{Check: check, Level: OK, Text: fmt.Sprintf(format, args...)})
}

// Note reports what is worth knowing. fix may be empty.
func (r *Report) Note(check, text, fix string) {
	r.add(Finding{Check: check, Level: Note, Text: text, Fix: fix})
}

// Fault reports one of the faults of this package or of the [System].
func (r *Report) Fault(f Trouble, args ...any) {
	r.add(Finding{Check: f.Check, Level: Fault, Text: fmt.Sprintf(r.fill(f.Text), args...), Fix: r.fill(f.Fix)})
}

func (r *Report) fill(text string) string {
	if r.endpoint {
		return r.system.fillEndpoint(text)
	}
	return r.system.fill(text)
}

// Skip notes the checks that make no sense any more.
func (r *Report) Skip(because string, checks ...string) {
	for _, check := range checks {
		r.Note(check, "Not checked, because "+because+".", "")
	}
}

// faults gives the faults so far.
func (r *Report) faults() (found []Finding) {
	for _, f := range r.findings {
		if f.Level == Fault {
			found = append(found, f)
		}
	}
	return found
}
