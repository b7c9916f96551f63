package packaging_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/recipe"
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
				if _, err := exec.LookPath(row.check[0]); err != nil {
					t.Skipf("the syntax is not checked: %v", err)
				}
				cmd := exec.CommandContext(t.Context(), row.check[0], row.check[1:]...)
				cmd.Stdin = strings.NewReader(script)
				if text, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, text)
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
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	var tools []string
	for _, tool := range recipe.Tools(nil) {
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
			cmd := exec.CommandContext(t.Context(), bash, args...)
			cmd.Env = environment(t)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			text, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, stderr.String())
			}
			var got []string
			for line := range strings.Lines(string(text)) {
				// Several candidates are shown with their descriptions in brackets.
				name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
				got = append(got, name)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("Tab offers (-want +got):\n%s%s", diff, stderr.String())
			}
		})
	}
}
