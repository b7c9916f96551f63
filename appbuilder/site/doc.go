// Package site is where makers work on their apps: the operations as methods, and the REST API
// on them as an [net/http.Handler]. The pages of the editor are another handler that calls the
// same methods.
//
//	s := site.New(site.Options{Store: st, Generator: model, Fallback: rules.Generator{}})
//	defer s.Close()
//	mux.Handle("/api/", s.Handler())
//	mux.Handle("/", s.Guard(pages)) // pages call s.Visitor(w, r), s.Chat(ctx, visitor, "", text) …
//
// # Who sees what
//
// A [Visitor] is found by [Site.Visitor] from cookies and headers, as [Options].Auth says, and
// each operation is done in their name. An app of another owner is answered exactly as one that
// doesn't exist. An edit token opens one app to whoever has it.
//
// # Runs
//
// Making an app and answering a message are runs: they go on when their client goes away, a
// message's end is in [Site.Messages], and one that this process can't finish is failed. They
// end with [Site.Close], and whichever process shares the store goes on where this one stopped.
//
// # Failures
//
// Every error is a [fault.Error], whose message is for the person. The API writes it as
// {"error":{"code","message","details"}}; what the codes are is in one table, in error.go.
// Nothing that people write, nor a token, goes to the log.
package site
