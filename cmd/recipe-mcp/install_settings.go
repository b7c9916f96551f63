package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mcp-adapters/config"
	"mcp-adapters/doctor"
	"mcp-adapters/vault"
)

// settingFlags are the settings that install takes on the command line.
type settingFlags struct {
	url, key, email string
	keyStdin        bool
}

func (f *settingFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.url, "url", "", "address of the Recipe Vault, such as http://192.168.1.9:3000")
	cmd.Flags().StringVar(&f.key, "key", "", "its key; the shell's history will keep it, --key-stdin avoids that")
	cmd.Flags().BoolVar(&f.keyStdin, "key-stdin", false, "read the key from the first line of standard input")
	cmd.Flags().StringVar(&f.email, "email", "", "family member to act for")
	cmd.MarkFlagsMutuallyExclusive("key", "key-stdin")
}

// settle gathers the settings from the flags, the environment, and, where there
// is a terminal and nothing else told them, the person at it. present gives
// what the entry has already.
func settle(cmd *cobra.Command, f settingFlags, present func() map[string]string) (map[string]string, error) {
	values, err := fromEnvironment(os.Getenv)
	if err != nil {
		return nil, err
	}
	if err := fromFlags(cmd, f, values); err != nil {
		return nil, err
	}
	if stdin := cmd.InOrStdin(); isTerminal(stdin) {
		if err := ask(cmd.Context(), newTerminal(stdin, cmd.ErrOrStderr()), values, present()); err != nil {
			return nil, err
		}
	}
	return values, checkValues(values)
}

// fromEnvironment takes what is set and not what it would be anyway. A relative
// path is made whole: the client will start the server in another directory.
func fromEnvironment(getenv func(string) string) (map[string]string, error) {
	values := map[string]string{}
	for _, v := range config.Variables() {
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

func fromFlags(cmd *cobra.Command, f settingFlags, values map[string]string) error {
	if f.keyStdin && !isTerminal(cmd.InOrStdin()) { // on a terminal it is asked for
		key, err := firstLine(cmd.InOrStdin())
		if err != nil {
			return err
		}
		f.key = key
	}
	if cmd.Flags().Changed("key") {
		fmt.Fprintln(cmd.ErrOrStderr(), "A key given with --key stays in the shell's history; --key-stdin avoids that.")
	}
	for _, s := range []struct{ name, value string }{{"API_BASE_URL", f.url}, {"API_KEY", f.key}, {"USER_EMAIL", f.email}} {
		if strings.TrimSpace(s.value) != "" {
			values[s.name] = s.value
		}
	}
	return nil
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
