package cli

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// Endpoint is a server over HTTP.
type Endpoint struct {
	URL   string
	Token config.Secret // "": none
	// TokenGiven is set if the command line has something to say about the token: an
	// empty one is to be taken away.
	TokenGiven bool
}

// EndpointFlags are --endpoint, --token and --token-stdin.
type EndpointFlags struct {
	url, token string
	stdin      bool
}

// Register adds the flags to a command.
func (f *EndpointFlags) Register(cmd *cobra.Command, usage string) {
	cmd.Flags().StringVar(&f.url, "endpoint", "", usage)
	cmd.Flags().StringVar(&f.token, "token", "", "token for --endpoint; the shell's history will keep it, --token-stdin avoids that")
	cmd.Flags().BoolVar(&f.stdin, "token-stdin", false, "read the token for --endpoint from the first line of standard input")
}

// Endpoint returns what the flags say, or nil if they are not given. The token comes
// from the flag, from standard input, or from the person at the terminal. Errors are of
// the command line.
func (f *EndpointFlags) Endpoint(cmd *cobra.Command) (*Endpoint, error) {
	given := cmd.Flags().Changed("token")
	switch {
	case !cmd.Flags().Changed("endpoint") && (given || f.stdin):
		return nil, Mistake("--token and --token-stdin need --endpoint, the address of a server over HTTP")
	case !cmd.Flags().Changed("endpoint"):
		return nil, nil
	case given && f.stdin:
		return nil, Mistake("give the token with --token or with --token-stdin, not with both")
	}
	address, err := parse(f.url)
	if err != nil {
		return nil, err
	}
	text := f.token
	switch asker := NewAsker(cmd.InOrStdin(), cmd.ErrOrStderr()); {
	case f.stdin && asker != nil:
		text, err = asker.Secret(cmd.Context(), "Token of the server (not shown while you type): ")
	case f.stdin:
		text, err = FirstLine(cmd.InOrStdin(), "token")
	case config.Trim(text) != "":
		fmt.Fprintln(cmd.ErrOrStderr(), "A token given with --token stays in the shell's history; --token-stdin avoids that.")
	}
	if err != nil {
		return nil, err
	}
	e := &Endpoint{URL: config.Trim(f.url), TokenGiven: given || f.stdin}
	if e.Token, err = parseToken(text); err != nil {
		return nil, err
	}
	if e.Token != "" && !Confidential(address) {
		return nil, Mistake("a token must not be sent in the clear: --endpoint must begin with https://, or be an address of this computer alone, such as http://127.0.0.1:3333/mcp")
	}
	return e, nil
}

func parse(text string) (*url.URL, error) {
	var address config.URL
	u, err := url.Parse(config.Trim(text))
	switch {
	case address.UnmarshalText([]byte(text)) != nil || err != nil:
		return nil, Mistake("--endpoint must be an http or https address without query, such as https://recipes.example.com/mcp")
	case u.User != nil:
		return nil, Mistake("--endpoint must not hold a user or a password; give a token with --token-stdin")
	}
	return u, nil
}

// parseToken takes a token as it is, or as the value of an Authorization header.
func parseToken(text string) (token config.Secret, err error) {
	text = config.Trim(text)
	if scheme, rest, found := strings.Cut(text, " "); found && strings.EqualFold(scheme, "Bearer") {
		text = config.Trim(rest)
	}
	if err := token.UnmarshalText([]byte(text)); err != nil {
		return "", Mistake("the token " + err.Error())
	}
	if strings.Contains(text, " ") {
		return "", Mistake("the token must not hold blanks")
	}
	return token, nil
}

// Confidential reports whether no one on the way can read what is sent to an address:
// it is encrypted, or does not leave this computer.
func Confidential(u *url.URL) bool {
	return u.Scheme == "https" || config.Loopback(u.Hostname())
}
