package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// entry is an installed client and its entry for this program.
type entry struct {
	clients.Found
	clients.Entry
	has bool
	err error
	env []string // in which the client starts the program
	// filled are the variables whose values only the client knows.
	filled []string
}

// entries reads the installed clients' config files.
func (o *Options) entries() (all []*entry) {
	if o.System.Alone || os.Getenv(startedByDoctor) != "" {
		return nil
	}
	for _, found := range clients.Find(o.Places) {
		e := &entry{Found: found}
		e.Entry, e.has, e.err = clients.Lookup(found.Client, o.Places, o.Server)
		all = append(all, e)
	}
	return all
}

// entryChecks are the checks of a client's entry.
func (o *Options) entryChecks(e *entry) []Check {
	checks := []Check{{"entry", e.check}}
	switch {
	case e.err == nil && !e.has:
	case e.err == nil && e.URL != "" && e.Command == "":
		if u, err := url.Parse(e.URL); unexpanded().MatchString(e.URL) || err != nil || u.Host == "" {
			return append(checks, Check{"url", func(_ context.Context, r *Report) {
				r.Note("Not checked: only "+e.Client.Name+" knows the address.", "")
			}})
		}
		checks = append(checks, o.endpointChecks(&visit{url: e.URL, headers: e.Headers, inEntry: true})...)
	default:
		e.environment(o.Places.Home)
		checks = append(checks, Check{"command", e.checkCommand}, Check{"start", e.checkStart})
	}
	return checks
}

// check reports what is wrong with the entry as it is written.
func (e *entry) check(_ context.Context, r *Report) {
	o := r.options
	name := strconv.Quote(o.Server)
	switch {
	case e.err != nil:
		r.Fault(badConfig, e.Client.Name, strings.TrimSuffix(e.err.Error(), "."))
		return
	case !e.has:
		r.Note(fmt.Sprintf("%s is installed and has no entry %s in %s.", e.Client.Name, name, e.Path), "To use it there, run "+o.System.Program+" install "+e.Client.ID+".")
		return
	case e.Off != "":
		r.Fault(switchedOff, name, e.Path, e.Off, e.Client.Name)
	}
	for _, m := range e.Misfits {
		r.Fault(misfit, name, e.Client.Name, m.Member, m.Must)
	}
	switch {
	case r.faulty():
		return
	case e.Command != "" && e.URL != "":
		r.Fault(twoWays, name, e.Path)
	case e.URL != "" && !e.Client.TakesURL():
		r.Fault(noAddress, name, e.Path, e.Client.Name)
	case e.Command == "" && e.URL == "":
		r.Fault(noCommand, name, e.Path)
	default:
		r.OK("%s has the entry %s in %s.", e.Client.Name, name, e.Path)
	}
	e.noteOdd(r)
}

// noteOdd notes a file that others can read, and variables that nothing reads.
func (e *entry) noteOdd(r *Report) {
	known := strings.Fields("HOME PATH TZ LANG USERPROFILE LOCALAPPDATA APPDATA SYSTEMROOT TEMP TMP TMPDIR HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR XDG_DATA_HOME NO_COLOR GODEBUG")
	secret := e.HoldsToken()
	for _, v := range r.options.System.Variables {
		known = append(known, v.Name)
		secret = secret || v.Secret() && config.Trim(e.Env[v.Name]) != "" && !slices.Contains(e.filled, v.Name)
	}
	if secret && clients.Exposed(e.Path) {
		r.Note("Other users of this computer can read "+e.Path+", where the key or token is kept.", "Run chmod 600 on that file, or "+r.options.System.Program+" install --private "+e.Client.ID+".")
	}
	strange := slices.Sorted(maps.Keys(e.Env))
	strange = slices.DeleteFunc(strange, func(name string) bool {
		return slices.Contains(known, strings.ToUpper(name)) || strings.HasPrefix(name, "OTEL_")
	})
	if len(strange) > 0 {
		r.Note("The entry sets what "+r.options.System.Program+" does not read: "+strings.Join(strange, ", ")+".", "Is the name misspelt? "+r.options.System.Program+" help environment lists the variables.")
	}
}

