package doctor

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

const (
	about = `Check the settings; the API, or the data on this computer; and the entry of each
installed client, whose program doctor starts with the entry's settings. Doctor stops
at the first fault of each, and says what to do. It changes nothing, and prints no key
and no e-mail address.
`
	aboutAlone = `Check the settings, the data and the model, and say for the first fault what to do.
Doctor changes nothing and prints no key. The server may run at the same time.
`
	aboutEndpoint = `
With --endpoint, check a server over HTTP instead: its address, the sign-in and, with a
token or where none is needed, its tools. Entries of clients that hold an address are
checked the same way.

Exit codes: 0 there is no fault; 1 there is one; 2 the command line is wrong.`
)

// Command returns the command doctor.
func Command(s System, getenv func(string) string) *cobra.Command {
	var inJSON bool
	o := Options{System: s}
	var address cli.EndpointFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find out why something does not work",
		Long:  about + aboutEndpoint,
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.Endpoint, err = address.Endpoint(cmd); err != nil {
				return err
			}
			o.Places = clients.Here(getenv)
			findings, out := Run(cmd.Context(), o), cmd.OutOrStdout()
			n := count(findings)
			if inJSON {
				err = json.NewEncoder(out).Encode(map[string]any{"findings": findings, "summary": n})
			} else {
				_, err = io.WriteString(out, asText(findings, n, cli.Colour(out)))
			}
			if err == nil && n[Fault] > 0 {
				err = errors.New("something does not work; see the fixes above")
			}
			return cli.Failure(err)
		},
	}
	cmd.Flags().BoolVar(&inJSON, "json", false, "print one JSON object: the findings and a summary")
	address.Register(cmd, "address of a server over HTTP to check, such as https://recipes.example.com/mcp")
	if s.Alone {
		cmd.Long = aboutAlone + aboutEndpoint
	} else {
		cmd.Flags().StringVar(&o.Server, "server-name", s.Program, "name of the entry in the clients' configs")
	}
	return cmd
}
