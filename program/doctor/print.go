package doctor

import (
	"encoding/json"
	"fmt"
	"io"

	"mcp-adapters/program/clients"
)

func writeFindingsJSON(p printer, findings []Finding, count map[Level]int) error {
	encoder := json.NewEncoder(p.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(map[string]any{
		"findings": findings,
		"summary": map[string]int{
			"ok":    count[OK],
			"note":  count[Note],
			"fault": count[Fault],
		},
	})
}

// writeFindings prints a part for each set of settings. Words tell the levels
// apart; colour only helps.
func writeFindings(p printer, findings []Finding, count map[Level]int) error {
	of := ""
	for i := 0; i < len(findings); i++ {
		f := findings[i]
		if f.Of != of {
			of = f.Of
			p.heading(of)
		}
		checks := f.Check
		for f.Level == Note && i+1 < len(findings) && sameNote(f, findings[i+1]) {
			i++
			checks += ", " + findings[i].Check
		}
		p.finding(f, checks)
	}
	p.printf("\n%s, %s, %d ok\n", plural(count[Fault], "fault"), plural(count[Note], "note"), count[OK])
	return p.err
}

// sameNote reports whether two checks were left out for one reason.
func sameNote(a, b Finding) bool {
	a.Check = b.Check
	return a == b
}

// printer writes until the first error, which it keeps.
type printer struct {
	out    io.Writer
	colour bool
	err    error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.out, format, args...)
	}
}

func (p *printer) heading(of string) {
	name := "Environment"
	if c, ok := clients.ByID(of); ok {
		name = c.Name
	}
	p.printf("%s%s\n", map[bool]string{true: "\n"}[of != Environment], p.paint("1", name))
}

func (p *printer) finding(f Finding, checks string) {
	word := map[Level]string{
		OK:    p.paint("32", "  ok   "),
		Note:  p.paint("33", "  note "),
		Fault: p.paint("1;31", "! FAULT"),
	}[f.Level]
	p.printf("%s  %-9s  %s\n", word, checks, f.Text)
	if f.Fix != "" {
		p.printf("%20s %s\n", "->", f.Fix)
	}
}

func (p *printer) paint(code, text string) string {
	if !p.colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
