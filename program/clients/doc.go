// Package clients knows where MCP clients keep their configuration and merges
// the entry of one server into it, or takes it out again.
//
// It promises:
//
//   - Everything outside the entry stays as it is, byte for byte: other
//     servers, unknown members, order, comments, indentation, line endings, a
//     byte order mark, the missing final newline.
//   - Inside an entry of the same name, the command, the arguments and the
//     variables given are set. Members and variables that the user added are
//     kept, and made texts where they are numbers or truth values, which some
//     clients refuse. Other values among the variables are taken out.
//   - In TOML, only a table [mcp_servers.NAME] is edited, and one that has to
//     change is written anew, without the comments that were in it. An entry in
//     another form (an inline table, dotted keys) is an error.
//   - Planning twice changes nothing the second time.
//   - A file that cannot be read with certainty (not valid, a duplicate name
//     on the way to the entry, a list where an object belongs) is an error
//     with line and column, and is never written.
//   - [Remove] after [Plan] gives back the bytes from before, through the
//     backup that [Change.Apply] made. Without that backup, or when something
//     else was changed since, the entry is cut out and the object around it
//     stays, even when empty. A file that did not exist before stays, with an
//     empty object (JSON) or without a byte (TOML).
//
// A backup can be read by its owner alone, and lies outside of version control if
// the file, the link to it or the user's data directory does. [Backups] finds
// them again, for who wants the keys in them gone.
//
// Values are passed through as written: "${HOME}", "~" and the like mean
// different things to different clients, and are not interpreted here.
//
// Nothing is written before [Change.Apply]. All functions are safe for
// concurrent use. Of two changes planned on the same file, the second one to
// be applied fails with [KindChanged]; [Install] and [Uninstall] lock the file and
// plan anew, so that every one of them is in it.
package clients
