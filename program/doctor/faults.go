package doctor

import (
	"regexp"
)

// fault is a sentence about what is wrong, and what to do about it. Every fault
// that is reported is one of the table, so that documents can list them all.
type fault struct{ check, text, fix string }

var (
	homeless = fault{"home", "The home directory is not known, so the clients' config files cannot be found: HOME (on Windows USERPROFILE) is not set, or is no whole path.", "Set it to the whole path of your home directory."}

	quoted      = fault{settingsCheck, "%s has quotation marks around its value, and they count as part of it.", "Remove the quotation marks. Those of a JSON file are enough, and a shell removes its own."}
	notExpanded = fault{settingsCheck, "%s holds a placeholder that nobody replaced with a value.", "Write the value itself: not every client replaces ${…}."}
	encrypted   = fault{settingsCheck, "%s holds a value that the client encrypted and did not decrypt (__encrypted__:…).", "Open the extension's settings in the client, enter the value again and restart the client; or run recipe-mcp install."}
	invalid     = fault{settingsCheck, "%s cannot be used: it %s.", "Correct the variable, or remove it to have its default."}
	noAddress   = fault{settingsCheck, "USER_EMAIL cannot be used: it %s.", "Correct it rather than remove it: without it all recipes of all families are visible."}

	noPlace       = fault{settingsCheck, "There is no place for the embedded vault: the home directory is not known.", "Set HOME (on Windows LOCALAPPDATA), or DATABASE_URL to sqlite: with a path."}
	relativeVault = fault{settingsCheck, "DATABASE_URL names a relative path, and the client starts the server in a directory of its own choice.", "Write the whole path, beginning at the root of the disk."}

	badProxy  = fault{"proxy", "The proxy in %s is no address that can be used.", "Correct the variable, or unset it."}
	proxyDown = fault{"proxy", "The proxy %s in %s cannot be reached: %s.", "Correct or unset the variable, or set API_PROXY to none, so that requests go without a proxy."}
	noName    = fault{"dns", "The host name %s cannot be resolved: %s.", "Check the spelling in API_BASE_URL, and that this computer is online. The numeric address works too: http://192.168.1.9:3000."}
	noAnswer  = fault{"tcp", "%s cannot be reached: %s.", "Start the Recipe Vault, and check host and port in API_BASE_URL. Is this computer on the same network, and does no firewall stand between?"}

	certExpired   = fault{"tls", "The certificate of %s is not valid now: it is valid from %s to %s.", "Renew the certificate on the server. If its dates are right, set this computer's clock."}
	certName      = fault{"tls", "The certificate of %s is for another name.", "Use the name in API_BASE_URL that the certificate is for."}
	certUntrusted = fault{"tls", "The certificate of %s is not from an authority that this computer trusts.", "Give the server a certificate of a known authority, or add its own authority to those that this computer trusts. Within the home network plain http works too."}
	notTLS        = fault{"tls", "%s answers without TLS, though API_BASE_URL begins with https.", "Write http in place of https, or the port that speaks TLS."}
	tlsFailed     = fault{"tls", "No encrypted connection to %s could be made: %s.", "Look into the log of the server, or of the proxy in front of it."}

	needsTLS   = fault{"url", "%s answers with TLS, though API_BASE_URL begins with http:.", "Write https in place of http."}
	cut        = fault{"url", "%s did not answer as a web server does: %s.", "Is it the right port? Look into the log of the server."}
	redirected = fault{"url", "%s sends every request on to %s, which is not followed with the key.", "Set API_BASE_URL to the address that finally answers. If that is a login page, the vault needs a way past it."}
	notVault   = fault{"url", "%s answers with %s, and so is no Recipe Vault.", "Check port and path in API_BASE_URL. A login page comes from a router or a proxy, which needs a way past it for this program."}
	failing    = fault{"url", "The Recipe Vault at %s answers with %s.", "Look into the log of the server: the disk may be full, or its database unreadable."}
	skewed     = fault{"clock", "The clock of this computer and that of the server differ by %s.", "Have both computers set their clocks automatically."}

	keyMissing   = fault{"key", "The Recipe Vault asks for a key, and API_KEY is not set.", "Set API_KEY to the vault's key."}
	keyRefused   = fault{"key", "The Recipe Vault refuses API_KEY.", "Compare it with the vault's key, character by character."}
	emailUnknown = fault{"scope", "The Recipe Vault takes the key, but does not know the address in USER_EMAIL.", "Correct USER_EMAIL, or add the address to a family on the server. Without USER_EMAIL all recipes are visible."}

	dirNotMade    = fault{"directory", "The directory %s is missing and cannot be made: %s.", "Make it, or name another file in DATABASE_URL."}
	dirNotWritten = fault{"directory", "Nothing can be written into the directory %s: %s.", "Allow the user who runs the client to write there, or name another file in DATABASE_URL."}
	noFile        = fault{"vault", "%s is not a file.", "Move it away, or name another file in DATABASE_URL."}
	foreignFile   = fault{"vault", "%s is not the file of a Recipe Vault.", "Name another file in DATABASE_URL. This one stays as it is."}
	newerVault    = fault{"vault", "A newer release of this program wrote %s.", "Install the newest release, and run recipe-mcp install with it."}
	damaged       = fault{"vault", "The database %s is damaged.", "Put a backup in its place: recipe-mcp restore FILE, with the same DATABASE_URL if one is set here. The damaged one is kept. Copies from before a migration lie beside it and end in .bak; they can be restored too."}
	busyVault     = fault{"vault", "Another program keeps %s locked.", "Close the program that has it open."}
	unusable      = fault{"vault", "The database %s cannot be opened.", "Allow the user who runs the client to read and write the file and its directory. The cause is in the log: run recipe-mcp call list_recipes."}

	switchedOff = fault{"entry", "The entry %s in %s is switched off (%s), so %s does not start it.", "Take that line out of the file, or switch the server on in the client's settings; then restart the client."}
	noCommand   = fault{"entry", "The entry %s in %s names no command, so no program is started on this computer.", "Run recipe-mcp uninstall for this client, then recipe-mcp install."}
	misfit      = fault{"entry", "In the entry %s of %s, %s must be %s.", "Correct it in the file, or run recipe-mcp install for this client, which mends the entry; then restart the client."}
	badConfig   = fault{"entry", "The config file of %s cannot be used: %s.", "Correct the file by hand, or restore a backup of it. Until then the client can't read it either."}

	relativeCommand = fault{"command", "The entry's command %s is no absolute path, and a desktop program does not look where a shell does.", "Run recipe-mcp install for this client: it writes the whole path."}
	missingCommand  = fault{"command", "The entry's command %s does not exist.", "If the program was moved, run recipe-mcp install from where it lies now."}
	notExecutable   = fault{"command", "The entry's command %s cannot be executed.", "Is it the program's file? On macOS and Linux make it executable with chmod +x."}
	otherProgram    = fault{"binary", "The entry's command %s is another program than recipe-mcp.", "Run recipe-mcp install for this client."}

	noServer   = fault{"start", "The entry starts %s with arguments, and so as something other than a server.", "Run recipe-mcp install for this client: it takes the arguments out."}
	notStarted = fault{"start", "The entry's command %s could not be started: %s.", "Is it the program for this kind of computer? Download or build it anew, and run recipe-mcp install."}
	ended      = fault{"start", "The entry's command %s ended before it answered (%s).", "Run the command by hand with the entry's variables and read what it says."}
	silent     = fault{"start", "The entry's command %s did not answer initialize within %s.", "Run the command by hand. A virus scanner that looks at new programs can slow down the first start."}
	declined   = fault{"start", "The entry's command %s starts, and answers initialize with an error.", "Run recipe-mcp install for this client. If that is no remedy, run the command by hand with the entry's variables and read what it says."}
	babble     = fault{"start", "The entry's command %s answered with something that is no answer to initialize.", "Is it the right program, with the right arguments? Run recipe-mcp install for this client."}
)

// table has the faults in the order of the checks.
func table() []fault {
	return []fault{
		homeless,
		quoted, notExpanded, encrypted, invalid, noAddress, noPlace, relativeVault,
		badProxy, proxyDown, noName, noAnswer,
		certExpired, certName, certUntrusted, notTLS, tlsFailed,
		needsTLS, cut, redirected, notVault, failing, skewed, keyMissing, keyRefused, emailUnknown,
		dirNotMade, dirNotWritten, noFile, foreignFile, newerVault, damaged, busyVault, unusable,
		badConfig, switchedOff, misfit, noCommand, relativeCommand, missingCommand, notExecutable, otherProgram,
		noServer, notStarted, ended, silent, declined, babble,
	}
}

// Faults lists every fault that [Run] may find, for documents, with "…" in
// place of what differs from case to case.
func Faults() []Finding {
	verbs := regexp.MustCompile(`%s`)
	var list []Finding
	for _, f := range table() {
		list = append(list, Finding{Check: f.check, Level: Fault, Text: verbs.ReplaceAllString(f.text, "…"), Fix: f.fix})
	}
	return list
}
