package clients

// Snippet gives the text of a config file with only the entry, for a person
// to paste into the file of any client. It holds the values of all variables. Errors
// are of [KindEntry].
func Snippet(c Client, e Entry) (string, error) {
	if c.format == nil {
		return "", &Error{Kind: KindPlace, Message: "this is no known client"}
	}
	if err := e.check(); err != nil {
		return "", err
	}
	if err := c.takes(e); err != nil {
		return "", err
	}
	doc, err := c.format.parse(nil)
	if err != nil {
		return "", err
	}
	text, err := doc.set(c, e)
	return string(text), err
}
