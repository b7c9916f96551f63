package doctor

import (
	"slices"
	"strings"
)

// Trouble is a sentence about what is wrong, and what to do about it. Every fault
// that is reported is one of the tables here or of a [System]'s, so that documents can
// list them all. "%s" stands for what differs from case to case, {program} and
// {service} and {storage} for names of the system, and what else is in braces for
// words that differ between an API and an endpoint.
type Trouble struct{ Check, Text, Fix string }

var (
	homeless = Trouble{"home", "The home directory is not known, so the clients' config files cannot be found: HOME (on Windows USERPROFILE) is not set, or is not an absolute path.", "Set it to the absolute path of your home directory."}

	quoted      = Trouble{settingsCheck, "%s has quotation marks around its value, and they count as part of it.", "Remove the quotation marks. Those of a JSON file are enough, and a shell removes its own."}
	notExpanded = Trouble{settingsCheck, "%s holds a placeholder that was not replaced with a value.", "Write the value itself: not every client replaces ${…}."}
	encrypted   = Trouble{settingsCheck, "%s holds a value that the client encrypted and did not decrypt (__encrypted__:…).", "Open the extension's settings in the client, enter the value again and restart the client; or run {program} install."}
	invalid     = Trouble{settingsCheck, "%s cannot be used: it %s.", "Correct the variable, or remove it to have its default."}

	badProxy  = Trouble{"proxy", "The address of the proxy in %s cannot be used.", "Correct the variable, or unset it."}
	proxyDown = Trouble{"proxy", "The proxy %s in %s cannot be reached: %s.", "Correct or unset the variable, or {bypass}, so that requests go without a proxy."}
	noName    = Trouble{"dns", "The host name %s cannot be resolved: %s.", "Check the spelling in {address}, and that this computer is online.{numeric}"}
	noAnswer  = Trouble{"tcp", "%s cannot be reached: %s.", "Start the {service}, and check host and port in {address}. Is this computer on the same network? Is a firewall blocking the connection?"}

	certExpired   = Trouble{"tls", "The certificate of %s is not valid now: it is valid from %s to %s.", "Renew the certificate on the server. If its dates are right, set this computer's clock."}
	certName      = Trouble{"tls", "The certificate of %s is for another name.", "Use the name in {address} that the certificate is for."}
	certUntrusted = Trouble{"tls", "The certificate of %s is not from an authority that this computer trusts.", "Give the server a certificate from a known authority, or add its own authority to those this computer trusts.{untrusted}"}
	notTLS        = Trouble{"tls", "%s answers without TLS, though {address} begins with https.", "Use http instead of https, or the port that speaks TLS."}
	tlsFailed     = Trouble{"tls", "No encrypted connection to %s could be made: %s.", "Look in the log of the server, or of the proxy in front of it."}

	needsTLS   = Trouble{"url", "%s answers with TLS, though {address} begins with http:.", "Use https instead of http."}
	cut        = Trouble{"url", "%s did not answer as a web server does: %s.", "Is it the right port? Look in the log of the server."}
	redirected = Trouble{"url", "%s redirects every request to %s, and the key is not sent there.", "Set API_BASE_URL to the address that finally answers. If that is a login page, this program needs a way past it."}
	notService = Trouble{"url", "%s answers with %s, so it is not a {service}.", "Check port and path in API_BASE_URL. A login page comes from a router or a proxy, which needs a way past it for this program."}
	failing    = Trouble{"url", "The {service} at %s answers with %s.", "Look in the log of the server: the disk may be full, or its database unreadable or locked by another program."}
	locked     = Trouble{"url", "The {service} at %s answers that its database is locked.", "Another program holds it: another assistant, an import, a backup, or a program that synchronizes files. Wait until that has finished; if it does not, close that program."}
	skewed     = Trouble{"clock", "The clock of this computer and that of the server differ by %s.", "Have both computers set their clocks automatically."}

	dirNotMade    = Trouble{"directory", "The directory %s is missing and cannot be made: %s.", "Make it, or name another place in {storage}."}
	dirNotWritten = Trouble{"directory", "Nothing can be written into the directory %s: %s.", "Allow the user who runs the client to write there, or name another place in {storage}."}
	diskFull      = Trouble{"directory", "The disk of the directory %s is full, so nothing more can be saved.", "Make room on it, or move what is kept there to another disk and name that place in {storage}."}

	switchedOff = Trouble{"entry", "The entry %s in %s is switched off (%s), so %s does not start it.", "Remove that line from the file, or switch the server on in the client's settings; then restart the client."}
	noAddress   = Trouble{"entry", "The entry %s in %s is an address, and %s accepts none in that file.", "Run {program} uninstall for this client, and add the address in the client's settings, under Connectors, with Add custom connector."}
	twoWays     = Trouble{"entry", "The entry %s in %s has both a command and an address, and which of them counts differs between clients.", "Run {program} install for this client, with --endpoint for the address or without for the command."}
	noCommand   = Trouble{"entry", "The entry %s in %s names no command, so no program is started on this computer.", "Run {program} uninstall for this client, then {program} install."}
	misfit      = Trouble{"entry", "In the entry %s of %s, %s must be %s.", "Correct it in the file, or run {program} install for this client, which repairs the entry; then restart the client."}
	badConfig   = Trouble{"entry", "The config file of %s cannot be used: %s.", "Correct the file by hand, or restore a backup of it. Until then the client can't read it either."}

	relativeCommand = Trouble{"command", "The entry's command %s is not an absolute path, and a desktop program does not search PATH as a shell does.", "Run {program} install for this client: it writes the absolute path."}
	missingCommand  = Trouble{"command", "The entry's command %s does not exist.", "If the program was moved, run {program} install from where it is now."}
	notExecutable   = Trouble{"command", "The entry's command %s cannot be executed.", "Is it the program's file? On macOS and Linux make it executable with chmod +x."}
	otherProgram    = Trouble{"binary", "The entry's command %s is a program other than {program}.", "Run {program} install for this client."}

	noServer   = Trouble{"start", "The entry starts %s with arguments, so it does not run as a server.", "Run {program} install for this client: it removes the arguments."}
	served     = Trouble{"start", "The entry sets HTTP_ADDR, so %s serves over HTTP and does not answer %s.", "Remove HTTP_ADDR from the entry; or run {program} install for this client with --endpoint and the address of a server that runs already."}
	notStarted = Trouble{"start", "The entry's command %s could not be started: %s.", "Is it the program for this kind of computer? Download or build it again, and run {program} install."}
	ended      = Trouble{"start", "The entry's command %s ended before it answered (%s).", "Run the command by hand with the entry's variables and read what it says."}
	silent     = Trouble{"start", "The entry's command %s did not answer initialize within %s.", "Run the command by hand. A virus scanner that looks at new programs can slow down the first start."}
	declined   = Trouble{"start", "The entry's command %s starts, and answers initialize with an error.", "Run {program} install for this client. If that does not help, run the command by hand with the entry's variables and read what it says."}
	babble     = Trouble{"start", "The entry's command %s answered with something other than an answer to initialize.", "Is it the right program, with the right arguments? Run {program} install for this client."}
)

