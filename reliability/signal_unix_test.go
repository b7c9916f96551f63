//go:build unix

package reliability_test

import (
	"os"
	"syscall"
)

// terminate asks a process to end in order.
func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
