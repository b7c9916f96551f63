// Package schema decodes and checks the arguments of tools, and builds the JSON
// Schemas that describe them.
//
// A tool publishes a schema and accepts arguments by a function, an [Accept],
// which is usually made from the same schema: [Strict] refuses whatever the
// schema refuses, in words that a person or a model can act on.
//
// # Decoding
//
// Member names match by exact case and may occur once. Text must be valid
// Unicode without U+0000. Numbers are float64. Nesting is bounded. A null
// member counts as absent, unless the schema allows null.
//
// # Checking
//
// The check is hand-written, because a general validator takes a quarter of the
// time that a call may cost and words its errors for programmers. A fuzz test
// compares its verdicts with such a validator's. It supports the keywords that
// arguments need; [Strict] refuses a schema with any other, so that a tool can't
// publish a rule that is not enforced.
//
// Lengths count characters (Unicode code points). Faults have kind
// [fault.InvalidParams]. Each names its member and the rule, and a message names
// at most ten.
package schema
