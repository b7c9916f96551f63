//go:build unix

package doctor

import (
	"errors"
	"os/exec"
	"syscall"
	"time"
)

// group is a program in a process group of its own. What it starts is in that
// group too, unless it leaves it on purpose.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) *group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &group{cmd}
}

func (*group) adopt() {}

// kill reaches all of the group at once, and none of them can start another
// meanwhile. The number is the group's while a process is in the group.
func (g *group) kill() error { return syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) }

// close kills the group and waits until it is gone. Others than this process
// collect the dead, so that the waiting has a limit.
func (g *group) close() {
	if g.cmd.Process == nil {
		return
	}
	_ = g.kill()
	for end := time.Now().Add(killDelay); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if errors.Is(syscall.Kill(-g.cmd.Process.Pid, 0), syscall.ESRCH) {
			return
		}
	}
}
