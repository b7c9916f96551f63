// Package widgettest shows widgets in headless Chromium, in two fake hosts: one as ChatGPT
// does it (window.openai), one as hosts of MCP Apps do it (a sandbox on another origin, a
// policy made of what the resource declares), and in one that is both at once. Behind
// them is a server program over HTTP.
//
//	bench := widgettest.New(t, server.Address)
//	page := bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recipe", Arguments: …})
//	page.Wait(`document.querySelector("h1")`)
//	page.Screenshot("card-light-320")
//
// A page fails its test for whatever its console says, an exception or a breach of the
// policy included. Screenshots go to the folder that TEST_SCREENSHOTS names, or to the
// test's artifacts, and the test logs their paths. Tests need TEST_NEEDS=chromium.
package widgettest
