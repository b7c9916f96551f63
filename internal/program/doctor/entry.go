package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// installation is a client on this computer with what its config says of us.
type installation struct {
	clients.Found
	entry clients.Entry
	has   bool
	err   error
}

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
	if unusable := x.checkEntry(r, i); unusable != "" {
		r.Skip(unusable, settingsCheck, "command", "binary", "start")
		return
	}
	if !i.has {
		return
	}
	if i.entry.URL != "" {
		x.address(r, i)
		return
	}
	var filled []string
	if i.Client.ID != "claude-desktop" && i.Client.ID != "codex" { // who pass on ${…} unchanged
		for _, name := range slices.Sorted(maps.Keys(i.entry.Env)) {
			if unexpanded().MatchString(config.Trim(i.entry.Env[name])) {
				filled = append(filled, name)
			}
		}
	}
	env := maps.Clone(i.entry.Env)
	maps.DeleteFunc(env, func(name, _ string) bool { return slices.Contains(filled, name) })
	x.noteStrangers(r, env)
	holdsKey := slices.ContainsFunc(x.options.System.Variables, func(v config.Variable) bool {
		return v.Secret() && config.Trim(env[v.Name]) != ""
	})
	if holdsKey && clients.Exposed(i.Path) {
		r.Note("entry", "Other users of this computer can read "+i.Path+", where the key is kept.", "Run chmod 600 on that file, or "+x.options.System.Program+" install --private "+i.Client.ID+".")
	}
	env = x.bare(env)
	sound := x.settings(Subject{of: i.Client.ID, name: i.Client.Name, Getenv: func(name string) string { return env[name] }, filled: filled, Entry: true})
	later := x.report(i.Client.ID)
	later.wait = func(ctx context.Context) { x.program(ctx, later, i, env, sound) }
}

// checkEntry reports what is to be said of the entry as such. It returns why nothing
// more can be checked, or "".
func (x *examination) checkEntry(r *Report, i installation) string {
	name := strconv.Quote(x.options.Server)
	if i.err != nil {
		r.Fault(badConfig, i.Client.Name, strings.TrimSuffix(i.err.Error(), "."))
		return "the file cannot be read"
	}
	if !i.has {
		r.Note("entry", fmt.Sprintf("%s is installed and has no entry %s in %s.", i.Client.Name, name, i.Path), "To use it there, run "+x.options.System.Program+" install "+i.Client.ID+".")
		return ""
	}
	if i.entry.Off != "" {
		r.Fault(switchedOff, name, i.Path, i.entry.Off, i.Client.Name)
	}
	for _, m := range i.entry.Misfits {
		r.Fault(misfit, name, i.Client.Name, m.Member, m.Must)
	}
	switch {
	case len(i.entry.Misfits) > 0:
		return "the entry has a fault"
	case i.entry.Command != "" && i.entry.URL != "":
		r.Fault(twoWays, name, i.Path)
		return "the entry has a fault"
	case i.entry.URL != "" && !i.Client.TakesURL():
		r.Fault(noAddress, name, i.Path, i.Client.Name)
		return "the entry has a fault"
	case i.entry.Command == "" && i.entry.URL == "":
		r.Fault(noCommand, name, i.Path)
		return "the entry has no command"
	case i.entry.Off == "":
		r.OK("entry", "%s has the entry %s in %s.", i.Client.Name, name, i.Path)
	}
	return ""
}

// noteStrangers notes variables that nothing reads: likely misspelt ones.
func (x *examination) noteStrangers(r *Report, env map[string]string) {
	known := []string{
		"HOME", "PATH", "TZ", "LANG", "USERPROFILE", "LOCALAPPDATA", "APPDATA", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR",
		"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "XDG_DATA_HOME", "NO_COLOR", "GODEBUG",
	}
	for _, v := range x.options.System.Variables {
		known = append(known, v.Name)
	}
	var strange []string
	for name := range env {
		if !slices.Contains(known, strings.ToUpper(name)) && !strings.HasPrefix(name, "OTEL_") {
			strange = append(strange, name)
		}
	}
	if len(strange) > 0 {
		slices.Sort(strange)
		r.Note("entry", "The entry sets what "+x.options.System.Program+" does not read: "+strings.Join(strange, ", ")+".", "Is the name misspelt? "+x.options.System.Program+" help environment lists the variables.")
	}
}

// bare is the environment that a desktop program gives a server: the entry's
// variables, the home directory, a short PATH, and what Windows needs.
func (x *examination) bare(env map[string]string) map[string]string {
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
	return values
}
