// Package transfer brings a catalog of gifts into a store, out of it again, and removes what
// a newer catalog no longer has.
//
// An import embeds and writes only what is new or changed, in batches, and the manifest
// last: one that was interrupted is resumed by running it again. Of two at once, the one that ends
// last has the manifest say what both wrote. A row that breaks a rule is reported and left out; the
// others are written.
package transfer
