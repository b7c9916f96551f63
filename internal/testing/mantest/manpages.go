package mantest

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Write writes the man pages of a program from its help: one page of section 1 for root and each of its commands into
// dir, which it makes: NAME.1, NAME-COMMAND.1. It changes root's texts. The date
// on the pages is that of SOURCE_DATE_EPOCH (seconds since 1970) if it is set.
func Write(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // man pages are for everyone
		return err
	}
	root.DisableAutoGenTag = true
	root.InitDefaultVersionFlag() // cobra itself adds it only when the program runs
	version, _, _ := strings.Cut(root.Version, " ")
	if topic, _, err := root.Find([]string{"environment"}); err == nil && topic != root {
		root.Long += "\n\nEnvironment:\n" + topic.Long
	}
	asMarkdown(root)
	return doc.GenManTree(root, &doc.GenManHeader{
		Section: "1",
		Source:  root.Name() + " " + version,
		Manual:  "User Commands",
	}, dir)
}

func asMarkdown(cmd *cobra.Command) {
	cmd.Long = keepTables(cmd.Long)
	for _, child := range cmd.Commands() {
		asMarkdown(child)
	}
}

// keepTables makes indented lines code blocks of Markdown: as paragraphs their
// columns would be run together.
func keepTables(text string) string {
	var b strings.Builder
	table := false
	for line := range strings.Lines(text) {
		indented := strings.HasPrefix(line, "  ")
		if indented && !table {
			b.WriteString("\n")
		}
		table = indented
		if indented {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}
