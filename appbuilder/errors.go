package appbuilder

import (
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Kinds of failure, beside those of package fault. fault.NotFound is an app that doesn't
// exist, isn't published or is another's, and fault.Conflict an app that was edited meanwhile.
const (
	InvalidConfig fault.Kind = "invalid_config" // values of an app break a rule; Err is an *Invalid
	SlugTaken     fault.Kind = "slug_taken"     // a slug that was asked for is another app's
	Busy          fault.Kind = "busy"           // the app is being worked on by another message
	LimitReached  fault.Kind = "limit_reached"  // the owner has as many apps as allowed
	Model         fault.Kind = "llm_error"      // the model's provider failed or answered nonsense
)

// Invalid has all rules that are broken, for whoever shows them beside the fields.
type Invalid struct{ Faults rule.Faults }

// Error names only the fields: their values are people's own.
func (e *Invalid) Error() string {
	fields := make([]string, 0, len(e.Faults))
	for _, f := range e.Faults {
		fields = append(fields, f.Field+" ("+f.Rule+")")
	}
	return strings.Join(fields, ", ")
}

// InvalidError returns the failure for faults, of which there is at least one.
func InvalidError(faults rule.Faults) *fault.Error {
	first := faults[0]
	message := first.Message
	if first.Field != "" {
		message = first.Field + ": " + message
	}
	if n := len(faults) - 1; n > 0 {
		message += fmt.Sprintf(" (and %d more)", n)
	}
	return &fault.Error{Kind: InvalidConfig, Message: message, Field: first.Field, Err: &Invalid{faults}}
}
