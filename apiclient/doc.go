// Package apiclient is the core of clients of REST APIs. It sends requests, again
// where that is safe, checks their answers, and turns each failure into one
// [fault.Error], whose Kind says what a caller can do about it. What is an API's
// own (its endpoints, the form of its failures, the names of its settings) comes
// from a [System] and with each [Request].
//
// # Requests
//
// A request carries the headers of its [Credentials]. They reach the origin of
// Options.BaseURL and no other: a redirect is followed for GET alone, at most five
// times, and never to another scheme, host or port. Connections are HTTP/1.1 and
// kept alive. A write uses a fresh one or one idle for under two seconds, since a
// connection that the server has just closed would leave its outcome unknown.
// [ProxyFor] says through which proxy they go: none of the environment's, for an
// address at home.
//
// # Time
//
// Options.Timeout bounds a call from its start: retries, waits and looking
// included. A write's attempts get two thirds of it together; the rest is for
// looking. Several requests that are one call share a [Client.Limit].
//
// # Retries
//
// A GET is sent again after a connection error, a cut answer, 429, 502, 503 and
// 504, a POST after 429, any other write after 429 and 503, and each when no
// connection was had. Waits grow from 200 ms; Retry-After is obeyed where it fits
// into the time left, else the call ends at once and the error says how long the
// API asked to wait.
//
// A 500 in which the system reads that the database is locked is the everyday
// answer of a server on SQLite that waits for no lock. The request is sent again
// after it, up to 25 times and sooner, with waits that grow from 25 ms to 1 s: of
// 250 writers at once, each with four creates for a server that doesn't wait, one
// needed 17 repeats. A POST is sent again after it only when a look has found that
// nothing was done.
//
// A write other than a POST whose answer was lost (connection error, cut answer,
// 502, 504) is sent again only when a look has found the same.
//
// # Outcomes of writes
//
// A write that was sent and not answered, or answered with 500 or with something
// that makes no sense, has an unknown outcome: a server may save and then fail to
// read back. Then Request.Look is called; the write succeeds if that finds it done.
// Else the error is a [fault.UnknownOutcome] that says what was seen. A later
// attempt ends the doubt only if the API judged what was asked for (400, 404, 409,
// 422, in its own form): a refusal of the key does not, and no more does a page, or
// JSON of another shape, in answer to the write and to the look: it may stand in
// for the API's own answers. A 409 for a create that may have been saved by an
// attempt before is looked up like the rest.
//
// # Answers
//
// An answer is read within 32 MiB, after decompression; of one that is no success
// 64 KiB are read. One that is no JSON, no UTF-8, of the wrong shape or about
// something else than was asked for is refused with [fault.Unavailable], and
// nothing of it is told.
//
// Answers over 1 MiB share 144 MiB of a client's memory, first come, first served;
// see [Hold]. Those for which there is none wait, each within its time.
//
// # Secrets
//
// Neither messages, causes nor log lines hold a value of the credentials, the
// password of a URL or text of a body. The one exception is the API's own sentence
// about a refused value, in Message alone.
package apiclient
