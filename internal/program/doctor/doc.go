// Package doctor finds out why an assistant can't reach what a person keeps in a
// [System].
//
// [Run] examines the settings of the environment and those of the entry that each
// installed MCP client has. Can they be used as they are? Does the name resolve,
// does something listen, is its certificate good, is it the API that is meant, do the
// clocks agree, does the client's entry start this program? What is at the place to
// which settings lead, the system's own probes examine. Each check gives one finding or
// more, in a fixed order.
//
// An entry may have the address of a server over HTTP in place of a program, and
// [Options] may name one to be examined alone. Then the way there is examined in the same
// manner, and after it what a client needs to sign in, and to list tools.
//
// It promises:
//
//   - A fault names one thing to change. What could not be checked because of
//     it is a note that says so, and never passes as fine.
//   - A value left unset that has a working default is a note at most.
//   - No finding of this package holds a key, an e-mail address, the user of
//     a URL, a path of more than short words, or what an API answered.
//   - No config file is changed, and no file is left where none was.
//   - A token is sent to the endpoint that it is for, and not in the clear. Nothing
//     follows a redirect.
//   - Every check is bounded in time, and a run ends within 30 seconds. The
//     programs it starts have ended when it returns, and so has what those
//     started, unless it left their process group. A doctor that doctor started
//     starts nothing. A process that exits without waiting for Run calls [Kill].
package doctor
