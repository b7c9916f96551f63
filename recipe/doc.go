// Package recipe is the recipe system: the tools that let an assistant use a
// Recipe Vault, and the client of the vault's REST API.
//
// # Results
//
// A result holds the API's own bytes without white space between them: numbers
// keep their digits, and unknown members are passed on. Members that are null are
// left out, and a row of a list without a description gets "". A response with a
// recipe of another id than the one requested is refused.
//
// # Outcomes of writes
//
// If the outcome of a write is unknown, the client checks for the recipe. The write
// has succeeded if the recipe there holds what was sent and, after a create or in a
// list, no more than that. What the server may fill in (a difficulty) or round
// (numbers, to doubles) is ignored. An update is retried only if the recipe is as
// the caller last saw it through the same client, so that it does not overwrite
// what someone else has written since.
//
// An update that depends on what the recipe is (edits of single entries, or an expected
// updated_at) is a read and a write on the condition that the recipe hasn't changed in
// between: by its ETag, or where there is none by comparing it once more. If an attempt
// may have been processed, a condition that doesn't hold proves nothing, because the
// change may be the attempt's own.
//
// The original server writes SQLite's message about a locked database only to its
// log, so its one message for all database failures counts as a lock too.
//
// If a title is taken but no recipe in the list has it, it belongs to a recipe that
// the e-mail address may not see. The message of the [fault.Conflict] then says so,
// and suggests a free title.
//
// # Lists
//
// A vault that lists by page says so with links in its answer: the tool list_recipes then
// reads no more than it shows. A vault that doesn't, such as the original, takes no notice
// of the limit and sends the whole list, from which the same page is made here, and a
// cursor of one is good for the other. What someone looks for is sent only after an answer
// has shown that the vault has a use for it.
//
// # Lengths
//
// The original server counts the bytes of a title and of a description. A text that
// is short enough in characters but too long in bytes is refused with
// [fault.InvalidParams] and not sent, unless Options.Characters or the API's
// OpenAPI document says that characters count. The document is requested once, when
// such a text is first sent; if it can't be fetched, the text is sent and the API
// decides.
package recipe
