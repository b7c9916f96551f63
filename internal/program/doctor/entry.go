package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// entry is an installed client and its entry for this program.
type entry struct {
	clients.Found
	clients.Entry
	has    bool
	err    error
	env    []string // in which the client starts the program
	filled []string // variables whose values only the client knows
}

// entries reads the installed clients' config files.
func (o *Options) entries() (all []*entry) {
	if o.alone() {
		return nil
	}
	for _, found := range clients.Find(o.Places) {
		e := &entry{Found: found}
		e.Entry, e.has, e.err = clients.Lookup(found.Client, o.Places, o.Server)
		e.environment(o.Places.Home)
		all = append(all, e)
	}
	return all
}

// entryChecks returns the checks of a client's entry.
func entryChecks(e *entry) []Check {
	checks := []Check{{"entry", e.check}}
	switch address, err := url.Parse(e.URL); {
	case e.Command != "":
		checks = append(checks, Check{"start", e.checkStart})
	case err == nil && address.Host != "" && !unexpanded().MatchString(e.URL):
		checks = append(checks, (&visit{url: address, headers: e.Headers, inEntry: true}).checks()...)
	}
	return checks
}

// check reports what is wrong with the entry as it is written.
func (e *entry) check(_ context.Context, r *Report) {
	name := strconv.Quote(r.options.Server)
	for _, m := range e.Misfits {
		r.Fault(misfit, name, e.Client.Name, m.Member, m.Must)
	}
	switch {
	case e.err != nil:
		r.Fault(badConfig, e.Client.Name, strings.TrimSuffix(e.err.Error(), "."))
	case !e.has:
		r.Note(fmt.Sprintf("%s is installed and has no entry %s in %s.", e.Client.Name, name, e.Path), "To use it there, run {program} install "+e.Client.ID+".")
	case e.Off != "":
		r.Fault(switchedOff, name, e.Path, e.Off, e.Client.Name)
	case len(e.Misfits) > 0:
	case (e.Command == "") == (e.URL == ""):
		r.Fault(notEither, name, e.Path)
	case e.URL != "" && !e.Client.TakesURL():
		r.Fault(noAddress, name, e.Path, e.Client.Name)
	case e.URL == "" && !filepath.IsAbs(e.Command) && !e.clientKnows():
		r.Fault(relativeCommand, e.Command)
	case config.Trim(e.Env["HTTP_ADDR"]) != "":
		r.Fault(served, e.Client.Name)
	default:
		r.OK("%s has the entry %s in %s.", e.Client.Name, name, e.Path)
	}
	secret := e.HoldsToken()
	for _, v := range r.options.System.Variables {
		value := config.Trim(e.Env[v.Name])
		secret = secret || v.Secret() && value != "" && !unexpanded().MatchString(value)
	}
	if !r.faulty() && secret && clients.Exposed(e.Path) {
		r.Note("Other users of this computer can read "+e.Path+", where the key or token is kept.", "Run chmod 600 on that file, or {program} install --private "+e.Client.ID+".")
	}
}

// environment sets the environment that a desktop program gives a server: the entry's
// variables, the home directory, a short PATH, and on Windows what programs need there.
func (e *entry) environment(home string) {
	env := map[string]string{startedByDoctor: "1", "HOME": home, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
	for _, name := range strings.Fields("USERPROFILE SYSTEMROOT SYSTEMDRIVE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA TEMP USERNAME PROCESSOR_ARCHITECTURE") {
		if value := os.Getenv(name); value != "" {
			env[name] = value
		}
	}
	if root := env["SYSTEMROOT"]; root != "" {
		env["PATH"] = root + `\System32;` + root
	}
	maps.Copy(env, e.Env)
	for name, value := range env {
		// Claude Desktop and Codex pass on ${…} unchanged; the others replace it.
		if e.Client.ID != "claude-desktop" && e.Client.ID != "codex" && unexpanded().MatchString(config.Trim(value)) {
			e.filled = append(e.filled, name)
		} else {
			e.env = append(e.env, name+"="+value)
		}
	}
	slices.Sort(e.filled)
}

// clientKnows reports whether only the client knows which program it starts.
func (e *entry) clientKnows() bool {
	return unexpanded().MatchString(e.Command) || strings.HasPrefix(e.Command, "~")
}

// checkStart starts the program as the client does, has it list its tools, and then has
// the same program check its settings. Faults of settings replace the fault of the start
// that they caused.
func (e *entry) checkStart(ctx context.Context, r *Report) {
	if e.clientKnows() {
		r.Note(e.Client.Name+" works out the entry's command itself, so the program was not started.", "If it does not start, run {program} install "+e.Client.ID+".")
		return
	}
	if !e.converse(ctx, r) {
		return
	}
	if len(e.filled) > 0 {
		r.Note(e.Client.Name+" itself fills in "+strings.Join(e.filled, ", ")+", so the settings were not checked.", "")
		return
	}
	var answer struct {
		Findings []Finding `json:"findings"`
	}
	o := e.execute(ctx, wholeLimit, "", "doctor", "--json")
	if json.Unmarshal(o.stdout, &answer) != nil {
		r.Note("The program does not check the entry's settings.", "Install the newest release of {program}.")
		return
	}
	for _, f := range answer.Findings {
		if f.Level == Fault && f.Check == "settings" {
			r.findings = slices.DeleteFunc(r.findings, func(f Finding) bool { return f.Level == Fault })
		}
	}
	for _, f := range answer.Findings {
		r.add(f)
	}
}

// converse starts the program as a server, sends initialize and tools/list, and ends its
// input. It reports whether the program is this one, so that it can check its settings.
func (e *entry) converse(ctx context.Context, r *Report) bool {
	limit := cmp.Or(r.options.Limit, startLimit)
	o := e.execute(ctx, limit, initialize+"\n"+initialized+"\n"+listBefore+"\n", e.Args...)
	got, lines := replies(o.stdout)
	listed, message := got[2].Result.Tools != nil, ""
	for _, m := range got {
		if m.Error != nil {
			message = cmp.Or(m.Error.Message, "refused")
		}
	}
	says, why := r.options.System.refusal(message, string(o.stderr)), ""
	errno, _ := errors.AsType[syscall.Errno](o.err)
	switch {
	case o.late && !listed:
		why = fmt.Sprintf("it did not answer within %s", limit)
	case o.err != nil:
		r.Fault(notStarted, e.Command, cmp.Or(errno, syscall.EPERM))
		return false
	case !lines:
		why = "it answered with something other than MCP"
	case message != "":
		why = "it refuses the client"
	case !listed:
		why = "it ended before it answered (" + o.state + ")"
	case got[1].Result.ServerInfo.Name != r.options.System.name():
		why = "it is another program than " + r.options.System.Program
	default:
		r.OK("The command %s starts, and offers %d tools.", e.Command, len(got[2].Result.Tools))
		return true
	}
	r.Fault(notServer, e.Command, why, says)
	return says != ""
}

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
type limited []byte

// Write keeps what there is room for.
func (l *limited) Write(b []byte) (int, error) {
	*l = append(*l, b[:min(len(b), maxAnswer-len(*l))]...)
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
