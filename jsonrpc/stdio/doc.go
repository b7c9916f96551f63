// Package stdio serves JSON-RPC 2.0 over a pair of byte streams, with one message a line in each
// direction. Package jsonrpc runs the messages.
//
// # Lines
//
// A line ends with a newline, or a carriage return and a newline; the last line also without. Blank
// lines are skipped. A byte order mark may precede the first line. Only answers and the notifications
// of a [jsonrpc.Client] are written, each line in one piece, and answers that are ready together leave
// in one write. A faulty line doesn't stop the lines after it.
//
// # End of input
//
// At the end of input, or of the context of [Serve], running calls continue and are answered within
// DrainTimeout; see [jsonrpc.Conn.Drain]. If the client doesn't read the last answers for three
// seconds, Serve gives up.
//
// When the output fails, Serve stops reading, and gives a running write DrainTimeout to finish; see
// [jsonrpc.Conn.Abort]. An answer of up to 256 KiB is held until it is complete, so a result that
// panics while it is written costs the client only that answer. When a larger result panics, half a
// line has been written and the output ends.
//
// # Bounds
//
// A line longer than MaxMessageBytes is answered once with -32600 and id null, and skipped without
// being held. Reading pauses while unfinished calls hold MaxQueuedBytes of input.
package stdio
