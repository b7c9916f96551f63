// Package schema decodes and checks the arguments of tools, and builds the JSON Schemas that describe
// them.
//
// A tool publishes a schema and accepts arguments with an [Accept], which is usually made from the
// same schema: [Repairing] repairs arguments that can mean only one thing, and then refuses what the
// schema refuses, with a message that a person or a model can act on.
//
// # Decoding
//
// Member names are case-sensitive and may occur once. Text must be valid Unicode without U+0000.
// Numbers are float64. Nesting is bounded. A null member counts as absent, unless the schema allows
// null.
//
// # Repairing
//
// Models send a number or a list as text, one object instead of a list, or a choice in other words.
// An argument with one possible meaning is read with that meaning, and the caller is told of each
// repair. An ambiguous argument is refused. Arguments that fit are never changed.
//
// # Checking
//
// The check is our own, because a general validator takes a quarter of the time that a call may cost
// and words its errors for programmers. A fuzz test compares its verdicts with such a validator. It
// supports the keywords that arguments need; [Repairing] refuses a schema with any other keyword, so
// that every rule is enforced. Clients get fewer keywords: see [Published].
//
// Lengths count Unicode code points. Faults have kind [fault.InvalidParams]. Each names its member and
// the rule, and a message names at most ten.
package schema
