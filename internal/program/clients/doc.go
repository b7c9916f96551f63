// Package clients finds the configuration files of MCP clients, and adds the entry
// of one server to them or removes it.
//
// It promises:
//
//   - Everything outside the entry stays as it is, byte for byte: other servers,
//     unknown members, order, comments, indentation, line endings, a byte order
//     mark, a missing final newline.
//   - In an existing entry of the same name, the given command, arguments and
//     variables are set. Members and variables that the user added are kept;
//     variables that are numbers or booleans become strings, since some clients
//     refuse them otherwise. Variables with any other type of value are removed,
//     and an "env" without variables.
//   - An entry has a command or a URL: the members of the other are removed. Headers
//     are kept when the URL stays on the same scheme, host and port, and else removed.
//   - In TOML, only a table [mcp_servers.NAME] is edited. A table that changes is
//     rewritten without its comments. An entry in another form (an inline table,
//     dotted keys) is an error.
//   - Planning a change that has been made changes nothing.
//   - A file that cannot be interpreted with certainty (invalid, a duplicate name
//     on the path to the entry, a list where an object belongs) is an error with
//     line and column, and is never written.
//   - [Remove] after [Plan] restores the former bytes from the backup that
//     [Change.Apply] made. If that is missing, or something else has changed since,
//     only the entry is cut out: an object around it stays, even if it is empty, and
//     so does a file that did not exist before.
//
// Only its owner can read a backup. It is kept out of version control if the file, the
// link to it or the user's data directory is. [Files] lists backups, for a caller that
// wants to find and remove the keys in them.
//
// Values are passed through as written: "${HOME}", "~" and the like mean different
// things to different clients.
//
// Nothing is written before [Change.Apply]. All functions are safe for concurrent use.
// Of two changes planned on the same file, the second one to be applied fails with
// [KindChanged]. [Install] and [Uninstall] lock the file and plan again, so that none of
// several concurrent changes is lost.
package clients
