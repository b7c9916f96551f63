// Package doctor finds out why a person's assistant can't reach their recipes.
//
// [Run] examines the settings of the environment and those of the entry that
// each installed MCP client has: are they readable as they stand, does the name
// resolve, does something listen, is its certificate good, is it a Recipe
// Vault, does it take the key, whose recipes are visible, do the clocks agree,
// is the embedded vault's file sound, and does the client's entry start this
// program. Each check gives one finding or more, in a fixed order.
//
// It promises:
//
//   - A fault names one thing to change. What could not be checked because of
//     it is a note that says so, and never passes as fine.
//   - A value left unset that has a working default is a note at most.
//   - No finding holds a key, an e-mail address, the user or path of a URL, or
//     text of a recipe.
//   - No recipe and no config file is changed, and no file is left where none
//     was. An embedded vault that exists is opened as the server would open it,
//     which brings an older one up to date.
//   - Every check is bounded in time, and a run ends within 30 seconds. The
//     programs it starts have ended when it returns, and so has what those
//     started, unless it left their process group. A doctor that doctor started
//     starts nothing. A process that exits without waiting for Run calls [Kill].
package doctor
