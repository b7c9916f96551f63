package vault

import (
	_ "embed" // for the document
)

//go:embed openapi.json
var openAPI string

// OpenAPI returns the OpenAPI 3.1 document of the contract, JSON in UTF-8. It
// also describes /health and /openapi.json, which are the server's to answer:
// [Vault.Handler] does not.
func OpenAPI() string { return openAPI }
