package packaging_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

func TestCompletion_Scripts(t *testing.T) {
	t.Parallel()
	for _, program := range programs {
		for shell, row := range map[string]struct {
			registers string   // what makes the shell use the script
			check     []string // a syntax check of standard input, where the shell is installed
		}{
			"bash":       {"complete -o default -F __start_" + program + " " + program, []string{"bash", "-n"}},
			"zsh":        {"#compdef " + program, []string{"zsh", "-n"}},
			"fish":       {"complete -c " + program, []string{"fish", "-n"}},
			"powershell": {"Register-ArgumentCompleter -CommandName '" + program + "'", nil},
		} {
			t.Run(program+" "+shell, func(t *testing.T) {
				t.Parallel()
				script := output(t, program, "completion", shell)
				if !strings.Contains(script, row.registers) {
					t.Errorf("the script never says %q", row.registers)
				}
				if row.check == nil {
					return
				}
				if got := harness.File(t, harness.Installed(t, row.check[0]), row.check[1:]...).Feed(script).Run(); got.Code != 0 {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}

// inBash loads the script into bash and asks it for the completions of the Tab key.
// The function is a short form of the one in the package bash-completion.
const inBash = `
_init_completion() {
	words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
	cur=${words[cword]} prev=${words[cword-1]}
}
source <(recipe-mcp completion bash)
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_TYPE=9
__start_recipe-mcp 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}"
`

func TestCompletion_Bash(t *testing.T) {
	t.Parallel()
	bash := harness.Installed(t, "bash")
	var tools []string
	for _, tool := range recipe.Tools(nil, recipe.ToolOptions{}) {
		tools = append(tools, tool.Name)
	}
	for _, row := range []struct {
		typed string // the last word is the one that Tab completes
		want  []string
	}{
		{"recipe-mcp ca", []string{"call"}},
		{"recipe-mcp call ", tools},
		{"recipe-mcp call get_", []string{"get_recipe"}},
		{"recipe-mcp call get_recipe ", []string{""}},
		{"recipe-mcp tools --j", []string{"--json"}},
	} {
		t.Run(row.typed, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"-c", inBash, "bash"}, strings.Split(row.typed, " ")...)
			path := filepath.Dir(built(t, "recipe-mcp")) + string(os.PathListSeparator) + os.Getenv("PATH")
			ran := harness.File(t, bash, args...).Set("PATH=" + path).Run()
			if ran.Code != 0 {
				t.Fatalf("exit code %d: %s", ran.Code, ran.Stderr)
			}
			var got []string
			for line := range strings.Lines(ran.Stdout) {
				// Several candidates are shown with their descriptions in brackets.
				name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
				got = append(got, name)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("Tab offers (-want +got):\n%s%s", diff, ran.Stderr)
			}
		})
	}
}
