package cli_test

import (
	"io"
	"testing"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

func kettle() *cobra.Command {
	root := &cobra.Command{
		Use: "kettle", Args: cli.NoArgs, SilenceErrors: true, SilenceUsage: true,
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	pour := &cobra.Command{Use: "pour CUP [SAUCER]", Args: cli.Args(1, 2), RunE: root.RunE}
	pour.Flags().BoolP("slowly", "s", false, "without a splash")
	pour.Flags().StringP("into", "i", "", "what to fill")
	pour.Flags().Int("cups", 1, "how many")
	root.AddCommand(pour, &cobra.Command{Use: "boil", Args: cli.NoArgs, RunE: root.RunE}, &cobra.Command{Use: "secret", Hidden: true, RunE: root.RunE})
	root.SetFlagErrorFunc(cli.FlagError)
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	return root
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for _, r := range []struct {
		name string
		args []string
		want string
	}{
		{"all is well", []string{"pour", "mug", "-s", "--into", "x"}, ""},
		{"no arguments", nil, ""},
		{"unknown command", []string{"whistle"}, `there is no command "whistle"`},
		{"the beginning of one", []string{"po"}, `there is no command "po"; did you mean pour?`},
		{"mistyped", []string{"bio"}, `there is no command "bio"; did you mean boil?`},
		{"a hidden one", []string{"secre"}, `there is no command "secre"`},
		{"no arguments taken", []string{"boil", "water"}, `kettle boil takes no arguments; got "water"`},
		{"too few", []string{"pour"}, "missing argument; usage: kettle pour CUP [SAUCER] [flags]"},
		{"too many", []string{"pour", "a", "b", "c"}, `unexpected argument "c"; usage: kettle pour CUP [SAUCER] [flags]`},
		{"unknown flag", []string{"pour", "--fast=secret", "mug"}, "there is no flag --fast"},
		{"unknown short flag", []string{"pour", "-sx", "mug"}, "there is no flag -x"},
		{"no value", []string{"pour", "mug", "--into"}, "--into needs a value after it"},
		{"no value for a short flag", []string{"pour", "mug", "-si"}, "-i needs a value after it"},
		{"a value for a switch", []string{"pour", "mug", "--slowly=secret"}, "--slowly takes no value except =true or =false"},
		{"no number", []string{"pour", "mug", "--cups=secret"}, "--cups has an invalid value: want int"},
		{"no flag", []string{"pour", "mug", "--=secret"}, `"--" is not a flag`},
	} {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			root := kettle()
			root.SetArgs(append([]string{}, r.args...))
			got := ""
			if err := root.Execute(); err != nil {
				got = err.Error()
			}
			if got != r.want {
				t.Errorf("says %q, want %q", got, r.want)
			}
		})
	}
}

func TestDidYouMean(t *testing.T) {
	t.Parallel()
	names := []string{"claude-desktop", "claude-code", "cursor"}
	for typed, want := range map[string]string{
		"claud":       "; did you mean claude-desktop or claude-code?",
		"Cluade-Code": "; did you mean claude-code?",
		"cursr":       "; did you mean cursor?",
		"word":        "",
		"":            "",
	} {
		if got := cli.DidYouMean(typed, names); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