// ours are the faults of this package in the order of the checks.
func ours() []Trouble {
	return append([]Trouble{
		homeless,
		quoted, notExpanded, encrypted, invalid,
		badProxy, proxyDown, noName, noAnswer,
		certExpired, certName, certUntrusted, notTLS, tlsFailed,
		needsTLS, cut, redirected, notService, failing, locked, skewed,
		dirNotMade, dirNotWritten, diskFull,
		badConfig, switchedOff, misfit, noAddress, twoWays, noCommand, relativeCommand, missingCommand, notExecutable, otherProgram,
		noServer, served, notStarted, ended, silent, declined, babble,
	}, endpointFaults()...)
}

// Faults lists every fault that [Run] may find for a system, for documents, with "…"
// in place of what differs from case to case.
func Faults(s System) []Finding {
	all := ours()
	all = slices.Insert(all, slices.Index(all, badConfig), s.Faults...) // before those of a client's entry
	checks := map[string]int{}                                          // in the order in which they come up
	for _, f := range all {
		if _, known := checks[f.Check]; !known {
			checks[f.Check] = len(checks)
		}
	}
	slices.SortStableFunc(all, func(a, b Trouble) int { return checks[a.Check] - checks[b.Check] })
	var list []Finding
	for _, f := range all {
		list = append(list, Finding{Check: f.Check, Level: Fault, Text: strings.ReplaceAll(s.fill(f.Text), "%s", "…"), Fix: s.fill(f.Fix)})
	}
	return list
}