// environment sets the environment that a desktop program gives a server: the entry's
// variables, the home directory, a short PATH, and what Windows needs.
func (e *entry) environment(home string) {
	env := map[string]string{startedByDoctor: "1", "HOME": home, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
	for _, name := range []string{"USERPROFILE", "SYSTEMROOT", "SYSTEMDRIVE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "TEMP", "USERNAME", "PROCESSOR_ARCHITECTURE"} {
		if value := os.Getenv(name); value != "" { // on Windows alone
			env[name] = value
		}
	}
	if root := env["SYSTEMROOT"]; root != "" {
		env["PATH"] = root + `\System32;` + root
	}
	for name, value := range e.Env {
		// Claude Desktop and Codex pass on ${…} unchanged; the others replace it.
		if e.Client.ID != "claude-desktop" && e.Client.ID != "codex" && unexpanded().MatchString(config.Trim(value)) {
			e.filled = append(e.filled, name)
		} else {
			env[name] = value
		}
	}
	slices.Sort(e.filled)
	for name, value := range env {
		e.env = append(e.env, name+"="+value)
	}
}

// checkCommand checks that the entry's command can run as a server.
func (e *entry) checkCommand(_ context.Context, r *Report) {
	command := e.Command
	_, err := exec.LookPath(command) // with a path in it, it checks that file alone
	_, gone := os.Stat(command)
	switch {
	case e.clientKnows():
		r.Note(e.Client.Name+" works out the entry's command itself.", "If it does not start, run "+r.options.System.Program+" install "+e.Client.ID+".")
	case !filepath.IsAbs(command):
		r.Fault(relativeCommand, command)
	case errors.Is(gone, fs.ErrNotExist):
		r.Fault(missingCommand, command)
	case err != nil:
		r.Fault(notExecutable, command)
	case len(e.Args) > 0 && isSelf(command):
		r.Fault(arguments, command)
	case config.Trim(e.Env["HTTP_ADDR"]) != "":
		r.Fault(served, command, e.Client.Name)
	default:
		r.OK("The entry's command %s can be executed.", command)
	}
}

// clientKnows reports whether only the client knows which program it starts.
func (e *entry) clientKnows() bool {
	return unexpanded().MatchString(e.Command) || strings.HasPrefix(e.Command, "~")
}

// isSelf reports whether a path leads to this program.
func isSelf(path string) bool {
	self, err := os.Executable()
	first, other := os.Stat(self)
	second, gone := os.Stat(path)
	return errors.Join(err, other, gone) == nil && os.SameFile(first, second)
}

// checkStart starts the program as the client does, has it list its tools, and then has
// the same program check its settings.
func (e *entry) checkStart(ctx context.Context, r *Report) {
	if e.clientKnows() {
		r.Note("Not checked: only the client knows the command.", "")
		return
	}
	o, before := r.options, len(r.findings)
	who, version, tools := e.converse(ctx, r)
	refused := slices.ContainsFunc(r.findings[before:], func(f Finding) bool { return strings.Contains(f.Text, itSays) })
	switch {
	case r.faulty() && !refused:
		return
	case !refused && who != o.System.name():
		r.Fault(otherProgram, e.Command)
		return
	case !refused:
		r.OK("The command starts, and offers %d tools.", tools)
		if version != o.Version && !isSelf(e.Command) {
			r.Note("The command is another copy of "+o.System.Program+": version "+version+", and this one is "+o.Version+".", "To have the client start this one, run "+o.System.Program+" install.")
		}
	}
	if len(e.filled) > 0 {
		r.Note(e.Client.Name+" itself fills in "+strings.Join(e.filled, ", ")+", so the settings were not checked.", "")
		return
	}
	e.examineSettings(ctx, r, before)
}

// examineSettings runs the entry's program as a doctor of the entry's environment. Its
// faults of settings replace the fault of the start since before, which they caused.
func (e *entry) examineSettings(ctx context.Context, r *Report, before int) {
	var answer struct {
		Findings []Finding `json:"findings"`
	}
	var out limited
	cmd := command(ctx, e.Command, []string{"doctor", "--json"}, e.env)
	cmd.Stdout = &out
	if launch(cmd) == nil {
		finish(cmd)
	}
	if json.Unmarshal(out.Bytes(), &answer) != nil {
		r.Note("The program does not check the entry's settings.", "Install the newest release of "+r.options.System.Program+".")
		return
	}
	answer.Findings = slices.DeleteFunc(answer.Findings, func(f Finding) bool { return f.Of != Environment })
	if slices.ContainsFunc(answer.Findings, func(f Finding) bool { return f.Level == Fault && f.Check == "settings" }) {
		r.findings = r.findings[:before]
	}
	for _, f := range answer.Findings {
		r.add(f.Check, f.Level, f.Text, f.Fix)
	}
}
