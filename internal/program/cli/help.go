package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// addHelp gives root a help that fits a screen, and the help topic environment, which has
// every setting.
func (p *Program) addHelp(root *cobra.Command) {
	topic := &cobra.Command{Use: "environment", Short: "List every setting"}
	topic.Long = "Every setting is an environment variable. A blank one counts as unset.\n\n" + settings(p.Variables, false)
	root.AddCommand(topic)
	others := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd == root {
			_, _ = fmt.Fprint(cmd.OutOrStdout(), p.help(root))
			return
		}
		others(cmd, args)
	})
}

func (p *Program) help(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n  %[2]s COMMAND   (%[2]s help COMMAND describes it)\n\nExit codes: 0 done, 1 failed, 2 the command line or the environment is wrong.\n\nCommands:\n", p.Long, p.Name)
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
			fmt.Fprintf(&b, "  %-12s %s\n", c.Name(), c.Short)
		}
	}
	var start []config.Variable
	for _, v := range p.Variables {
		if slices.Contains(p.Start, v.Name) {
			start = append(start, v)
		}
	}
	fmt.Fprintf(&b, "\nSettings to start with, from the environment; %s help environment lists all:\n%s", p.Name, settings(start, true))
	return b.String()
}

// settings lists variables with their meaning, or only its first part, in lines of a terminal.
func settings(variables []config.Variable, brief bool) string {
	width := 0
	for _, v := range variables {
		width = max(width, len(v.Name))
	}
	var b strings.Builder
	for _, v := range variables {
		text := v.Meaning
		if brief {
			text, _, _ = strings.Cut(text, ";")
			text, _, _ = strings.Cut(text, ". ")
		}
		if v.Default != "" {
			text += " (default " + v.Default + ")"
		}
		lead, line := fmt.Sprintf("  %-*s", width, v.Name), ""
		for word := range strings.FieldsSeq(text) {
			if len(line)+len(word) > max(40, 96-width) {
				b.WriteString(lead + line + "\n")
				lead, line = strings.Repeat(" ", width+2), ""
			}
			line += " " + word
		}
		b.WriteString(lead + line + "\n")
	}
	return b.String()
}
