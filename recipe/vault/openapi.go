package vault

import (
	_ "embed" // for the document
)

//go:embed openapi.json
var openAPI string

// OpenAPI returns the OpenAPI 3.1 document of the contract, JSON in UTF-8, which
// [Vault.Handler] gives at /api/openapi.json. It also describes /health and
// /openapi.json, which are the server's to answer: the handler does not. Its
// x-length-unit says that lengths are in characters, since there are servers of
// the contract that count bytes.
func OpenAPI() string { return openAPI }
