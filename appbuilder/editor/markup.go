package editor

import (
	"math"
	"strconv"
	"time"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

// a is attributes, as names and values.
func a(attributes ...string) []string { return attributes }

func el(tag string, attributes []string, inside ...any) *html.Node {
	return markup.Element(tag, attributes, inside...)
}

func class(tag, name string, inside ...any) *html.Node { return el(tag, a("class", name), inside...) }

func link(name, href string, inside ...any) *html.Node {
	return el("a", a("class", name, "href", href), inside...)
}

// typed is an element whose text people have written, in whatever direction they write.
func typed(tag, name, text string) *html.Node { return el(tag, a("class", name, "dir", "auto"), text) }

// form is a form of ours. The script sends those of an app, and swaps what has changed.
func form(name, action string, inside ...any) *html.Node {
	return el("form", a("class", name, "method", "post", "action", action, "data-live", ""), inside...)
}

func hidden(name, value string) *html.Node {
	return el("input", a("type", "hidden", "name", name, "value", value))
}

func button(name string, inside ...any) *html.Node {
	return el("button", a("class", name, "type", "submit"), inside...)
}

// act is a form that is one button.
func act(name, action string, inside ...any) *html.Node {
	return form("inline", action, button(name, inside...))
}

// input is a field of a form: its label, its control, what it is for, and what is wrong with it.
type input struct {
	id, name, label, hint, value, fault string
	lines                               int // more than one: a text area
	optional, code                      bool
	more                                []string // attributes
}

func (i input) node() *html.Node {
	about := ""
	var hint, fault *html.Node
	if i.hint != "" {
		about = i.id + "-hint"
		hint = el("p", a("class", "hint", "id", about), i.hint)
	}
	attributes := a("id", i.id, "name", i.name, "dir", "auto")
	if i.code {
		attributes = a("id", i.id, "name", i.name, "dir", "ltr", "class", "code", "spellcheck", "false", "autocapitalize", "none", "autocomplete", "off")
	}
	if i.fault != "" {
		fault = el("p", a("class", "fault", "id", i.id+"-fault"), i.fault)
		if about != "" {
			about += " "
		}
		about += i.id + "-fault"
		attributes = append(attributes, "aria-invalid", "true")
	}
	if about != "" {
		attributes = append(attributes, "aria-describedby", about)
	}
	attributes = append(attributes, i.more...)
	var control *html.Node
	if i.lines > 1 {
		control = el("textarea", append(attributes, "rows", strconv.Itoa(i.lines)), i.value)
	} else {
		control = el("input", append(attributes, "value", i.value))
	}
	var optional *html.Node
	if i.optional {
		optional = class("span", "quiet", " (optional)")
	}
	return class("div", "field", el("label", a("for", i.id), i.label, optional), control, hint, fault)
}

// symbol is a small picture beside words, or in place of them where the button has a label.
func symbol(path string) *html.Node {
	return el("svg", a("class", "symbol", "viewBox", "0 0 24 24", "width", "20", "height", "20", "aria-hidden", "true"),
		el("path", a("d", path)))
}

// Paths of symbols, drawn with a line.
const (
	symbolUndo  = "M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3"
	symbolRedo  = "m16 5 4 4-4 4M20 9H10a6 6 0 0 0 0 12h3"
	symbolSend  = "M12 20V5M5 12l7-7 7 7"
	symbolStop  = "M7 7h10v10H7z"
	symbolNew   = "M12 5v14M5 12h14"
	symbolLight = "M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8"
	symbolDark  = "M20 14.5A8 8 0 1 1 9.500 4 6.500 6.500 0 0 0 20 14.500z"
	symbolClose = "M6 6l12 12M18 6 6 18"
)

// day is a time that the store wrote, as the day that it was.
func day(stamp string) *html.Node {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return class("span", "", stamp)
	}
	return el("time", a("datetime", stamp), t.UTC().Format("2 January 2006"))
}

func dayOf(t *appbuilder.Time) *html.Node {
	if t == nil {
		return nil
	}
	return day(t.UTC().Format(time.RFC3339))
}

// badges are what there is to know of an app at a glance.
func badges(status appbuilder.Status, version int, changed, takenDown bool) []any {
	state := class("span", "badge draft", "Draft")
	if status == appbuilder.Published {
		state = class("span", "badge live", "Published")
	}
	list := []any{state}
	if version > 0 {
		list = append(list, el("span", a("class", "version", "title", "Version that was published last"), "v"+strconv.Itoa(version)))
	}
	if takenDown {
		list = append(list, class("span", "badge changed", "Taken down"))
	}
	if changed && status == appbuilder.Published {
		list = append(list, class("span", "badge changed", "Unpublished changes"))
	}
	return list
}

// countdown says how long to wait, where that is known; the script counts.
func countdown(f *failure) *html.Node {
	if f == nil || f.wait == 0 {
		return nil
	}
	return el("p", a("class", "countdown", "data-wait", strconv.Itoa(f.wait)), "You can try again in "+span(f.wait)+".")
}

// span is a number of seconds in words, rounded up. The script has the same.
func span(seconds int) string {
	for _, unit := range []struct {
		name       string
		is, beyond int // seconds that it has, and above how many of it a longer one is used
	}{{"second", 1, 90}, {"minute", 60, 90}, {"hour", 60 * 60, 36}, {"day", 24 * 60 * 60, math.MaxInt}} {
		n := (seconds + unit.is - 1) / unit.is
		if n == 1 {
			return "1 " + unit.name
		}
		if n <= unit.beyond {
			return strconv.Itoa(n) + " " + unit.name + "s"
		}
	}
	return ""
}

// alert is a failure in a page.
func alert(f *failure, more ...any) *html.Node {
	if f == nil {
		return nil
	}
	return el("div", a("class", "alert", "role", "alert"), el("p", nil, f.message), countdown(f), more)
}

// brand is the name of the program, which leads home.
func brand() *html.Node {
	return el("a", a("class", "brand", "href", "/", "aria-label", "App builder, my apps"),
		el("svg", a("viewBox", "0 0 32 32", "width", "28", "height", "28", "aria-hidden", "true"),
			el("path", a("class", "mark-a", "d", "M4 10a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6z")),
			el("path", a("class", "mark-b", "d", "M10 11h12M10 16h12M10 21h7"))),
		class("span", "wordmark", "App builder"))
}

// plain is a page without an app: the brand, and what it is about.
func (q *request) plain(name string, inside ...any) []any {
	return []any{
		el("a", a("class", "skip", "href", "#main"), "Skip to the content"),
		class("header", "top", brand(), q.account()),
		el("main", a("id", "main", "class", "plain "+name), inside...),
	}
}

// account lets whoever has signed in sign out.
func (q *request) account() *html.Node {
	if q.v.Owner == "" || q.site.Meta().Auth != "token" {
		return nil
	}
	return el("form", a("method", "post", "action", "/logout"), button("button ghost", "Sign out"))
}
