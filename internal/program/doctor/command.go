package doctor

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// errFaults ends doctor with exit code 1. The faults are printed before.
var errFaults = errors.New("something does not work; see the fixes above")

const (
	about = `Check everything between the assistant and the {service}, and say for each fault
what to do: the settings; the connection, certificate and key of the API, or the data
on this computer; and the entry of each installed client, whose program doctor starts
with the entry's settings. Doctor changes nothing, and prints no key and no e-mail
address.
`
	aboutAlone = `Check the settings, the data and the model, and say for each fault what to do.
Doctor changes nothing and prints no key. The server may run at the same time.
`
	aboutEndpoint = `
With --endpoint, check a server over HTTP instead: name, connection, certificate,
sign-in and, with a token or where none is needed, its tools. Entries of clients with
such an address are checked the same way.

Exit codes: 0 there is no fault; 1 there is one; 2 the command line is wrong.`
)

// Command returns the command doctor.
func Command(s System, getenv func(string) string) *cobra.Command {
	var inJSON bool
	var server string
	var address cli.EndpointFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find out why something does not work",
		Long:  s.fill(about, "") + aboutEndpoint,
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			endpoint, err := address.Endpoint(cmd)
			if err != nil {
				return err
			}
			findings := Run(cmd.Context(), Options{
				System: s, Places: clients.Here(getenv), Server: server, Version: cli.Version(), Endpoint: endpoint,
			})
			count := map[Level]int{}
			for _, f := range findings {
				count[f.Level]++
			}
			out := cmd.OutOrStdout()
			text := asText(findings, count, cli.Colour(out))
			if inJSON {
				text = asJSON(findings, count)
			}
			_, err = io.WriteString(out, text)
			if err == nil && count[Fault] > 0 {
				err = errFaults
			}
			return cli.Failure(err)
		},
	}
	cmd.Flags().BoolVar(&inJSON, "json", false, "print one JSON object: the findings and a summary")
	address.Register(cmd, "address of a server over HTTP to check, such as https://recipes.example.com/mcp")
	if s.Alone {
		cmd.Long = aboutAlone + aboutEndpoint
		return cmd
	}
	cmd.Flags().StringVar(&server, "server-name", s.Program, "name of the entry in the clients' configs")
	return cmd
}
