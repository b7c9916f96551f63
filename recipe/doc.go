// Package recipe is the recipe system: the tools that an assistant has for a
// Recipe Vault, and the client of the vault's REST API.
//
// # Answers
//
// An answer holds the API's own bytes without white space between them: numbers
// keep their digits, unknown members pass. Members of null are left out, and a
// row of a list without a description gets "". A recipe with another id than was
// asked for is refused.
//
// # Outcomes of writes
//
// When the outcome of a write is unknown, the client looks for the recipe. It
// takes it for what was sent if it holds that and, after a create, or in a list,
// no more than that; what the server may fill in (a difficulty) or round (numbers,
// to doubles) does not count. An update is sent again only onto what the caller
// saw last, through the same client: whatever another has written since is not
// overwritten.
//
// The original server keeps SQLite's words for a locked database to its log, so
// its one sentence for all failures of the database counts as a lock too.
//
// A title that nothing in the list has, and that is taken all the same, belongs to
// what the e-mail address does not let the client see. The message of the
// [fault.Conflict] says so then, with a title that is free.
//
// # Lengths
//
// The original server counts bytes in a title's and a description's length. A
// text that is short enough in characters and too long in bytes is refused with
// [fault.InvalidParams] and not sent, unless Options.Characters or the API's
// OpenAPI document says that characters count. The document is asked for once,
// when such a text comes; if it can't be had, the API judges.
package recipe
