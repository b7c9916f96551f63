package page

import "golang.org/x/net/html"

// NotFound writes the page for an address at which there never was a page, or no one may
// know. Home is the list's address.
func NotFound(home string) ([]byte, error) {
	const title, text = "Page not found", "There is no page at this address. It may have been mistyped."
	var all *html.Node
	if home = own(home); home != "" {
		all = element("a", []string{"class", "button", "href", home}, "See all projects")
	}
	return head{title: title}.document(
		box("main", "message", element("h1", nil, title), box("p", "lead", text), all))
}
