package doctor

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"doctor","version":"1.0.0"}}}` + "\n"
	maxAnswer  = 1 << 20
	killDelay  = time.Second // for what a killed program leaves
)

// identity is what a server says of itself.
type identity struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// startedByDoctor is set for the programs that doctor starts: should one of
// them be doctor itself, it starts none.
const startedByDoctor = "MCP_ADAPTERS_DOCTOR"

// start runs the entry as a client would and has it answer initialize, which
// changes nothing anywhere. The program has ended when it returns, and so has
// what it started, unless that left its process group.
func (x *examination) start(ctx context.Context, r *Report, e clients.Entry, env map[string]string) identity {
	ctx, cancel := context.WithTimeout(ctx, x.options.StartLimit)
	defer cancel()
	began := time.Now()
	cmd := exec.CommandContext(ctx, e.Command, e.Args...) //nolint:gosec // the entry is what a client starts
	cmd.Env = []string{startedByDoctor + "=1"}
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	cmd.WaitDelay = killDelay
	if x.options.Places.GOOS != "windows" {
		cmd.Dir = string(filepath.Separator) // where desktop programs are
	}
	stdin, inErr := cmd.StdinPipe()
	stdout, outErr := cmd.StdoutPipe()
	if err := errors.Join(inErr, outErr); err != nil {
		r.Fault(notStarted, e.Command, "this computer has no pipe left")
		return identity{}
	}
	g, err := startGroup(cmd)
	if err != nil {
		r.Fault(notStarted, e.Command, startFailure(err))
		return identity{}
	}
	defer g.end()
	// Something that the program started may hold the pipe open after its death.
	stop := context.AfterFunc(ctx, func() { _ = stdout.Close() })
	defer stop()
	_, _ = io.WriteString(stdin, initialize) // a program that doesn't read is noticed below
	line, _ := bufio.NewReader(io.LimitReader(stdout, maxAnswer)).ReadBytes('\n')
	took := time.Since(began)
	who, valid, refusal := parseAnswer(line)
	late := errors.Is(ctx.Err(), context.DeadlineExceeded)
	if len(line) > 0 { // it has said enough
		_ = g.kill()
	}
	_ = stdin.Close()
	_ = cmd.Wait() // the state says how it ended
	late = late || errors.Is(ctx.Err(), context.DeadlineExceeded)
	switch {
	case valid:
		r.OK("start", "The command starts and answers initialize (%s).", took.Round(time.Millisecond))
	case refusal && !late:
		r.Fault(declined, e.Command)
	case len(line) > 0 && !late:
		r.Fault(babble, e.Command)
	case late:
		r.Fault(silent, e.Command, x.options.StartLimit)
	default:
		r.Fault(ended, e.Command, cmd.ProcessState)
	}
	return who
}

// parseAnswer reports whether the line answers initialize, and who does, or
// whether it is an error in answer to that.
func parseAnswer(line []byte) (who identity, valid, refusal bool) {
	var answer struct {
		ID     int             `json:"id"`
		Error  json.RawMessage `json:"error"`
		Result struct {
			ProtocolVersion string   `json:"protocolVersion"`
			ServerInfo      identity `json:"serverInfo"`
		} `json:"result"`
	}
	if json.Unmarshal(line, &answer) != nil || answer.ID != 1 {
		return identity{}, false, false
	}
	valid = answer.Result.ProtocolVersion != ""
	return answer.Result.ServerInfo, valid, !valid && answer.Error != nil
}

// startFailure says why a program that may be executed was not.
func startFailure(err error) string {
	if errors.Is(err, errClosed) {
		return err.Error()
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno.Error()
	}
	return "the system refused it"
}
