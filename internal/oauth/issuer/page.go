package issuer

import (
	_ "embed" // for the style
	"net/http"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

// style is part of each page; the policy names it by its hash, so that no other works.
//
//go:embed style.css
var style string

// The pages, and what they show. Action is where their forms go, which repeats the
// request, and Token is the forms' secret.
type (
	signInPage struct {
		Client, Action, Token string
		Fault, Email          string // why the last attempt failed, and what was typed
		ByPassword            bool
	}
	consentPage struct {
		Client, Where, Known, Email string
		OwnComputer                 bool     // the redirect stays there
		Allows                      []string // the first of several may be given alone
		Action, Token               string
	}
	message struct {
		Title, Text string
		Back, Where string // a link to the client
		Again       string // a link to our page
	}
)

func (p signInPage) content(product string) (title string, body []any) {
	var fault *html.Node
	if p.Fault != "" {
		fault = element("p", []string{"class", "fault", "role", "alert"}, p.Fault)
	}
	email := []string{
		"id", "email", "name", "email", "type", "email", "autocomplete", "username", "autocapitalize", "none",
		"spellcheck", "false", "maxlength", "254", "required", "", "value", p.Email,
	}
	code := []string{
		"id", "code", "name", "code", "autocomplete", "one-time-code", "autocapitalize", "characters",
		"spellcheck", "false", "maxlength", "40", "placeholder", "XXXXX-XXXXX-XXXXX", "aria-describedby", "code-hint",
	}
	password := []string{
		"id", "password", "name", "password", "type", "password", "autocomplete", "current-password", "maxlength", "200",
	}
	var details []string
	if p.ByPassword {
		details = []string{"open", ""}
	}
	switch {
	case p.Email == "":
		email = append(email, "autofocus", "")
	case p.ByPassword:
		password = append(password, "autofocus", "")
	default:
		code = append(code, "autofocus", "")
	}
	return "Sign in to " + product, []any{
		element("h1", nil, "Sign in to "+product),
		paragraph("quiet", element("strong", nil, p.Client), " asks for access. You decide on the next page."),
		fault,
		form("", p.Action, p.Token,
			element("label", []string{"for", "email"}, "E-mail address"),
			element("input", email),
			element("div", []string{"class", "by-code"}, // not shown while the details are open
				element("label", []string{"for", "code"}, "One-time code"),
				element("input", code),
				element("p", []string{"class", "hint", "id", "code-hint"}, "Whoever runs this server can make one for you.")),
			element("details", details,
				element("summary", nil,
					element("span", []string{"class", "closed"}, "Use a password instead"),
					element("span", []string{"class", "opened"}, "Use a one-time code instead")),
				element("label", []string{"for", "password"}, "Password"),
				element("input", password)),
			button("", "sign-in", "Sign in")),
	}
}

func (p consentPage) content(product string) (title string, body []any) {
	var own *html.Node
	if p.OwnComputer {
		own = paragraph("note", "Go on only if you have just started this yourself, from a program on this device.")
	}
	return "Allow access to " + product, []any{
		element("h1", nil, "Allow "+p.Client+" to use "+product+"?"),
		paragraph("quiet", p.Known),
		p.choice(),
		element("h2", nil, "You will be sent to"),
		element("p", nil, element("strong", nil, p.Where)),
		own,
		element("h2", nil, "You are signed in as"),
		form("", p.Action, p.Token, p.Email+" ", button("link", "sign-out", "Use another account")),
		form(decision, p.Action, p.Token, button("", "allow", "Allow"), button("second", "deny", "Don't allow")),
	}
}

// choice says what is asked for, and lets the person give less.
func (p consentPage) choice() []any {
	const title = "It will be able to"
	var all []any
	if len(p.Allows) < 2 {
		for _, meaning := range p.Allows {
			all = append(all, element("li", nil, meaning))
		}
		return []any{element("h2", nil, title), element("ul", nil, all...)}
	}
	for _, meaning := range p.Allows {
		all = append(all, element("span", nil, meaning))
	}
	option := func(value string, checked []string, text ...any) *html.Node {
		radio := append([]string{"type", "radio", "name", "scopes", "value", value, "form", decision}, checked...)
		return element("label", []string{"class", "option"}, element("input", radio), element("span", nil, text...))
	}
	return []any{element("fieldset", nil, element("legend", nil, title),
		option("all", []string{"checked", ""}, all...),
		option(firstAlone, nil, p.Allows[0]+", and nothing else"))}
}

// decision is the form by which a person allows or refuses, with firstAlone if no more
// than the first scope.
const (
	decision   = "decision"
	firstAlone = "first"
)

func (p message) content(string) (title string, body []any) {
	var again, back *html.Node
	if p.Again != "" {
		again = element("a", []string{"class", "button", "href", p.Again}, "Open the page again")
	}
	if p.Back != "" {
		back = element("p", nil, element("a", []string{"href", p.Back, "rel", "noreferrer"}, "Go back to "+p.Where))
	}
	return p.Title, []any{element("h1", nil, p.Title), element("p", nil, p.Text), again, back}
}

// page writes a page that nothing but itself may use: no scripts, nothing loaded, not
// in a frame, kept nowhere.
func (i *Issuer) page(w http.ResponseWriter, status int, data interface {
	content(product string) (title string, body []any)
}) {
	forms := "form-action 'none'; "
	switch data.(type) {
	case signInPage:
		forms = "form-action 'self'; "
	case consentPage:
		// Browsers apply form-action to every redirect that follows, and a client's own
		// may lead to an app of any scheme. The form has nothing that another could use.
		forms = ""
	}
	title, body := data.content(i.opts.Product)
	text, err := markup.Document{
		Title: title, Style: style, Head: []any{element("meta", []string{"name", "robots", "content", "noindex"})},
		Body: []any{element("main", nil, body...)},
	}.Render()
	if err != nil {
		i.opts.Log.Error().Err(err).Msg("a page cannot be made")
		http.Error(w, "Something went wrong; try again in a moment.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src "+markup.Hash(style)+"; "+
		forms+"base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(text) // a client that is gone takes no answer
}

func element(tag string, attributes []string, inside ...any) *html.Node {
	return markup.Element(tag, attributes, inside...)
}

// form returns a form of ours, with its secret. Inputs outside of it may name its id.
func form(id, action, token string, inside ...any) *html.Node {
	attributes := []string{"method", "post", "action", action}
	if id != "" {
		attributes = append(attributes, "id", id)
	}
	secret := element("input", []string{"type", "hidden", "name", "token", "value", token})
	return element("form", attributes, append([]any{secret}, inside...)...)
}

func paragraph(class string, inside ...any) *html.Node {
	return element("p", []string{"class", class}, inside...)
}

// button sends its form with that act.
func button(class, act, text string) *html.Node {
	attributes := []string{"name", "act", "value", act}
	if class != "" {
		attributes = append(attributes, "class", class)
	}
	return element("button", attributes, text)
}
