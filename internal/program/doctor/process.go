package doctor

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"doctor","version":"1.0.0"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	listTools   = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`

	maxAnswer  = 1 << 20
	startLimit = 5 * time.Second
	killDelay  = time.Second // for what a killed program leaves
)

// reply is what doctor reads of an answer to initialize or tools/list.
type reply struct {
	ID     int `json:"id"`
	Result struct {
		ProtocolVersion string `json:"protocolVersion"`
		ServerInfo      struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"serverInfo"`
		Tools []struct{} `json:"tools"`
	} `json:"result"`
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// name is what the server calls itself in serverInfo.
func (s *System) name() string { return cmp.Or(s.Server, s.Program) }

// converse starts the entry's program, sends initialize and tools/list, and reports a fault
// unless both are answered. The program has ended when converse returns.
func (e *entry) converse(ctx context.Context, r *Report) (name, version string, tools int) {
	limit := cmp.Or(r.options.Limit, startLimit)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := command(ctx, e.Command, e.Args, e.env)
	stderr := &limited{}
	cmd.Stderr = stderr
	stdin, inErr := cmd.StdinPipe()
	stdout, outErr := cmd.StdoutPipe()
	if err := errors.Join(inErr, outErr); err != nil {
		r.Fault(notStarted, e.Command, "this computer has no pipe left")
		return "", "", 0
	}
	if err := launch(cmd); err != nil {
		why := "the system refused it"
		if errno, ok := errors.AsType[syscall.Errno](err); ok {
			why = errno.Error()
		}
		r.Fault(notStarted, e.Command, why)
		return "", "", 0
	}
	// What the program started may hold the pipe open after the program's death.
	defer context.AfterFunc(ctx, func() { _ = stdout.Close() })()
	_, _ = io.WriteString(stdin, initialize+"\n"+initialized+"\n"+listTools+"\n") // reading reports a failure
	var m reply
	said, valid := false, true
	lines := bufio.NewScanner(io.LimitReader(stdout, maxAnswer))
	for lines.Buffer(nil, maxAnswer); valid && m.Error == nil && m.ID != 2 && lines.Scan(); said = true {
		m = reply{}
		if valid = json.Unmarshal(lines.Bytes(), &m) == nil; m.ID == 1 {
			name, version = m.Result.ServerInfo.Name, m.Result.ServerInfo.Version
		}
	}
	late := ctx.Err() != nil
	_ = stdin.Close()
	if said || late {
		_ = cmd.Cancel()
	}
	finish(cmd)
	switch late = late || ctx.Err() != nil; {
	case valid && m.ID == 2 && m.Error == nil:
		tools = len(m.Result.Tools)
	case m.Error != nil:
		r.Fault(declined, e.Command, r.refusal(m.Error.Message, stderr.String()))
	case !valid:
		r.Fault(babble, e.Command)
	case late:
		r.Fault(silent, e.Command, limit)
	default:
		r.Fault(ended, e.Command, cmd.ProcessState, r.refusal("", stderr.String()))
	}
	return name, version, tools
}

// itSays precedes the sentence with which a program refuses to run.
const itSays = " It says: "

// refusal returns the first sentence with which a program of this project refuses to run:
// in its answer, or else on stderr. Other programs' texts may hold secrets.
func (r *Report) refusal(message, stderr string) string {
	for line := range strings.Lines(message + "\n" + stderr) {
		if own := r.options.System.Program; strings.HasPrefix(line, own+" cannot start:") || strings.HasPrefix(line, own+":") {
			return itSays + strings.TrimSpace(line)
		}
	}
	return ""
}

// command prepares a program as a client would start it. The end of ctx ends the program
// and what it started.
func command(ctx context.Context, path string, args, env []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...) //nolint:gosec // the entry names what a client starts
	cmd.Env = env
	cmd.WaitDelay = killDelay
	if runtime.GOOS != "windows" {
		cmd.Dir = string(filepath.Separator) // the directory of desktop programs
	}
	group(cmd)
	return cmd
}

// limited keeps the first maxAnswer bytes of what a program prints, and drops the rest.
type limited struct{ bytes.Buffer }

// Write keeps what there is room for.
func (l *limited) Write(b []byte) (int, error) {
	_, _ = l.Buffer.Write(b[:min(len(b), maxAnswer-l.Len())])
	return len(b), nil
}

// running are the programs that doctor has started.
var running = struct {
	sync.Mutex
	cmds   map[*exec.Cmd]bool
	closed bool
}{cmds: map[*exec.Cmd]bool{}}

// launch starts cmd, which [finish] must end.
func launch(cmd *exec.Cmd) error {
	running.Lock()
	defer running.Unlock()
	if running.closed {
		return errors.New("this program is about to exit")
	}
	err := cmd.Start()
	running.cmds[cmd] = err == nil
	return err
}

// finish waits for cmd to end, and kills what it started and left.
func finish(cmd *exec.Cmd) {
	_ = cmd.Wait() // the caller reads the state
	_ = cmd.Cancel()
	running.Lock()
	defer running.Unlock()
	delete(running.cmds, cmd)
}

// Kill kills the programs that any [Run] has started, and lets none be started. It is for
// a process that exits without waiting for Run.
func Kill() {
	running.Lock()
	defer running.Unlock()
	running.closed = true
	for cmd, started := range running.cmds {
		if started {
			_ = cmd.Cancel()
		}
	}
}
