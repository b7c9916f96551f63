package recipemcp_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
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
	for part, want := range map[string]string{
		"doctor":                "There is no place for the embedded vault",
		"doctor without a home": "The home directory is not known",
	} {
		self, playing := harness.Self(t, part)
		if got := harness.File(t, "/bin/cp", self, program).Run(); got.Code != 0 {
			t.Fatalf("%+v", got)
		}
		c := harness.File(t, program)
		c.Env, c.Dir = []string{playing}, "/"
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
		out, err := c.Lend().Output()
		if errors.Is(err, fs.ErrPermission) {
			t.Skipf("no other user can run the test binary here: %v", err)
		}
		if err != nil {
			t.Fatal(err)
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
