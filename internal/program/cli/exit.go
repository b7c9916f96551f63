package cli

import "errors"

// Exit codes that all programs share. A command may have more of its own.
const (
	OK     = 0
	Failed = 1 // something failed while running
	Usage  = 2 // the command line or the environment is wrong
)

// Error is an error with the code that the program ends with.
type Error struct {
	Code int
	Err  error
}

// Error returns the text of the error alone.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error without its code.
func (e *Error) Unwrap() error { return e.Err }

// Mistake is an error of the command line or the environment with that text.
func Mistake(text string) error { return &Error{Usage, errors.New(text)} }

// Failure marks an error as one that neither the command line nor the environment
// is to blame for, unless it has a code already. It returns nil for nil.
func Failure(err error) error {
	if _, ok := errors.AsType[*Error](err); ok || err == nil {
		return err
	}
	return &Error{Failed, err}
}

// ExitCode returns the code for an error: that of the first [Error] in its chain. An
// error without one is a mistake in usage.
func ExitCode(err error) int {
	if err == nil {
		return OK
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Usage
}
