// Package site is a portfolio's back end: the REST contract of its API on a store, the
// uploads that it signs, the pictures, and the public pages, as an [net/http.Handler]
// for a server and as a [net/http.RoundTripper] for a program that keeps its own
// portfolio.
//
//	s := site.New(site.Options{Store: store, Media: folder, URL: address})
//	client := &http.Client{Transport: s.Transport()}
//	res, err := client.Do(req.WithContext(site.As(ctx, contractorID)))
//
// # Who sees what
//
// A request is a contractor's: by a bearer token of the store, or in process by [As].
// Another's project is answered exactly as one that doesn't exist. What is open to
// everyone is what was published, and what was signed: the address of an upload, once,
// and that of a draft's picture, for an hour or little more.
//
// # Failures
//
// A failure is {"error":{"code","message","details"?,"requestId"?}}. A body that breaks
// a rule is refused as a whole, with the field and the limit in details.errors. Causes
// go to the log; tokens, addresses of uploads and what contractors write never do.
package site
