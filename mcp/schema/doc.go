// Package schema decodes and checks the arguments of tools, and builds the JSON
// Schemas that describe them.
//
// A tool publishes a schema and accepts arguments by a function, an [Accept],
// which is usually made from the same schema: [Repairing] reads what was meant where
// there is one reading, and refuses what the schema refuses then, in words that a person
// or a model can act on.
//
// # Decoding
//
// Member names match by exact case and may occur once. Text must be valid
// Unicode without U+0000. Numbers are float64. Nesting is bounded. A null
// member counts as absent, unless the schema allows null.
//
// # Repairing
//
// Models send a number or a list as text, one object in place of a list, or a choice in
// other words. Where that means one thing only, it is read so, and the caller is told of
// each such repair. What may mean two things is refused. Arguments that fit are never
// changed.
//
// # Checking
//
// The check is hand-written, because a general validator takes a quarter of the
// time that a call may cost and words its errors for programmers. A fuzz test
// compares its verdicts with such a validator's. It supports the keywords that
// arguments need; [Repairing] refuses a schema with any other, so that a tool can't
// have a rule that is not enforced. What clients get of a schema is less: [Published].
//
// Lengths count characters (Unicode code points). Faults have kind
// [fault.InvalidParams]. Each names its member and the rule, and a message names
// at most ten.
package schema
