package mantest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mantest"
)

func run(*cobra.Command, []string) {}

// tree is a program with one command of each sort.
func tree() *cobra.Command {
	root := &cobra.Command{Use: "kettle", Short: "Boil water", Version: "1.2.3 (commit 0123abcd)", Run: run, Long: `kettle boils water.

Environment:
  KETTLE_HEAT  how hot (100)
  KETTLE_TIME  how long, or
                 until it is empty

Mind the spout.`}
	pour := &cobra.Command{Use: "pour CUP", Short: "Pour a cup", Example: "  kettle pour mug", Run: run}
	pour.Flags().Bool("slowly", false, "without a splash")
	root.AddCommand(pour, &cobra.Command{Use: "secret", Hidden: true, Run: run})
	return root
}

func TestWrite(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1767323045")
	dir := filepath.Join(t.TempDir(), "share", "man1")
	if err := mantest.Write(tree(), dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff([]string{"kettle-pour.1", "kettle.1"}, names); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	for page, parts := range map[string][]string{
		"kettle.1": {
			`.TH "KETTLE" "1" "Jan 2026" "kettle 1.2.3" "User Commands"`,
			".SH NAME\nkettle - Boil water",
			// The table keeps its lines and its columns.
			"Environment:\n\n.EX\n  KETTLE_HEAT  how hot (100)\n  KETTLE_TIME  how long, or\n                 until it is empty\n.EE",
			"Mind the spout.",
			"\\fBkettle-pour(1)\\fP",
			"\\fB--version\\fP",
		},
		"kettle-pour.1": {"kettle pour CUP", "\\fB--slowly\\fP", "without a splash", "kettle pour mug", "\\fBkettle(1)\\fP"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %q:\n%s", page, part, text)
			}
		}
		for _, unwanted := range []string{"secret", "Auto generated"} {
			if strings.Contains(string(text), unwanted) {
				t.Errorf("%s has %q", page, unwanted)
			}
		}
	}
}

func TestWrite_UnusableDirectory(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := mantest.Write(tree(), filepath.Join(file, "man1")); err == nil {
		t.Error("writing below a file gave no error")
	}
}
