package doctor

// The faults of an endpoint: a server over HTTP, and where people sign in to it.
var (
	notEndpoint     = Trouble{"url", "%s answers with %s, so it is not an MCP endpoint.", "Check the path in the endpoint's address: that of {program} ends in /mcp. A login page comes from a router or a proxy, which must let that path past."}
	hostRefused     = Trouble{"url", "%s refuses the request (status 403), as it does when it is not known by that name.", "Have the proxy pass on the header Host, and set PUBLIC_URL on the server to the address that clients use, without /mcp. With AUTH=none it answers on its own computer alone."}
	endpointMoved   = Trouble{"url", "%s redirects every request to %s, and clients do not follow.", "Use the address that finally answers. If that is a login page, let the path of the endpoint past it."}
	endpointFailing = Trouble{"url", "%s answers with status %s.", "Is {program} running, and does the proxy in front of it lead there? Look in the log of both."}
	noChallenge     = Trouble{"url", "%s asks for sign-in (status 401) in a way that assistants do not know.", "A proxy in front of the server may ask for a password of its own, or leave out the header WWW-Authenticate: let requests to the endpoint past it unchanged."}

	noMetadata    = Trouble{"metadata", "The protected resource metadata of %s cannot be read: %s.", "Have the proxy pass on the paths that begin with /.well-known/ too, and set PUBLIC_URL on the server to the address that clients use, without /mcp."}
	otherResource = Trouble{"metadata", "The protected resource metadata of %s is for another address, %s, and clients compare the two.", "Use that address, or set PUBLIC_URL on the server to the one that clients use, without /mcp."}

	issuerDown  = Trouble{"issuer", "The metadata of the authorization server %s cannot be read: %s.", "Check OAUTH_ISSUER on the server. With OAUTH_ISSUER=self, have the proxy pass on every path."}
	issuerOther = Trouble{"issuer", "The authorization server %s calls itself by another address in its metadata.", "Set OAUTH_ISSUER on the server to the address that the metadata has as issuer, to the letter."}
	noPKCE      = Trouble{"issuer", "The metadata of the authorization server %s lacks %s, without which clients do not sign in.", "Turn that on at the authorization server, or choose one that has it."}

	tokenMissing    = Trouble{"token", "%s takes a token and no sign-in, and the entry has none.", "Run {program} install for this client, with --endpoint and --token-stdin."}
	tokenInClear    = Trouble{"token", "The token for %s would be sent in the clear, so it was not sent.", "Use https. If others could have read the token on its way before, replace it."}
	tokenRefused    = Trouble{"token", "%s refuses the token (status 401).", "With AUTH=token, compare it with AUTH_TOKEN on the server, character by character. One from a sign-in may have expired: sign in again."}
	tokenForbidden  = Trouble{"token", "%s takes the token and refuses access (status 403).", "Whoever signed in must have a verified e-mail address that the server lets in."}
	tokenUnanswered = Trouble{"token", "%s does not answer a request with the token as an MCP server does: %s.", "Look in the log of the server, and of the proxy in front of it."}

	noTools = Trouble{"tools", "%s does not list its tools: %s.", "Look in the log of the server, and of the proxy in front of it."}
)

func endpointFaults() []Trouble {
	return []Trouble{
		notEndpoint, hostRefused, endpointMoved, endpointFailing, noChallenge,
		noMetadata, otherResource, issuerDown, issuerOther, noPKCE,
		tokenMissing, tokenInClear, tokenRefused, tokenForbidden, tokenUnanswered, noTools,
	}
}
