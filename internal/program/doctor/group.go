package doctor

import (
	"errors"
	"os/exec"
	"sync"
)

// groups are the programs that run now, each with what it started.
var groups = struct {
	mu     sync.Mutex
	alive  map[*group]bool
	closed bool
}{alive: map[*group]bool{}}

// Kill ends what any [Run] of this process has started, and has no more started.
// It is for a process that exits without waiting for Run.
func Kill() {
	groups.mu.Lock()
	defer groups.mu.Unlock()
	groups.closed = true
	for g := range groups.alive {
		_ = g.kill() // it may have ended
	}
}

var errClosed = errors.New("this program is about to exit")

// startGroup starts cmd, and has the end of its context end all of the group.
// [Kill] comes before the start or finds it. The group must be ended, after
// cmd.Wait.
func startGroup(cmd *exec.Cmd) (*group, error) {
	groups.mu.Lock()
	defer groups.mu.Unlock()
	if groups.closed {
		return nil, errClosed
	}
	g := newGroup(cmd)
	cmd.Cancel = g.kill
	if err := cmd.Start(); err != nil {
		g.close()
		return nil, err
	}
	g.adopt()
	groups.alive[g] = true
	return g, nil
}

// end ends what has outlived the program.
func (g *group) end() {
	g.close()
	groups.mu.Lock()
	defer groups.mu.Unlock()
	delete(groups.alive, g)
}
