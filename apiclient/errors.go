package apiclient

import "mcp-adapters/fault"

// Error is the one error type of this package. Its Message is safe to show, and
// so is the text of its cause: neither holds a key, an e-mail address or a
// password of a URL.
type Error = fault.Error

// Kind says what sort of failure an [Error] is.
type Kind = fault.Kind

// The kinds of failure.
const (
	KindNotFound       = fault.NotFound       // the one thing asked for is not there
	KindConflict       = fault.Conflict       // it clashes with what is there already
	KindInvalidParams  = fault.InvalidParams  // the API refused the values sent
	KindUnauthorized   = fault.Unauthorized   // the API refused the key
	KindForbidden      = fault.Forbidden      // the API knows the key, not the e-mail address
	KindUnavailable    = fault.Unavailable    // the API could not be reached or did not answer as it should
	KindTimeout        = fault.Timeout        // a read took longer than its limit
	KindUnknownOutcome = fault.UnknownOutcome // a write was sent; it may or may not have been saved
	KindInternal       = fault.Internal       // anything else, cancellation included
)

// orNil keeps a nil *Error from becoming an error that is not nil.
func orNil(e *Error) error {
	if e == nil {
		return nil
	}
	return e
}
