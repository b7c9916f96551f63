package doctor

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// asJSON writes the findings and how many there are of each level.
func asJSON(findings []Finding, count map[Level]int) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(map[string]any{ // which has strings and numbers alone
		"findings": findings,
		"summary":  map[Level]int{OK: count[OK], Note: count[Note], Fault: count[Fault]},
	})
	return b.String()
}

// asText writes a part for each set of settings. Words tell the levels apart; colour
// only helps.
func asText(findings []Finding, count map[Level]int, colour bool) string {
	paint := func(code, text string) string {
		if !colour {
			return text
		}
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	words := map[Level]string{OK: paint("32", "  ok   "), Note: paint("33", "  note "), Fault: paint("1;31", "! FAULT")}
	var b strings.Builder
	of := ""
	for i := 0; i < len(findings); i++ {
		f := findings[i]
		if f.Of != of {
			of = f.Of
			name := map[string]string{Environment: "Environment", Endpoint: "Endpoint"}[of]
			if c, ok := clients.ByID(of); ok {
				name = "\n" + c.Name
			}
			fmt.Fprintln(&b, paint("1", name))
		}
		checks := f.Check
		for f.Level == Note && i+1 < len(findings) && sameNote(f, findings[i+1]) {
			i++
			checks += ", " + findings[i].Check
		}
		fmt.Fprintf(&b, "%s  %-9s  %s\n", words[f.Level], checks, f.Text)
		if f.Fix != "" {
			fmt.Fprintf(&b, "%20s %s\n", "->", f.Fix)
		}
	}
	fmt.Fprintf(&b, "\n%s, %s, %d ok\n", plural(count[Fault], "fault"), plural(count[Note], "note"), count[OK])
	return b.String()
}

// sameNote reports whether two checks were left out for one reason.
func sameNote(a, b Finding) bool {
	a.Check = b.Check
	return a == b
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
