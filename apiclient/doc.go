// Package apiclient calls a REST API over HTTP and turns each of its failures
// into one [Error], whose Kind says what a caller can do about it.
//
// # Requests
//
// Each request carries the key and, when one is set, the e-mail address of the
// user. They reach the origin of Options.BaseURL and no other: a redirect is
// followed for GET alone, at most five times, and never to another scheme, host
// or port. Connections are HTTP/1.1 and kept alive. A POST uses a fresh one or
// one idle for under two seconds, since a connection that the server has just
// closed would leave its outcome unknown. [ProxyFor] says through which proxy
// they go: none of the environment's, for an address at home.
//
// # Time
//
// Options.Timeout bounds a call from its start: retries, waits and looking
// included. A write's attempts get two thirds of it together; the rest is for
// looking.
//
// # Retries
//
// GET, PUT and DELETE are sent again after a connection error, a cut answer,
// 429, 502, 503 and 504. A POST is sent again only when it cannot have been
// processed: no connection was had, or the API answered 429. Waits grow from
// 200 ms; Retry-After is obeyed where it fits into the time left, else the call
// ends at once and the error says how long the API asked to wait.
//
// # Outcomes of writes
//
// A write that was sent and not answered (reset, time limit, 502, 504, an answer
// that makes no sense) has an unknown outcome. The client then looks: it succeeds
// if it finds what was sent, and after a create, or in a list, no more than that;
// else it returns [KindUnknownOutcome] with what it saw. A later attempt of an update ends the doubt only if the API judged what
// was asked for (400, 404, 409, 422): a refusal of the key does not, and no more
// does a page, or JSON of another shape, in answer to the write and to the look:
// it may stand in for the API's own answers. It never sends a second POST after
// bytes of the first went out.
//
// # Answers
//
// An answer holds the API's own bytes without white space between them: numbers
// keep their digits, unknown members pass. It is read within 32 MiB, after
// decompression. One that is no JSON, no UTF-8 or of the wrong shape is refused
// with [KindUnavailable], and nothing of it is told.
//
// # Secrets
//
// Neither messages, causes nor log lines hold the key, the e-mail address, the
// password of the URL or text of a body. The one exception is the API's own
// sentence about a refused value, in Message alone.
package apiclient
