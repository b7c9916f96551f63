package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"mcp-adapters/program/buildinfo"
	"mcp-adapters/program/clients"
	"mcp-adapters/program/doctor"
	"mcp-adapters/program/usage"
)

// errFaults ends doctor with exit code 1; the faults are printed already.
var errFaults = errors.New("something does not work; the fixes stand above")

func doctorCommand() *cobra.Command {
	var asJSON bool
	var server string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find out why something does not work",
		Long: `Check everything between the assistant and the recipes, and say for each fault
what to do: the settings, the way to the Recipe Vault (proxy, name, connection,
certificate, key, whose recipes are visible, clocks) or the embedded vault's
file, and the entry in the config of each installed client, which is started as
the client would. Nothing is changed. No key and no e-mail address is printed.

Exit codes: 0 there is no fault; 1 there is one; 2 the command line is wrong.`,
		Args: usage.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			binary, _ := os.Executable() // without it, no command is this program
			findings := doctor.Run(cmd.Context(), doctor.Options{
				Environ: os.Environ(),
				Places:  clients.Here(),
				Server:  server,
				Binary:  binary,
				Version: buildinfo.Version(),
			})
			return printFindings(cmd.OutOrStdout(), findings, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object: the findings and a summary")
	cmd.Flags().StringVar(&server, "server-name", serverName, "name of the entry in the clients' configs")
	return cmd
}

// serverName is the name of the entry unless told otherwise.
const serverName = "recipe-mcp"

func printFindings(out io.Writer, findings []doctor.Finding, asJSON bool) error {
	count := map[doctor.Level]int{}
	for _, f := range findings {
		count[f.Level]++
	}
	write := writeFindings
	if asJSON {
		write = writeFindingsJSON
	}
	if err := write(out, findings, count); err != nil {
		return &runError{err}
	}
	if count[doctor.Fault] > 0 {
		return &runError{errFaults}
	}
	return nil
}

func writeFindingsJSON(out io.Writer, findings []doctor.Finding, count map[doctor.Level]int) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(map[string]any{
		"findings": findings,
		"summary": map[string]int{
			"ok":    count[doctor.OK],
			"note":  count[doctor.Note],
			"fault": count[doctor.Fault],
		},
	})
}

// writeFindings prints a part for each set of settings. Words tell the levels
// apart; colour only helps.
func writeFindings(out io.Writer, findings []doctor.Finding, count map[doctor.Level]int) error {
	p := printer{out: out, colour: isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	of := ""
	for i := 0; i < len(findings); i++ {
		f := findings[i]
		if f.Of != of {
			of = f.Of
			p.heading(of)
		}
		checks := f.Check
		for f.Level == doctor.Note && i+1 < len(findings) && sameNote(f, findings[i+1]) {
			i++
			checks += ", " + findings[i].Check
		}
		p.finding(f, checks)
	}
	p.printf("\n%s, %s, %d ok\n", plural(count[doctor.Fault], "fault"), plural(count[doctor.Note], "note"), count[doctor.OK])
	return p.err
}

// sameNote reports whether two checks were left out for one reason.
func sameNote(a, b doctor.Finding) bool {
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
	p.printf("%s%s\n", map[bool]string{true: "\n"}[of != doctor.Environment], p.paint("1", name))
}

func (p *printer) finding(f doctor.Finding, checks string) {
	word := map[doctor.Level]string{
		doctor.OK:    p.paint("32", "  ok   "),
		doctor.Note:  p.paint("33", "  note "),
		doctor.Fault: p.paint("1;31", "! FAULT"),
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
