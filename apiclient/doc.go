// Package apiclient calls a REST API over HTTP and turns each of its failures
// into one [fault.Error], whose Kind says what a caller can do about it.
//
// # Requests
//
// Each request carries the key and, when one is set, the e-mail address of the
// user. They reach the origin of Options.BaseURL and no other: a redirect is
// followed for GET alone, at most five times, and never to another scheme, host
// or port. Connections are HTTP/1.1 and kept alive. A write uses a fresh one or
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
// A GET is sent again after a connection error, a cut answer, 429, 502, 503 and
// 504, a PUT after 429 and 503, a POST after 429, and each when no connection was
// had. Waits grow from 200 ms; Retry-After is obeyed where it fits into the time
// left, else the call ends at once and the error says how long the API asked to
// wait.
//
// A 500 that says "database is locked" is the everyday answer of a server on
// SQLite that waits for no lock. GET and PUT are sent again after it, up to 25
// times and sooner, with waits that grow from 25 ms to 1 s: of 250 writers at once,
// each with four creates for a server like the original, one needed 17 repeats. A
// POST is sent again after it too, but only when a look has found nothing with that
// title. The original server keeps the words for its log, so its one sentence for
// failures of the database counts as well.
//
// A PUT whose answer was lost (connection error, cut answer, 502, 504) is sent
// again only when a look has found the thing just as the caller saw it last,
// through the same client: whatever another has written since is not overwritten.
//
// # Outcomes of writes
//
// A write that was sent and not answered, or answered with 500 or with something
// that makes no sense, has an unknown outcome: a server may save and then fail to
// read back. The client looks: it succeeds if it finds what was sent, and after a
// create, or in a list, no more than that; what the server may fill in (a
// difficulty) or round (numbers, to doubles) does not count. Else it returns
// [fault.UnknownOutcome] with what it saw. A later attempt ends the doubt only if
// the API judged what was asked for (400, 404, 409, 422): a refusal of the key
// does not, and no more does a page, or JSON of another shape, in answer to the
// write and to the look: it may stand in for the API's own answers. A 409 for a
// create that may have been saved by an attempt before is looked up like the rest.
//
// A title that nothing in the list has, and that is taken all the same, belongs to
// what the e-mail address does not let the client see. The message of the
// [fault.Conflict] says so then, with a title that is free.
//
// # Lengths
//
// The original server counts bytes in a title's and a description's length. A
// text that is short enough in characters and too long in bytes is refused with
// [fault.InvalidParams] and not sent, unless Options.Characters or the API's OpenAPI
// document says that characters count. The document is asked for once, when such
// a text comes; if it can't be had, the API judges.
//
// # Answers
//
// An answer holds the API's own bytes without white space between them: numbers
// keep their digits, unknown members pass. Members of null are left out, and a
// row of a list without a description gets "". An answer is read within 32 MiB,
// after decompression. One that is no JSON, no UTF-8, of the wrong shape or about
// something else than was asked for is refused with [fault.Unavailable], and nothing
// of it is told.
//
// # Secrets
//
// Neither messages, causes nor log lines hold the key, the e-mail address, the
// password of the URL or text of a body. The one exception is the API's own
// sentence about a refused value, in Message alone.
package apiclient
