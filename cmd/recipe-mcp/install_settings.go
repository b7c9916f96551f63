package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mcp-adapters/cmd/recipe-mcp/recipemcp"
	"mcp-adapters/program/doctor"
	"mcp-adapters/recipe/vault"
)

// settingFlags are the settings that install takes on the command line.
type settingFlags struct {
	url, key, email string
	keyStdin        bool
}

func (f *settingFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.url, "url", "", "address of the Recipe Vault, such as http://192.168.1.9:3000; empty: take it out of the entry")
	cmd.Flags().StringVar(&f.key, "key", "", "its key; the shell's history will keep it, --key-stdin avoids that")
	cmd.Flags().BoolVar(&f.keyStdin, "key-stdin", false, "read the key from the first line of standard input")
	cmd.Flags().StringVar(&f.email, "email", "", "family member to act for; empty: take it out of the entry")
}

// settle gathers the settings from the flags, the environment, and, where there
// is a terminal and nothing else told them, the person at it. present gives
// what the entry has already. unset are the variables whose flags are empty.
func settle(cmd *cobra.Command, f settingFlags, present func() map[string]string) (values map[string]string, unset []string, err error) {
	if f.keyStdin && cmd.Flags().Changed("key") {
		return nil, nil, errors.New("give the key with --key or with --key-stdin, not with both")
	}
	if values, err = fromEnvironment(os.Getenv); err != nil {
		return nil, nil, err
	}
	if unset, err = fromFlags(cmd, f, values); err != nil {
		return nil, nil, err
	}
	if stdin := cmd.InOrStdin(); isTerminal(stdin) {
		if err := ask(cmd.Context(), newTerminal(stdin, cmd.ErrOrStderr()), values, present(), unset); err != nil {
			return nil, nil, err
		}
	}
	return values, unset, checkValues(values)
}

// fromEnvironment takes what is set and not what it would be anyway. A relative
// path is made whole: the client will start the server in another directory.
func fromEnvironment(getenv func(string) string) (map[string]string, error) {
	values := map[string]string{}
	for _, v := range recipemcp.Variables() {
		if value := strings.TrimSpace(getenv(v.Name)); value != "" && value != v.Default {
			values[v.Name] = getenv(v.Name)
		}
	}
	path, err := vault.ParseURL(strings.TrimSpace(values["DATABASE_URL"]))
	if err == nil && !filepath.IsAbs(path) {
		whole, err := filepath.Abs(path)
		if err != nil {
			return nil, &runError{fmt.Errorf("find the file of DATABASE_URL: %w", err)}
		}
		values["DATABASE_URL"] = "sqlite:" + whole
	}
	return values, nil
}

// fromFlags adds to values what the flags say, and takes away what they say is
// not to be.
func fromFlags(cmd *cobra.Command, f settingFlags, values map[string]string) (unset []string, err error) {
	if f.keyStdin && !isTerminal(cmd.InOrStdin()) { // on a terminal it is asked for
		if f.key, err = firstLine(cmd.InOrStdin()); err != nil {
			return nil, err
		}
	}
	if strings.TrimSpace(f.key) != "" && cmd.Flags().Changed("key") {
		fmt.Fprintln(cmd.ErrOrStderr(), "A key given with --key stays in the shell's history; --key-stdin avoids that.")
	}
	for _, s := range []struct{ flag, name, value string }{{"url", "API_BASE_URL", f.url}, {"key", "API_KEY", f.key}, {"email", "USER_EMAIL", f.email}} {
		switch {
		case strings.TrimSpace(s.value) != "":
			values[s.name] = s.value
		case cmd.Flags().Changed(s.flag):
			delete(values, s.name)
			unset = append(unset, s.name)
		}
	}
	return unset, nil
}

const maxLine = 64 << 10

// firstLine reads a line without its end.
func firstLine(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxLine))
	if err != nil {
		return "", &runError{fmt.Errorf("read the key: %w", err)}
	}
	line, _, _ := strings.Cut(string(text), "\n")
	line = strings.TrimSuffix(line, "\r")
	if strings.TrimSpace(line) == "" {
		return "", errors.New("standard input holds no key")
	}
	return line, nil
}

// checkValues refuses what the server would not start with, or could not mean.
func checkValues(values map[string]string) error {
	var faults []string
	for _, f := range doctor.Settings("", values) {
		if f.Level == doctor.Fault {
			faults = append(faults, "  "+f.Text+" "+f.Fix)
		}
	}
	if len(faults) > 0 {
		return fmt.Errorf("nothing was changed, since a setting is wrong:\n%s", strings.Join(faults, "\n"))
	}
	return nil
}
