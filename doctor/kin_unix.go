//go:build unix

package doctor

import (
	"errors"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// kin is a started program with all that it starts. They are a process group of
// their own; what leaves that is found through its parent, where the system
// tells.
type kin struct {
	cmd *exec.Cmd

	mu    sync.Mutex
	known []int // descendants that were found and killed
}

// newKin is called before the program starts.
func newKin(cmd *exec.Cmd) *kin {
	k := &kin{cmd: cmd}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = k.kill
	return k
}

// adopt is called once the program runs.
func (*kin) adopt() {}

// kill is called while the program has not been waited for, so that its number
// is still its own.
func (k *kin) kill() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	pid := k.cmd.Process.Pid
	// The youngest first: whoever is killed in the midst of this leaves the line
	// of parents whole for those who look from above.
	for _, p := range slices.Backward(descendants(pid)) {
		_ = syscall.Kill(p, syscall.SIGKILL) // it may have ended
		k.known = append(k.known, p)
	}
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	return nil
}

// end kills what outlived the program and waits until it is gone. Others than
// this process collect the dead, so that the waiting has a limit.
func (k *kin) end() {
	if k.cmd.Process == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	group := -k.cmd.Process.Pid
	_ = syscall.Kill(group, syscall.SIGKILL)
	left := append([]int{group}, k.known...)
	for end := time.Now().Add(killDelay); time.Now().Before(end); time.Sleep(time.Millisecond) {
		gone := 0
		for _, p := range left {
			if errors.Is(syscall.Kill(p, 0), syscall.ESRCH) {
				gone++
			}
		}
		if gone == len(left) {
			return
		}
	}
}
