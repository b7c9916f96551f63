// Package apiclient is the core of clients of REST APIs. It sends requests, retries
// them where that is safe, checks the answers, and turns every failure into a
// [fault.Error], whose Kind says what a caller can do about it. What is specific to
// an API (its endpoints, the form of its errors, the names of its settings) comes
// from a [System] and with each [Request].
//
// # Requests
//
// A request carries the headers of its [Credentials]. They are sent only to the
// origin of Options.BaseURL: a redirect is followed for GET alone, at most five
// times, and never to another scheme, host or port. Connections are HTTP/1.1 and
// kept alive. A write uses a new connection or one that was idle for less than two
// seconds, because its outcome would be unknown if the server had just closed the
// connection. [ProxyFor] describes which proxy is used; a proxy of the environment
// is never used for an address at home.
//
// # Time
//
// Options.Timeout bounds a call from its start, including retries, waits and
// checks. The attempts of a write get two thirds of it; the rest is left for
// checking the outcome. Several requests that make up one call share a
// [Client.Limit].
//
// # Retries
//
// A GET is retried after a connection error, a truncated answer, 429, 502, 503 and
// 504, a POST after 429, any other write after 429 and 503, and each of them if no
// connection was made. Waits grow from 200 ms. Retry-After is obeyed if it fits into
// the time left and System.MaxWait; otherwise the call ends at once and the error
// says how long the API asked for. A request with Once is never retried, and nor is one
// that was answered with a 503 which the system lays to the API's database: who says so has
// waited for it.
//
// A 500 that the system reads as a locked database is the everyday answer of a
// server that uses SQLite and does not wait for locks. The request is retried up to
// 25 times, with waits that grow from 25 ms to 1 s: with 250 writers at once, each
// making four creates, one of them needed 17 retries. A POST is retried only after
// Request.Look has found that nothing was done.
//
// If the answer to another write was lost (connection error, truncated answer, 502,
// 504), the write is retried only after Request.Look has found that nothing was done.
//
// # Outcomes of writes
//
// The outcome of a write is unknown if it was sent and not answered, or was answered
// with 500 or with something that makes no sense: a server may save and then fail to
// read back. Request.Look is then called, and the write succeeds if it was done.
// Otherwise the error is a [fault.UnknownOutcome] that says what was found. A later
// attempt settles the outcome only if the API judged the request itself (400, 404,
// 409 or 422, in the API's own form). A refusal of the credentials does not. Neither
// does a page, or JSON of another shape, in answer to the write and to the check: it
// may have replaced the API's own answers. A 409 for a create that an earlier attempt
// may have made is checked like the rest.
//
// # Answers
//
// At most 32 MiB of an answer are read, after decompression, and at most 64 KiB of
// one that is not a success. An answer that is not JSON, not UTF-8, of the wrong
// shape, or about something other than what was requested becomes a
// [fault.Unavailable] that quotes nothing of it.
//
// Answers over 1 MiB share 144 MiB of a client's memory, first come, first served;
// see [Hold]. Those for which there is none wait, each within its time.
//
// # Secrets
//
// To a caller for whom Options.Remote is true, messages name no setting and not the host
// of the API: whoever runs the server finds them in the log.
//
// Messages, causes and log lines contain no value of the credentials, no password of
// a URL and no text of a body. The one exception is the API's own sentence about a
// refused request, which is quoted in Message only.
package apiclient
