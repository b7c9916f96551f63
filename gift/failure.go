package gift

import (
	"errors"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// What structuredContent says of a failure.
const (
	invalidInput = "invalid_input"
	notFound     = "not_found"
	serviceError = "service_error"
)

// What people are told.
const (
	noDescription   = "Please provide a description of the gift recipient."
	noList          = "Unable to fetch recommendations. Please try again."
	noDetails       = "Unable to fetch gift details. Please try again."
	noGift          = "Gift not found. It may have been removed from our catalog."
	noID            = "Invalid gift ID format."
	nothingStrong   = "No strong matches found. Here are some popular gift ideas..."
	nothingAtAll    = "No gift in the catalog meets these conditions."
	maxRepeatedText = 80
)

type listFailure struct {
	Error string     `json:"error"`
	Gifts []struct{} `json:"gifts"`
}

type detailsFailure struct {
	Error string    `json:"error"`
	Gift  *struct{} `json:"gift"`
}

// failedList is a failure of get_recommendations.
func failedList(what, message string, cause error) error {
	return failed(what, message, cause, listFailure{what, []struct{}{}})
}

// failedDetails is a failure of get_gift_details.
func failedDetails(what, message string, cause error) error {
	return failed(what, message, cause, detailsFailure{Error: what})
}

func failed(what, message string, cause error, structured any) error {
	e := &fault.Error{Message: message, Structured: structured, Err: cause}
	if f, ok := errors.AsType[*fault.Error](cause); ok {
		e.Kind, e.Field, e.Status, e.RetryAfter = f.Kind, f.Field, f.Status, f.RetryAfter
		if f.Err != nil {
			e.Err = fmt.Errorf("%s %w", f.Message, f.Err)
		}
	}
	switch what {
	case invalidInput:
		e.Kind, e.Err = fault.InvalidParams, nil
	case notFound:
		e.Kind = fault.NotFound
	default:
		if e.Kind == "" || e.Kind == fault.InvalidParams || e.Kind == fault.NotFound || e.Kind == fault.Conflict {
			e.Kind = fault.Internal
		}
	}
	return e
}

// guarded calls f, and returns a panic as an error.
func guarded[T any](f func() (T, error)) (result T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault.Recovered(p).Err
		}
	}()
	return f()
}
