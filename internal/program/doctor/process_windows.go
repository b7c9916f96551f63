package doctor

import (
	"os/exec"
	"strconv"
)

// group has cmd killed together with the programs that it started.
func group(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() //nolint:gosec,noctx // a number
		return cmd.Process.Kill()
	}
}
