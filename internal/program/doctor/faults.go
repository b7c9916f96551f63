package doctor

import (
	"slices"
	"strings"
)

var (
	homeless = Trouble{"home", "The home directory is not known, so the clients' config files cannot be found: HOME (on Windows USERPROFILE) is not set, or is not an absolute path.", "Set it to the absolute path of your home directory."}

	quoted      = Trouble{"settings", "%s has quotation marks around its value, and they count as part of it.", "Remove the quotation marks. Those of a JSON file are enough, and a shell removes its own."}
	notExpanded = Trouble{"settings", "%s holds a placeholder that was not replaced with a value.", "Write the value itself: not every client replaces ${…}."}
	encrypted   = Trouble{"settings", "%s holds a value that the client encrypted and did not decrypt (__encrypted__:…).", "Open the extension's settings in the client, enter the value again and restart the client; or run {program} install."}
	invalid     = Trouble{"settings", "%s cannot be used: it %s.", "Correct the variable. {program} help environment says what it is for and its default."}
	cannotStart = Trouble{"settings", "The program cannot start: %s.", "Set HOME (on Windows LOCALAPPDATA), or a place for the data in DATABASE_URL or DATA_DIR."}

	badProxy = Trouble{"proxy", "The address of the proxy in %s cannot be used.", "Correct the variable, or unset it."}
	noName   = Trouble{"dns", "The host name %s cannot be resolved: %s.", "Check the spelling in {address}, and that this computer is online. A numeric address such as http://192.168.1.9:3000 needs no name."}
	noAnswer = Trouble{"tcp", "%s cannot be reached: %s.", "Start the server, and check host and port in {address}. Is this computer on the same network? Is a firewall blocking the connection?"}

	certExpired   = Trouble{"tls", "The certificate of %s is not valid now: it is valid from %s to %s.", "Renew the certificate on the server. If its dates are right, set this computer's clock."}
	certName      = Trouble{"tls", "The certificate of %s is for another name.", "Use the name in {address} that the certificate is for."}
	certUntrusted = Trouble{"tls", "The certificate of %s is not from an authority that this computer trusts.", "Give the server a certificate from a known authority, or add its own authority to those this computer trusts."}
	tlsFailed     = Trouble{"tls", "No encrypted connection to %s could be made: %s.", "Use http instead of https if the server has no certificate, or the port that speaks TLS. The server's log may have the cause."}

	apiFailed  = Trouble{"url", "A request to the API failed. %s", "Check that the API runs and that {address} leads to it. Its log has the cause."}
	keyRefused = Trouble{"key", "The API refuses the key or token. %s", "Compare the key or token in the settings with that of the API, character by character. It may have expired or been revoked."}
	noAccess   = Trouble{"scope", "The API refuses access. %s", "Check that the person in the settings has access on the server."}

	relativePath = Trouble{"directory", "%s names a relative path, and the client chooses the directory in which the server starts.", "Write the absolute path, beginning at the root of the disk."}
	dirNotMade   = Trouble{"directory", "The directory %s is missing and cannot be made: %s.", "Make it, or name another place in DATABASE_URL or DATA_DIR."}
	dirNotUsed   = Trouble{"directory", "Nothing can be written into the directory %s: %s.", "Allow the user who runs the program to write there, make room on the disk, or name another place in DATABASE_URL or DATA_DIR."}

	badConfig   = Trouble{"entry", "The config file of %s cannot be used: %s.", "Correct the file by hand, or restore a backup of it. Until then the client can't read it either."}
	switchedOff = Trouble{"entry", "The entry %s in %s is switched off (%s), so %s does not start it.", "Remove that line from the file, or switch the server on in the client's settings; then restart the client."}
	misfit      = Trouble{"entry", "In the entry %s of %s, %s must be %s.", "Correct it in the file, or run {program} install for this client, which repairs the entry; then restart the client."}
	noAddress   = Trouble{"entry", "The entry %s in %s is an address, and %s accepts none in that file.", "Run {program} uninstall for this client, and add the address in the client's settings, under Connectors, with Add custom connector."}
	twoWays     = Trouble{"entry", "The entry %s in %s has both a command and an address, and which of them counts differs between clients.", "Run {program} install for this client, with --endpoint for the address or without for the command."}
	noCommand   = Trouble{"entry", "The entry %s in %s names no command, so no program is started on this computer.", "Run {program} uninstall for this client, then {program} install."}

	relativeCommand = Trouble{"command", "The entry's command %s is not an absolute path, and a desktop program does not search PATH as a shell does.", "Run {program} install for this client: it writes the absolute path."}
	missingCommand  = Trouble{"command", "The entry's command %s does not exist.", "If the program was moved, run {program} install from where it is now."}
	notExecutable   = Trouble{"command", "The entry's command %s cannot be executed.", "Is it the program's file? On macOS and Linux make it executable with chmod +x."}
	arguments       = Trouble{"command", "The entry starts %s with arguments, so it does not run as a server.", "Run {program} install for this client: it removes the arguments."}
	served          = Trouble{"command", "The entry sets HTTP_ADDR, so %s serves over HTTP and does not answer %s.", "Remove HTTP_ADDR from the entry; or run {program} install for this client with --endpoint and the address of a server that runs already."}

	notStarted   = Trouble{"start", "The entry's command %s could not be started: %s.", "Is it the program for this kind of computer? Download or build it again, and run {program} install."}
	ended        = Trouble{"start", "The entry's command %s ended before it answered (%s).%s", "Run the command by hand with the entry's variables and read what it says."}
	silent       = Trouble{"start", "The entry's command %s did not answer within %s.", "Run the command by hand. A virus scanner that looks at new programs can slow down the first start."}
	declined     = Trouble{"start", "The entry's command %s starts, and refuses the client.%s", "Correct the setting that is named, or run {program} install for this client. If no setting is named, run the command by hand with the entry's variables and read what it says."}
	babble       = Trouble{"start", "The entry's command %s answered with something other than MCP.", "Is it the right program, with the right arguments? Run {program} install for this client."}
	otherProgram = Trouble{"start", "The entry's command %s is a program other than {program}.", "Run {program} install for this client."}

	endpointDown  = Trouble{"url", "%s does not answer as an MCP server: %s.", "Is {program} running, and does the proxy in front of it lead there? Look in the log of both."}
	notEndpoint   = Trouble{"url", "%s answers with %s, so it is not an MCP endpoint.", "Check the path in the endpoint's address: {endpoint} A login page comes from a router or a proxy, which must let that path past."}
	endpointMoved = Trouble{"url", "%s redirects every request to %s, and clients do not follow.", "Use the address that finally answers. If that is a login page, let the path of the endpoint past it."}
	hostRefused   = Trouble{"url", "%s refuses the request (status 403), as it does when it is not known by that name.", "Have the proxy pass on the header Host, and set PUBLIC_URL on the server to the address that clients use, without /mcp. With AUTH=none it answers on its own computer alone."}
	noChallenge   = Trouble{"url", "%s asks for sign-in (status 401) in a way that assistants do not know.", "A proxy in front of the server may ask for a password of its own, or leave out the header WWW-Authenticate: let requests to the endpoint past it unchanged."}

	noMetadata    = Trouble{"metadata", "The protected resource metadata of %s cannot be read: %s.", "Have the proxy pass on the paths that begin with /.well-known/ too, and set PUBLIC_URL on the server to the address that clients use, without /mcp."}
	otherResource = Trouble{"metadata", "The protected resource metadata of %s is for another address, %s, and clients compare the two.", "Use that address, or set PUBLIC_URL on the server to the one that clients use, without /mcp."}
	issuerDown    = Trouble{"issuer", "The metadata of the authorization server %s cannot be read: %s.", "Check OAUTH_ISSUER on the server. With OAUTH_ISSUER=self, have the proxy pass on every path."}
	issuerOther   = Trouble{"issuer", "The authorization server %s calls itself by another address in its metadata.", "Set OAUTH_ISSUER on the server to the address that the metadata has as issuer, to the letter."}
	issuerLacks   = Trouble{"issuer", "The metadata of the authorization server %s lacks %s, without which clients do not sign in.", "Turn that on at the authorization server, or choose one that has it."}

	tokenMissing   = Trouble{"token", "%s takes a token and no sign-in, and the entry has none.", "Run {program} install for this client, with --endpoint and --token-stdin."}
	tokenInClear   = Trouble{"token", "The token for %s would be sent in the clear, so it was not sent.", "Use https. If others could have read the token on its way before, replace it."}
	tokenRefused   = Trouble{"token", "%s refuses the token (status 401).", "With AUTH=token, compare it with AUTH_TOKEN on the server, character by character. One from a sign-in may have expired: sign in again."}
	tokenForbidden = Trouble{"token", "%s takes the token and refuses access (status 403).", "Whoever signed in must have a verified e-mail address that the server lets in."}
	noTools        = Trouble{"tools", "%s does not list its tools: %s.", "Look in the log of the server, and of the proxy in front of it."}
)

// Faults lists every fault that [Run] may find for a system, for documents, with "…" for
// what differs between cases.
func Faults(s System) (list []Finding) {
	general := []Trouble{
		homeless, quoted, notExpanded, encrypted, invalid, cannotStart, badProxy, noName, noAnswer,
		certExpired, certName, certUntrusted, tlsFailed, apiFailed, keyRefused, noAccess, relativePath, dirNotMade, dirNotUsed,
	}
	entries := []Trouble{
		badConfig, switchedOff, misfit, noAddress, twoWays, noCommand, relativeCommand, missingCommand, notExecutable, arguments, served,
		notStarted, ended, silent, declined, babble, otherProgram,
		endpointDown, notEndpoint, endpointMoved, hostRefused, noChallenge, noMetadata, otherResource, issuerDown, issuerOther, issuerLacks,
		tokenMissing, tokenInClear, tokenRefused, tokenForbidden, noTools,
	}
	for _, t := range slices.Concat(general, s.Faults, entries) {
		text := strings.ReplaceAll(s.fill(t.Text, "API_BASE_URL"), "%s", "…")
		list = append(list, Finding{Check: t.Check, Level: Fault, Text: text, Fix: s.fill(t.Fix, "API_BASE_URL")})
	}
	return list
}
