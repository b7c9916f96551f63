package install

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// registerSettings adds a flag for each question, and --FLAG-stdin for a secret.
func (p Program) registerSettings(cmd *cobra.Command) {
	for _, q := range p.Questions {
		cmd.Flags().String(q.Flag, "", q.Usage)
		if p.variable(q.Variable).Secret() {
			cmd.Flags().Bool(q.Flag+"-stdin", false, "read the "+q.Noun+" from the first line of standard input")
		}
	}
}

// settle returns the settings from the flags, the environment and the answers at a terminal,
// and the variables whose flags are empty. present returns the settings in the entry.
func (p Program) settle(cmd *cobra.Command, getenv func(string) string, present func() map[string]string) (values map[string]string, unset []string, err error) {
	values, served := p.fromEnvironment(getenv)
	if len(served) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "Not written, because a server over HTTP alone has them: %s. --endpoint connects to such a server.\n", strings.Join(served, ", "))
	}
	if p.Portable != nil {
		if err := p.Portable(values); err != nil {
			return nil, nil, cli.Failure(err)
		}
	}
	if unset, err = p.take(cmd, values); err != nil {
		return nil, nil, err
	}
	if asker := cli.NewAsker(cmd.InOrStdin(), cmd.ErrOrStderr()); asker != nil {
		if err := p.ask(cmd.Context(), asker, values, present(), unset); err != nil {
			return nil, nil, err
		}
	}
	if faults := p.Check(values); len(faults) > 0 {
		return nil, nil, cli.Mistake("nothing was changed, because a setting is wrong:\n  " + strings.Join(faults, "\n  "))
	}
	return values, unset, nil
}

// fromEnvironment returns the variables that differ from their defaults, and the names of
// variables for a server over HTTP.
func (p Program) fromEnvironment(getenv func(string) string) (values map[string]string, served []string) {
	values = map[string]string{}
	for _, v := range p.Variables {
		switch value := config.Trim(getenv(v.Name)); {
		case value == "" || value == v.Default:
		case slices.Contains(p.Served, v.Name):
			served = append(served, v.Name)
		default:
			values[v.Name] = getenv(v.Name)
		}
	}
	return values, served
}

// take adds the flags to values, and removes and returns the variables of empty flags.
func (p Program) take(cmd *cobra.Command, values map[string]string) (unset []string, err error) {
	for _, q := range p.Questions {
		value, err := cmd.Flags().GetString(q.Flag)
		if err != nil {
			return nil, err
		}
		given := cmd.Flags().Changed(q.Flag)
		stdin, _ := cmd.Flags().GetBool(q.Flag + "-stdin") // only a secret has this flag
		switch {
		case stdin && given:
			return nil, cli.Mistake(fmt.Sprintf("give the %s with --%s or with --%[2]s-stdin, not with both", q.Noun, q.Flag))
		case stdin && !cli.IsTerminal(cmd.InOrStdin()): // ask reads it from a terminal
			if value, err = cli.FirstLine(cmd.InOrStdin(), q.Noun); err != nil {
				return nil, err
			}
		case config.Trim(value) != "" && p.variable(q.Variable).Secret():
			fmt.Fprintf(cmd.ErrOrStderr(), "A %s given with --%s stays in the shell's history; --%[2]s-stdin avoids that.\n", q.Noun, q.Flag)
		}
		switch {
		case config.Trim(value) != "":
			values[q.Variable] = value
		case given:
			delete(values, q.Variable)
			unset = append(unset, q.Variable)
		}
	}
	return unset, nil
}

// ask asks for each setting that is not in values, in the present entry or in unset, and
// adds the answers to values.
func (p Program) ask(ctx context.Context, a cli.Asker, values, present map[string]string, unset []string) error {
	gone := func(name string) bool { return slices.Contains(unset, name) }
	known := func(name string) bool { return !gone(name) && (values[name] != "" || present[name] != "") }
	for _, q := range p.Questions {
		if known(q.Variable) || gone(q.Variable) || q.Needs != "" && !known(q.Needs) || q.Unless != "" && known(q.Unless) {
			continue
		}
		answer, err := p.askUntilUsable(ctx, a, q)
		if err != nil {
			return err
		}
		if answer != "" {
			values[q.Variable] = answer
		}
	}
	return nil
}

func (p Program) askUntilUsable(ctx context.Context, a cli.Asker, q Question) (string, error) {
	secret := p.variable(q.Variable).Secret()
	ask := a.Line
	if secret {
		ask = a.Secret
	}
	for range cli.MaxTries {
		answer, err := ask(ctx, q.Text)
		if err != nil {
			return "", err
		}
		if !secret {
			answer = config.Trim(answer)
		}
		faults := p.Check(map[string]string{q.Variable: answer})
		if len(faults) == 0 {
			return answer, nil
		}
		a.Say(strings.Join(faults, " ") + " Type the " + q.Noun + " again.")
	}
	return "", cli.Mistake("nothing was changed: no answer could be used")
}
