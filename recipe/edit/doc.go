// Package edit changes the ingredients and steps of a recipe entry by entry, and says
// in words how two recipes differ. It does no I/O.
//
// Edits are applied in order, each to the list as those before it left it, and all of
// them or none. None changes an entry that it doesn't name. A position that earlier
// edits of the same call have given to another entry could be meant either way, so
// such an edit is refused unless it names its entry too.
package edit
