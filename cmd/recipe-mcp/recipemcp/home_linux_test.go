package recipemcp_test

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mcp-adapters/program/doctor"
)

// TestDoctor_NoHome runs doctor as a user whom the system doesn't know, with an
// empty environment: there is no place for the embedded vault then.
func TestDoctor_NoHome(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can be somebody else")
	}
	dir := t.TempDir()
	for _, open := range []string{dir, filepath.Dir(dir)} { // the other user must get at the program
		if err := os.Chmod(open, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "doctor")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, self, program)
	for part, want := range map[string]string{
		"findings":                 "There is no place for the embedded vault",
		"findings of the homeless": "The home directory is not known",
	} {
		cmd := exec.CommandContext(t.Context(), program)
		cmd.Env = []string{"RECIPE_MCP_TEST=" + part}
		cmd.Dir = "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
		out, err := cmd.Output()
		if err != nil {
			t.Skipf("no other user can run the test binary here: %v", err)
		}
		var findings []doctor.Finding
		if err := json.Unmarshal(out, &findings); err != nil {
			t.Fatal(err)
		}
		faults := of(findings, doctor.Fault)
		if len(faults) != 1 || !strings.Contains(faults[0], want) {
			t.Errorf("%s", out)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
