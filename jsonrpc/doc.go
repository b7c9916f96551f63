// Package jsonrpc is JSON-RPC 2.0 without a transport: messages, ids, batches,
// the order of calls, cancellation, and the end. A transport delivers texts to a
// [Conn], one for each client, and writes what it is given for a [Reply]. The
// methods are known to a [Handler].
//
// # Answers
//
// Every accepted request is answered exactly once, except one that its client
// cancelled. Ids come back byte for byte. Notifications that a call sends with
// [Client.Notify] go out before its answer, and none after it.
//
// Notifications, and responses that a client sends, are never answered. A
// request's method without an id is a notification: it reaches [Handler.Notify]
// and is never executed.
//
// A text that is not JSON or not UTF-8 is answered with -32700 and id null; an
// envelope that breaks a rule with -32600, and with its id where that is a string
// or a number. With Options.OmitID there is no id instead of null. Member names
// count by exact case, and one that the envelope knows may occur only once. What
// params hold is for the handler to judge. A request whose id is in flight is
// refused with -32600 and doesn't disturb the first.
//
// A batch is taken message by message in its order and answered as one array in
// that order, without its notifications and cancelled calls; when nothing remains,
// it is not answered. Its ids are in flight until it is answered.
//
// A panic of the handler, or of a result while it is written, is answered with
// -32603. The log gets the stack, and never params or the text of a panic that a
// user may have written. See [Answer] for what a transport has to do for it.
//
// # Order
//
// [Handler.Prepare] sees requests in order of arrival, and results are as if the
// calls had run in that order: a [Read] runs beside other reads, up to
// MaxConcurrency; a [Write] waits for everything before it and holds back what
// comes after it. An [Inline] call runs before Deliver returns; it never waits for
// a running call, and neither does a cancel. A [Stream] runs beside everything; a
// Conn has at most 64. Answers are written as they become ready, so those of reads
// may change places.
//
// # Cancellation
//
// The notification that Options.CancelMethod names ends the call of exactly the id
// in its params.requestId, as its bytes are: one that has not begun never runs, the
// context of one that runs is cancelled, and neither is answered. Requests are
// known before anything runs, so a cancel right after its call is never lost. One
// that comes when the answer is settled changes nothing.
//
// # The end
//
// [Conn.Drain] accepts nothing more, ends streams, and waits. At its limit what still runs is
// cancelled and what has not begun is answered without running. A read that fails
// then is answered with a timeout, and so is a write, unless its error says more. A
// call that doesn't return within a second is answered with a timeout, and what it
// returns later is dropped. Answers that have not been written two seconds later
// are given up.
//
// After [Conn.Abort], which a transport calls when its output has failed, no call
// begins any more, also of those that were accepted. What is queued is dropped,
// running reads are cancelled, and a running write may finish.
//
// # Bounds
//
// Input of calls that are not done counts, with 512 bytes for each call, up to
// MaxQueuedBytes; then Deliver waits, or calls are answered with [ErrFull]. A
// message larger than that bound is let in when nothing else counts. A batch of
// more than MaxBatch messages is refused whole. A call keeps its turn until its
// answer is written, so MaxConcurrency bounds the results in memory. A batch holds
// MaxBatchBytes of results; a read's result beyond that is replaced with an error
// that says to send the call on its own, a write's is kept.
package jsonrpc
