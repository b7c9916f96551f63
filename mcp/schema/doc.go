// Package schema decodes and checks the arguments of tools, and builds the JSON
// Schemas that describe them.
//
// A tool publishes one schema and accepts arguments by a function, an [Accept],
// which is usually made from the same schema: [Strict] refuses whatever the
// schema refuses, in words that a person or a model can act on.
//
// # Decoding
//
// Member names are matched by exact case and may occur once. Text must be
// Unicode, without U+0000. Numbers are float64. Nesting is bounded. A null
// member counts as absent, except where the schema admits null.
//
// # Checking
//
// The check is written by hand, because a general validator takes a quarter of
// the time that a call may cost, and words its refusals for programmers. A fuzz
// test holds it to the verdict of such a validator. It knows the keywords that
// arguments need; [Strict] refuses a schema with any other, so that a tool can't
// publish a rule that nobody keeps.
//
// Lengths count characters (Unicode code points). Faults are of kind
// [fault.InvalidParams]; each names its member and the rule, and a message names
// ten faults at most.
package schema
