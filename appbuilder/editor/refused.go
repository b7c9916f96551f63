package editor

import (
	"strconv"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// was returns what a field of a form is to show: what was typed, where that was refused.
func (p *view) was(form, field, now string) string {
	if p.form == form && p.typed.Has(field) {
		return p.value(field)
	}
	return now
}

// faultOf is what is wrong with a field of a form.
func (p *view) faultOf(form, field string) string {
	if p.form != form {
		return ""
	}
	return p.failed.of(field)
}

// trouble is the failure of a form, apart from the faults of its own fields.
func (p *view) trouble(form string, fields ...string) *html.Node {
	if p.form != form || p.failed == nil {
		return nil
	}
	if p.failed.kind == fault.Conflict && p.failed.now != nil {
		return p.conflict()
	}
	rest := make([]any, 0, len(p.failed.fields))
	for _, f := range p.failed.except(fields...) {
		where := f.Field
		if where != "" {
			where += ": "
		}
		rest = append(rest, el("li", nil, el("code", nil, where), f.Message))
	}
	shown := *p.failed
	switch {
	case len(rest) > 0:
		shown.message = "Nothing was saved yet. Please fix this:"
		return alert(&shown, class("ul", "faults", rest...))
	case len(shown.fields) > 0:
		shown.message = "Nothing was saved yet. Please fix what is marked below."
	}
	return alert(&shown)
}

// conflict lets a person choose, where someone else has changed the app meanwhile.
func (p *view) conflict() *html.Node {
	return el("div", a("class", "alert", "role", "alert"),
		el("p", nil, el("strong", nil, "The app was changed in another window or by the chat while you were typing."),
			" What you typed is still in the form. The page around it shows the app as it is now."),
		class("div", "row",
			el("a", a("class", "button small", "href", p.base()+"?tab="+p.tab, "data-tab", p.tab, "data-discard", ""), "Show theirs"),
			el("button", a("class", "button small main", "type", "submit"), "Apply mine anyway")))
}

// edit is a form that changes the app as the person has seen it: as it is now, or, where a
// value was refused, as it was when they began to type.
func (p *view) edit(name string, inside ...any) *html.Node {
	revision := strconv.Itoa(p.is.Revision)
	if p.form == name && p.failed != nil && p.failed.kind != fault.Conflict {
		revision = p.was(name, "revision", revision)
	}
	return p.typedForm(name, append([]any{hidden("revision", revision)}, inside...)...)
}

// typedForm is a form with text fields. One that was refused is marked, since what it shows is
// saved nowhere: the script neither replaces it nor lets go of it without a question.
func (p *view) typedForm(name string, inside ...any) *html.Node {
	kind := "stack"
	if p.form == name && p.failed != nil {
		kind = "stack dirty"
	}
	return form(kind, p.base()+"/"+name, inside...)
}
