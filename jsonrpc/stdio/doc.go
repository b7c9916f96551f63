// Package stdio serves JSON-RPC 2.0 over a pair of byte streams, one message a
// line in and one message a line out. What happens to a message is up to package
// jsonrpc.
//
// # Lines
//
// A line ends with a newline, before which a carriage return is dropped; the last
// one counts without a newline too. Blank lines are skipped. A byte order mark may
// stand before the first line. Nothing but answers, and what [jsonrpc.Client]
// sends, is written, each line in one piece, and answers that are ready together
// leave in one write. After a line with a fault the next one is read.
//
// # The end
//
// At the end of input, or of the context of [Serve], calls go on and are answered,
// for DrainTimeout at most; see [jsonrpc.Conn.Drain]. An output that takes none of
// the last answers for three seconds is given up.
//
// When the output fails, Serve stops reading, and gives a running write
// DrainTimeout to finish; see [jsonrpc.Conn.Abort]. An answer of up to 256 KiB is
// held until it is complete, so a result that panics while it is written costs the
// client that answer alone. When a larger one does, half a line has left and the
// output ends.
//
// # Bounds
//
// A line longer than MaxMessageBytes is answered once with -32600 and id null, and
// skipped without being held. While calls that are not done hold MaxQueuedBytes of
// input, reading pauses.
package stdio
