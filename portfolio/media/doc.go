// Package media keeps the files of photos in a folder: the private originals in draft,
// the copies for everyone in public, what is still arriving in incoming, and in aside
// originals that no one knows of any more.
//
// A file gets its name when it is complete and on the disk, so that a crash leaves
// either no file of that name or a whole one. What was arriving then is left in
// incoming until [Folder.RemoveStale].
//
// Names are made by the caller, of ids: lower-case letters, digits, hyphens and dots,
// with slashes between. Anything else is refused with [ErrName], and nothing outside
// the folder can be reached, whatever links are in it.
//
// Programs that share a database share the folder too. A marker in it says whose it
// is: a folder that another database's programs use, or a disk that isn't mounted, is
// refused with a [FolderError] before anything is read, written or swept away.
//
// However many photos arrive at a time, their contents take at most [Memory]: they are
// written as they come, and looked at in a few buffers that all wait for.
package media
