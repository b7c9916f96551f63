// Package portfolio is the portfolio system: the eleven tools with which a contractor
// turns a finished job into a published case study, and the client of the REST API that
// keeps it.
//
//	client, err := portfolio.NewClient(portfolio.Options{Token: token, Options: apiclient.Options{BaseURL: url}})
//	tools := portfolio.Tools(client, portfolio.ToolOptions{})
//
// # Results
//
// A result's structuredContent has what a model needs: ids, the status, what is missing,
// and no text of the project but its title. The first block of text is the same JSON; the
// second is one sentence. _meta is for the widget: the view (widgetTemplate), its data
// (widgetData), and the whole project.
//
// # The API
//
// The client works with the original API as it is, and with this project's own, which
// says more: each row has its image's url, a refused publish names the missing fields,
// and a published project its address. Nothing is asked twice that a row already has.
//
// # Writes
//
// A write whose answer is lost is looked for: what was asked is either found to be done,
// or sent again where that is harmless. A POST is sent once. Where no look can tell what
// became of it, such as a new draft, the error is a [fault.UnknownOutcome]. A write that
// is done is never reported as failed because a read after it was: the result says then
// that the project could not be read back.
package portfolio
