package doctor

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// errFaults ends doctor with exit code 1; the faults are printed already.
var errFaults = errors.New("something does not work; see the fixes above")

const about = `Check everything between the assistant and the {service}, and say for each fault
what to do: the settings, the place to which they lead (proxy, name, connection,
certificate, clocks, key; or the file on this computer), and the entry in the
config of each installed client, which is started as the client would. Nothing is
changed. No key and no e-mail address is printed.

With --endpoint, check a server over HTTP instead: name, connection, certificate,
sign-in, and, with a token or where none is needed, its tools. The entries of clients
that hold such an address are checked in the same way.

Exit codes: 0 there is no fault; 1 there is one; 2 the command line is wrong.`

const aboutAlone = `Check the settings and the places to which they lead, and say for each fault what to
do. Nothing is changed, and no key is printed. The server may run meanwhile.

With --endpoint, check a server over HTTP as a client sees it: name, connection,
certificate, and its tools.

Exit codes: 0 there is no fault; 1 there is one; 2 the command line is wrong.`

// Command returns the command doctor, for a program that runs in an environment.
func Command(s System, getenv func(string) string) *cobra.Command {
	var inJSON bool
	var server string
	var address cli.EndpointFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find out why something does not work",
		Long:  s.fill(about),
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			endpoint, err := address.Endpoint(cmd)
			if err != nil {
				return err
			}
			binary, _ := os.Executable() // without it, no command is this program
			findings := Run(cmd.Context(), Options{
				System:  s,
				Getenv:  getenv,
				Places:  clients.Here(getenv),
				Server:  server,
				Binary:  binary,
				Version: cli.Version(),

				Endpoint: endpoint,
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
			if _, err := io.WriteString(out, text); err != nil {
				return cli.Failure(err)
			}
			if count[Fault] > 0 {
				return cli.Failure(errFaults)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&inJSON, "json", false, "print one JSON object: the findings and a summary")
	address.Register(cmd, "address of a server over HTTP to check, such as https://recipes.example.com/mcp")
	if s.Alone {
		cmd.Long = aboutAlone
		return cmd
	}
	cmd.Flags().StringVar(&server, "server-name", s.Program, "name of the entry in the clients' configs")
	return cmd
}
