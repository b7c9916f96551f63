package clients

// Snippet gives the text of a config file with only the entry, for a person
// to paste into the file of any client: in JSON it has the arguments also when
// there are none, since some clients insist on them. It holds the values of all
// variables. Errors are of [KindEntry].
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
	if e.Args == nil {
		e.Args = []string{}
	}
	doc, err := c.format.parse(nil)
	if err != nil {
		return "", err
	}
	text, err := doc.set(c, e)
	return string(text), err
}
