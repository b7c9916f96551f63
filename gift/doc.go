// Package gift is the gift system: the two tools with which a model finds gifts for a
// person and shows one of them.
//
//	ranker := rank.New(rank.Options{Source: rank.Source{Embedder: table.Embedder{}, Open: open}, Table: table.Embedder{}})
//	tools := gift.Tools(ranker, gift.ToolOptions{})
//
// # Results
//
// structuredContent has what a model needs to talk about gifts. The text has the same for
// people, a line per gift with the reason for it, and then what was understood and what was
// changed in the request. _meta is for the widget: each gift whole.
//
// # Failures
//
// A failure is a result with structuredContent of its own, a text to act on and isError.
// The ranking is in package rank, the reading of descriptions in package profile.
// Descriptions are nowhere kept or logged.
package gift
