package doctor

import (
	"slices"
	"strings"
)

var (
	homeless = Trouble{"home", "The home directory is not known, so the clients' config files cannot be found: HOME (on Windows USERPROFILE) is not set, or is not an absolute path.", "Set it to the absolute path of your home directory."}

	quoted      = Trouble{"settings", "%s has quotation marks around its value, and they count as part of it.", "Remove the quotation marks. A JSON file needs one pair, and a shell removes its own."}
	notExpanded = Trouble{"settings", "%s holds a placeholder that was not replaced with a value.", "Write the value itself: not every client replaces ${…}."}
	encrypted   = Trouble{"settings", "%s holds a value that the client encrypted and did not decrypt (__encrypted__:…).", "Open the extension's settings in the client, enter the value again and restart the client; or run {program} install."}
	invalid     = Trouble{"settings", "%s cannot be used: it %s.", "Correct the variable. {program} help environment says what it is for and its default."}
	cannotStart = Trouble{"settings", "The program cannot start: %s.", "Set HOME (on Windows LOCALAPPDATA), or a place for the data in DATABASE_URL or DATA_DIR."}

	apiFailed  = Trouble{"url", "A request to the API failed. %s", "Check that the API runs, that this computer is online, and that API_BASE_URL has the right host and port. A firewall may block the connection. The API's log may have the cause."}
	keyRefused = Trouble{"key", "The API refuses the key or token. %s", "Compare the key or token in the settings with the one the API expects, character by character. White space at its ends counts. It may have expired or been revoked."}
	noAccess   = Trouble{"scope", "The API refuses access. %s", "Check that the person in the settings has access on the server."}

	relativePath = Trouble{"directory", "%s names a relative path, and the client chooses the directory in which the server starts.", "Write the absolute path, beginning at the root of the disk."}
	dirNotUsed   = Trouble{"directory", "Nothing can be written into the directory %s: %s.", "Allow the user who runs the program to write there, make room on the disk, or name another place in DATABASE_URL or DATA_DIR."}

	notFile     = Trouble{"data", "%s is not a file.", "Move it away, or name another file in DATABASE_URL."}
	foreign     = Trouble{"data", "The database %s is not a database of {program}.", "Name another one in DATABASE_URL. This one stays as it is."}
	newer       = Trouble{"data", "A newer release of this program wrote the database %s.", "Install the newest release, and run {program} install with it."}
	damaged     = Trouble{"data", "The database %s is damaged.", "Put a backup in its place: {program} restore FILE, with the same DATABASE_URL and DATA_DIR if they are set here. The damaged one is kept. Copies from before a migration are beside it and end in .bak."}
	busy        = Trouble{"data", "Another program keeps the database %s locked.", "Close the program that has it open."}
	unusable    = Trouble{"data", "The database %s cannot be opened.", "Allow the user who runs the program to read and write the file and its directory."}
	noServer    = Trouble{"data", "The PostgreSQL server that DATABASE_URL names does not let the program use the database.", "Check host, port, user, password and name of the database in DATABASE_URL, and that the server runs."}
	badEncoding = Trouble{"data", "The PostgreSQL database that DATABASE_URL names does not keep text as UTF-8.", "Make one that does, with createdb -E UTF8 -T template0 NAME, and name it in DATABASE_URL."}

	badConfig       = Trouble{"entry", "The config file of %s cannot be used: %s.", "Correct the file by hand, or restore a backup of it. Until then the client can't read it either."}
	switchedOff     = Trouble{"entry", "The entry %s in %s is switched off (%s), so %s does not start it.", "Remove that line from the file, or switch the server on in the client's settings; then restart the client."}
	misfit          = Trouble{"entry", "In the entry %s of %s, %s must be %s.", "Correct it in the file, or run {program} install for this client, which repairs the entry; then restart the client."}
	notEither       = Trouble{"entry", "The entry %s in %s must have either a command or an address.", "Run {program} uninstall for this client, then {program} install, with --endpoint if you mean an address."}
	noAddress       = Trouble{"entry", "The entry %s in %s is an address, and %s accepts none in that file.", "Run {program} uninstall for this client, and add the address in the client's settings, under Connectors, with Add custom connector."}
	relativeCommand = Trouble{"entry", "The entry's command %s is not an absolute path, and a desktop program does not search PATH as a shell does.", "Run {program} install for this client: it writes the absolute path."}
	served          = Trouble{"entry", "The entry sets HTTP_ADDR, so the program serves over HTTP and does not answer %s.", "Remove HTTP_ADDR from the entry; or run {program} install for this client with --endpoint and the address of a server that runs already."}

	notStarted = Trouble{"start", "The entry's command %s could not be started: %s.", "If the program was moved, run {program} install from where it is now. On macOS and Linux the file must be executable (chmod +x), and it must be the program for this kind of computer."}
	notServer  = Trouble{"start", "The entry's command %s does not work as a server: %s.%s", "Correct the setting that is named, or run {program} install for this client, which writes the command anew. To read more, run the command by hand with the entry's variables. A virus scanner can slow down the first start."}

	notEndpoint = Trouble{"url", "%s does not answer as an MCP server: %s.", "Is {program} running, and does the proxy in front of it pass requests on? Check the address: {endpoint} A web page or a redirect comes from a router or a proxy, which must let requests to the endpoint past its login."}
	hostRefused = Trouble{"url", "%s refuses the request (status 403). The server does so when it does not know that host name.", "Have the proxy pass on the header Host, and set PUBLIC_URL on the server to the address that clients use, without /mcp. With AUTH=none the server answers only its own computer."}
	noChallenge = Trouble{"url", "%s asks for sign-in (status 401) in a way that assistants do not know.", "A proxy in front of the server may ask for a password of its own, or leave out the header WWW-Authenticate: have it pass requests to the endpoint on unchanged."}

	noMetadata   = Trouble{"sign-in", "Assistants cannot find out where to sign in for %s: %s.", "Have the proxy pass on the paths that begin with /.well-known/, and set PUBLIC_URL on the server to the address that clients use, without /mcp."}
	badIssuer    = Trouble{"sign-in", "Assistants cannot use the authorization server %s: %s.", "Set OAUTH_ISSUER on the server to the exact address that the authorization server's metadata has as issuer. It must support PKCE with S256. With OAUTH_ISSUER=self, have the proxy pass on every path."}
	tokenMissing = Trouble{"sign-in", "%s takes a token and no sign-in, and the entry has none.", "Run {program} install for this client, with --endpoint and --token-stdin."}
	tokenInClear = Trouble{"sign-in", "The token for %s would be sent in the clear, so it was not sent.", "Use https. If others could have read the token on its way before, replace it."}
	tokenRefused = Trouble{"sign-in", "%s refuses the token (status %d).", "With AUTH=token, compare it with AUTH_TOKEN on the server, character by character. A token from a sign-in may have expired: sign in again. With status 403, the person who signed in needs a verified e-mail address that the server allows."}
	noTools      = Trouble{"tools", "%s does not list its tools to a client of protocol version %s: %s.", "The log of the server, or of the proxy in front of it, has the cause."}
)

// Faults lists every fault that [Run] may find for a system, for documents, with "…" for
// what differs between cases.
func Faults(s System) (list []Finding) {
	general := []Trouble{
		homeless, quoted, notExpanded, encrypted, invalid, cannotStart, apiFailed, keyRefused, noAccess, relativePath, dirNotUsed,
		notFile, foreign, newer, damaged, busy, unusable, noServer, badEncoding,
	}
	entries := []Trouble{
		badConfig, switchedOff, misfit, notEither, noAddress, relativeCommand, served, notStarted, notServer,
		notEndpoint, hostRefused, noChallenge, noMetadata, badIssuer, tokenMissing, tokenInClear, tokenRefused, noTools,
	}
	for _, t := range slices.Concat(general, s.Faults, entries) {
		list = append(list, Finding{Check: t.Check, Level: Fault, Text: strings.NewReplacer("%s", "…", "%d", "…").Replace(s.fill(t.Text)), Fix: s.fill(t.Fix)})
	}
	return list
}
