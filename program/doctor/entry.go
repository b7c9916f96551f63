package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mcp-adapters/config"
	"mcp-adapters/program/clients"
)

// installation is a client on this computer with what its config says of us.
type installation struct {
	clients.Found
	entry clients.Entry
	has   bool
	err   error
}

var entryChecks = []string{"entry", "command", "binary", "start"}

// installed reads the installed clients' config files.
func (x *examination) installed() []installation {
	var all []installation
	for _, found := range clients.Find(x.options.Places) {
		i := installation{Found: found}
		i.entry, i.has, i.err = clients.Lookup(found.Client, x.options.Places, x.options.Server)
		all = append(all, i)
	}
	return all
}

// client plans the checks of one client: its file, the settings of the entry,
// and its program.
func (x *examination) client(i installation) {
	r := x.report(i.Client.ID)
	x.jobs = append(x.jobs, job{report: r})
	switch {
	case i.err != nil:
		r.Fault(badConfig, i.Client.Name, strings.TrimSuffix(i.err.Error(), "."))
		r.Skip("the file cannot be read", append([]string{settingsCheck}, entryChecks[1:]...)...)
		return
	case !i.has:
		r.Note("entry", fmt.Sprintf("%s is installed and has no entry %q in %s.", i.Client.Name, x.options.Server, i.Path), "To use it there, run "+x.options.System.Program+" install "+i.Client.ID+".")
		return
	}
	if i.entry.Off != "" {
		r.Fault(switchedOff, strconv.Quote(x.options.Server), i.Path, i.entry.Off, i.Client.Name)
	} else if i.entry.Command != "" && len(i.entry.Misfits) == 0 {
		r.OK("entry", "%s has the entry %q in %s.", i.Client.Name, x.options.Server, i.Path)
	}
	if len(i.entry.Misfits) > 0 {
		for _, m := range i.entry.Misfits {
			r.Fault(misfit, strconv.Quote(x.options.Server), i.Client.Name, m.Member, m.Must)
		}
		r.Skip("the entry has a fault", append([]string{settingsCheck}, entryChecks[1:]...)...)
		return
	}
	if i.entry.Command == "" {
		r.Fault(noCommand, strconv.Quote(x.options.Server), i.Path)
		r.Skip("the entry has no command", append([]string{settingsCheck}, entryChecks[1:]...)...)
		return
	}
	filled := x.filledIn(i)
	x.noteStrangers(r, i.entry.Env, filled)
	if x.holdsKey(i.entry.Env, filled) && clients.Exposed(i.Client, x.options.Places) {
		r.Note("entry", "Other users of this computer can read "+i.Path+", where the key is kept.", "Run chmod 600 on that file, or "+x.options.System.Program+" install --private "+i.Client.ID+".")
	}
	env := maps.Clone(i.entry.Env)
	maps.DeleteFunc(env, func(name, _ string) bool { return slices.Contains(filled, name) })
	s := Subject{of: i.Client.ID, name: i.Client.Name, Getenv: x.bare(env).lookup, filled: filled, Entry: true}
	s.values = x.variables(s.Getenv)
	sound := x.settings(s)
	x.jobs = append(x.jobs, job{x.report(i.Client.ID), func(ctx context.Context, r *Report) {
		x.program(ctx, r, i, x.bare(env), sound)
	}})
}

// expanding are the clients that put values in place of ${…} in an entry. All
// others pass it on as it stands.
var expanding = []string{"claude-code", "cursor", "vscode", "vscode-insiders", "windsurf", "devin", "gemini"}

// filledIn names the variables of the entry whose values only the client knows.
func (x *examination) filledIn(i installation) []string {
	if !slices.Contains(expanding, i.Client.ID) {
		return nil
	}
	var names []string
	for name, value := range i.entry.Env {
		if unexpanded().MatchString(config.Trim(value)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// noteStrangers notes variables that nothing reads: likely misspelt ones.
func (x *examination) noteStrangers(r *Report, env map[string]string, filled []string) {
	known := []string{
		"HOME", "PATH", "TZ", "LANG", "USERPROFILE", "LOCALAPPDATA", "APPDATA", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR",
		"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "XDG_DATA_HOME", "NO_COLOR", "GODEBUG",
	}
	for _, v := range x.options.System.Variables {
		known = append(known, v.Name)
	}
	var strange []string
	for name := range env {
		if !slices.Contains(known, strings.ToUpper(name)) && !slices.Contains(filled, name) {
			strange = append(strange, name)
		}
	}
	if len(strange) > 0 {
		slices.Sort(strange)
		r.Note("entry", "The entry sets what "+x.options.System.Program+" does not read: "+strings.Join(strange, ", ")+".", "Is the name misspelt? "+x.options.System.Program+" --help lists the variables.")
	}
}

// bare is the environment that a desktop program gives a server: the entry's
// variables, the home directory, a short PATH, and what Windows needs.
func (x *examination) bare(env map[string]string) environ {
	values := map[string]string{"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
	if home := x.options.Places.Home; home != "" {
		values["HOME"] = home
	}
	if x.options.Places.GOOS == "windows" {
		values = map[string]string{"USERPROFILE": x.options.Places.Home}
		for _, name := range []string{"SYSTEMROOT", "SYSTEMDRIVE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "TEMP", "USERNAME", "PROCESSOR_ARCHITECTURE"} {
			if value := x.options.Getenv(name); value != "" {
				values[name] = value
			}
		}
		root := values["SYSTEMROOT"]
		values["PATH"] = root + `\System32;` + root
	}
	maps.Copy(values, env)
	var lines environ
	for _, name := range slices.Sorted(maps.Keys(values)) {
		lines = append(lines, name+"="+values[name])
	}
	return lines
}

// environ is an environment as NAME=value lines.
type environ []string

// lookup returns the value of a variable.
func (e environ) lookup(name string) string {
	for _, line := range e {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return value
		}
	}
	return ""
}

// holdsKey reports whether an entry has a secret that is its own and not filled in.
func (x *examination) holdsKey(env map[string]string, filled []string) bool {
	return slices.ContainsFunc(x.options.System.Variables, func(v config.Variable) bool {
		return v.Secret() && config.Trim(env[v.Name]) != "" && !slices.Contains(filled, v.Name)
	})
}
