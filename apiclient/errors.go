package apiclient

import "mcp-adapters/fault"

// orNil keeps a nil *fault.Error from becoming an error that is not nil.
func orNil(e *fault.Error) error {
	if e == nil {
		return nil
	}
	return e
}
