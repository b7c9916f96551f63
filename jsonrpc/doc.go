// Package jsonrpc serves JSON-RPC 2.0 over a pair of byte streams, one message
// a line in and one message a line out. It knows no methods: a [Handler] does.
//
// # Answers
//
// Every accepted request is answered exactly once, except one that its client
// cancelled. A last line without a newline counts like any other. Ids come back
// byte for byte. Nothing but answers, and what [Notify] sends, is written, each
// line in one piece, and answers that are ready together leave in one write.
//
// Never answered are notifications, responses that a client sends, and blank
// lines. A request's method without an id is a notification: it reaches
// [Handler.Notify] and is never executed.
//
// A line that is no JSON or no UTF-8 is answered with -32700 and id null; an
// envelope that breaks a rule with -32600, and with its id where that is a
// string or a number. Member names count by exact case, and one that the
// envelope knows may occur only once. What params hold is the handler's to
// judge. The loop goes on after each fault. A request whose id is in flight
// already is refused with -32600 and doesn't disturb the first.
//
// A batch is taken message by message in its order and answered as one array
// in that order, without its notifications and cancelled calls; when nothing
// remains, nothing is written. Its ids are in flight until it is answered.
//
// A panic of the handler is answered with -32603. The log gets the stack, and
// never params or the text of a panic that a user may have written.
//
// # Order
//
// [Handler.Prepare] sees requests in order of arrival, and results are as if
// the calls had run in that order: a [Read] runs beside other reads, up to
// MaxConcurrency; a [Write] waits for everything before it and holds back what
// comes behind. An [Inline] call runs at once on the reading goroutine; it
// never waits for a running call, and neither does a cancel. Answers are
// written as they become ready, so those of reads may change places.
//
// # Cancellation
//
// notifications/cancelled ends the call of exactly that id, as its bytes are:
// one that is queued never runs, the context of one that runs is cancelled, and
// neither is answered. Requests are known before anything runs, so a cancel
// right behind its call is never lost. One that comes when the answer is
// settled changes nothing.
//
// # The end
//
// At the end of input, or of the context of [Server.Serve], calls go on and are
// answered. After DrainTimeout what still runs is cancelled and what is queued
// is answered without running. A call that doesn't return within a second of
// that is answered with a timeout, and what it returns later is dropped. An
// output that takes none of these answers for three seconds is given up.
//
// When the output fails, no call begins any more, also of those that were read.
// Serve stops reading, drops what is queued, cancels running reads, and gives a
// running write DrainTimeout to finish.
//
// # Bounds
//
// A line longer than MaxMessageBytes is answered once with -32600 and id null,
// and skipped without being held. Input of calls that are not done counts, with
// 512 bytes for each call, up to MaxQueuedBytes; then reading pauses. A message
// larger than that bound is let in when nothing else counts. A batch of
// more than MaxBatch messages is refused whole. A call keeps its turn until its
// answer is written, so MaxConcurrency bounds the results in memory. A batch
// holds 64 MiB of results; a read's result beyond that is replaced with an error
// that says to send the call on its own, a write's is kept.
package jsonrpc
