// Package store keeps contractors, their projects and images, uploads and tokens, on
// SQLite or on PostgreSQL. It has the rules that must hold together with what is
// stored: who may see what, what is derived from what, and when a project may be
// published. The form of a request is its callers' to check, and image files are
// theirs to write; the store says which files there should be.
//
// Every method that is about a project takes the contractor who asks. Another's
// project is [ErrNotFound], as one that doesn't exist is.
//
// A text that is not set is "".
//
// # Files
//
// A file is named by a row, or it is on the list of files to remove, so that a crash
// leaves neither a row without its file nor a file that no one knows of:
//
//   - An upload's file has the name of its image's row, which is there first.
//   - A public copy is announced with [Store.PlanPublicFile] before it is written.
//   - Whatever deletes a row lists its files in the same transaction, for
//     [Store.FilesToRemove].
package store
