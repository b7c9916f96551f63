package doctor

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

const (
	maxAnswer  = 1 << 20
	startLimit = 5 * time.Second
	killDelay  = time.Second // for the pipes of a killed program to close
)

// output is what an entry's program printed and how it ended.
type output struct {
	stdout, stderr limited
	err            error // why the program was not started
	late           bool  // it was killed, because its time was over
	state          string
}

// execute starts the entry's program as the client does, and waits until it ends. The
// program is killed when the limit is over, and what it started is killed with it.
func (e *entry) execute(ctx context.Context, limit time.Duration, stdin string, args ...string) (o output) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer context.AfterFunc(living, cancel)()
	running.RLock()
	defer running.RUnlock()
	cmd := exec.CommandContext(ctx, e.Command, args...) //nolint:gosec // the entry names what a client starts
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = e.env, strings.NewReader(stdin), &o.stdout, &o.stderr
	cmd.WaitDelay = killDelay
	if runtime.GOOS != "windows" {
		cmd.Dir = string(filepath.Separator) // the directory of desktop programs
	}
	group(cmd)
	if o.err = cmd.Start(); o.err == nil {
		_ = cmd.Wait()   // the state says how it ended
		_ = cmd.Cancel() // kills what the program left
		o.state = cmd.ProcessState.String()
	}
	o.late = ctx.Err() != nil
	return o
}

// limited keeps the first maxAnswer bytes of what a program prints, and drops the rest.
type limited struct{ bytes.Buffer }

// Write keeps what there is room for.
func (l *limited) Write(b []byte) (int, error) {
	_, _ = l.Buffer.Write(b[:min(len(b), maxAnswer-l.Len())])
	return len(b), nil
}

var (
	living, kill = context.WithCancel(context.Background())
	running      sync.RWMutex // held for reading while a program runs
)

// Kill kills the programs that any [Run] has started, waits for their end, and lets none
// be started. It is for a process that exits without waiting for Run.
func Kill() {
	kill()
	running.Lock()
}

// refusal returns the first sentence with which a program of this project refuses to run.
// Other programs' texts may hold secrets.
func (s *System) refusal(message, stderr string) string {
	for line := range strings.Lines(message + "\n" + stderr) {
		if strings.HasPrefix(line, s.Program+" cannot start:") || strings.HasPrefix(line, s.Program+":") {
			return " It says: " + strings.TrimSpace(line)
		}
	}
	return ""
}
