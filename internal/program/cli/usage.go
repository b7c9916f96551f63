package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// NoArgs refuses any argument. For a command that has commands of its own an
// argument is an unknown one of those.
func NoArgs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !cmd.HasAvailableSubCommands():
		return fmt.Errorf("%s takes no arguments; got %q", cmd.CommandPath(), args[0])
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return errors.New("there is no command " + strconv.Quote(args[0]) + DidYouMean(args[0], names))
}

// Args refuses fewer than low arguments and more than high; the command's Use
// line says what they are.
func Args(low, high int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < low:
			return errors.New("missing argument; usage: " + cmd.UseLine())
		case len(args) > high:
			return fmt.Errorf("unexpected argument %q; usage: %s", args[high], cmd.UseLine())
		}
		return nil
	}
}

// FlagError is for [cobra.Command.SetFlagErrorFunc]. It never repeats a value.
func FlagError(_ *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return errors.New("there is no flag " + written(unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()))
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return errors.New(written(bare.GetSpecifiedName(), bare.GetSpecifiedShortnames()) + " needs a value after it")
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		name, kind := "--"+invalid.GetFlag().Name, invalid.GetFlag().Value.Type()
		if kind == "bool" {
			return errors.New(name + " takes no value except =true or =false")
		}
		return fmt.Errorf("%s has an invalid value: want %s", name, kind)
	}
	if odd, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		name, _, _ := strings.Cut(odd.GetSpecifiedFlag(), "=")
		return fmt.Errorf("%q is not a flag", name)
	}
	return err
}

// written is a flag as it was on the command line; several short ones may
// be joined.
func written(name, together string) string {
	if together != "" {
		return "-" + name
	}
	return "--" + name
}

// DidYouMean gives "; did you mean A or B?" with those of the names that typed is
// close to or the beginning of, or "".
func DidYouMean(typed string, names []string) string {
	var known cobra.Command
	known.SuggestionsMinimumDistance = 2
	for _, name := range names {
		known.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	near := known.SuggestionsFor(typed)
	if typed == "" || len(near) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}
