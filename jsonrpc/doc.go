// Package jsonrpc implements JSON-RPC 2.0 without a transport: messages, ids, batches, the order
// of calls, cancellation, and the end of input. A transport makes a [Conn] for each client,
// delivers JSON texts to it, and writes the answers that the Conn gives to a [Reply]. A [Handler]
// knows the methods.
//
// # Answers
//
// Every accepted request is answered exactly once, except a request that its client cancels. Ids
// come back byte for byte. Notifications that a call sends with [Client.Notify] go out before its
// answer, and none after it.
//
// Notifications and responses from the client are never answered. A message with a request's
// method but without an id is a notification: it reaches [Handler.Notify] and is never executed.
//
// A text that is not JSON or not UTF-8 gets -32700 with id null. An envelope that breaks a rule
// gets -32600, with its id if that is a string or a number. With Options.OmitID the id is left out
// instead of null. Member names are case-sensitive, and a member that the envelope defines may
// occur only once. The handler judges params. A request whose id is in flight is refused with
// -32600 and doesn't disturb the first.
//
// A batch is taken message by message in its order. Its answer is one array in that order,
// without notifications and cancelled calls; an empty array is not sent. The ids of a batch are in
// flight until the batch is answered.
//
// A panic of the handler, or of a result while it is written, is answered with -32603. The log
// gets the stack, and never params or the text of a panic, which a user may have written. [Answer]
// says what a transport does when a result panics.
//
// # Order
//
// [Handler.Prepare] sees requests in order of arrival, and results are as if the calls had run in
// that order. A [Read] runs beside other reads, up to MaxConcurrency. A [Write] waits for every
// call before it and holds back the calls after it. An [Inline] call runs before Deliver returns;
// neither it nor a cancellation waits for a running call. A [Stream] runs beside everything; a
// Conn has at most 64. Answers are written when they are ready, so answers to reads may overtake
// each other.
//
// # Cancellation
//
// The notification that Options.CancelMethod names cancels the call whose id is, byte for byte,
// params.requestId. A call that has not begun never runs, the context of a running call is
// cancelled, and neither is answered. Requests are registered before anything runs, so a
// cancellation right after its call is never lost. A cancellation after the answer is decided
// changes nothing.
//
// # End of input
//
// [Conn.Drain] accepts nothing more, ends streams, and waits for the calls. At its limit it cancels
// running calls, and answers queued calls without running them. A read that fails then is answered
// with a timeout, and so is a write whose error has no code. A call that doesn't return within a
// second is answered with a timeout, and its later result is dropped. Answers that are not written
// within two more seconds are given up.
//
// A transport calls [Conn.Abort] when its output fails. Then no call begins any more, queued calls
// are dropped, running reads are cancelled, and a running write may finish.
//
// # Bounds
//
// The input of unfinished calls, with 512 bytes for each call, counts up to MaxQueuedBytes. At the
// bound Deliver waits, or calls are answered with [ErrFull]. A message larger than the bound is
// accepted when nothing else counts. A batch of more than MaxBatch messages is refused whole. A
// call keeps its turn until its answer is written, so MaxConcurrency bounds the results in memory.
// A batch holds MaxBatchBytes of results; a larger result of a read is replaced with an error that
// tells the client to send the call on its own, and the result of a write is kept.
package jsonrpc
