// Package catalog has the gift ideas that gift-mcp recommends from: what a gift is, the
// rules it keeps, the built-in catalog, and files with catalogs of other people's own.
//
// The built-in catalog was written for this project, by theme, in ideas/*.yaml, with the
// tags of vocabulary.yaml; builtin.txt has them for the program. It names no brand and no
// shop, and anyone may use it for anything (LICENSE.md). WRITING.md says how an idea is
// written.
//
// All text is held in Unicode's NFC without space at either end, and a character is a code
// point of that.
package catalog
