package editor

import (
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// acts are the forms of an app, by the end of their address.
var acts = map[string]func(*request) error{
	"chat":      (*request).postChat,
	"cancel":    (*request).postCancel,
	"undo":      (*request).postUndo,
	"redo":      (*request).postRedo,
	"tool":      (*request).postTool,
	"data":      (*request).postData,
	"try":       (*request).postTry,
	"publish":   (*request).postPublish,
	"unpublish": (*request).postUnpublish,
	"restore":   (*request).postRestore,
	"token":     (*request).postToken,
	"revoke":    (*request).postRevoke,
	"delete":    (*request).postDelete,

	"call-token": (*request).postCallToken,
	"call-open":  (*request).postCallOpen,
	"answers":    (*request).postAnswers,
}

// again shows the page of the app with what was typed into a form, and why that failed. form
// is "" where nothing was typed.
func (q *request) again(err error, form, tab string) error {
	f := q.failed(err)
	p, broken := q.view()
	if broken != nil { // the app itself is out of reach, which says more
		return err
	}
	p.failed, p.form, p.typed, p.tab, p.dialog = f, form, q.r.PostForm, tab, form == "publish"
	return p.show(f.status)
}

// then redirects to the app, with a notice.
func (q *request) then(query string) error { return q.redirect(q.base() + query) }

func (q *request) postChat() error {
	before, err := q.last()
	if err != nil {
		return err
	}
	_, err = q.site.Chat(q.ctx(), q.v, q.id, site.Request{Text: q.value("message"), Rules: q.value("rules") != ""})
	if err != nil {
		// What was begun and failed is in the chat, with what can be done about it.
		if now, broken := q.last(); broken == nil && now.Seq > before.Seq && now.State != store.Running {
			return q.then("")
		}
		return q.again(err, "chat", "preview")
	}
	return q.then("")
}

// last is the last message of the app's chat.
func (q *request) last() (m store.Message, err error) {
	messages, err := q.site.Messages(q.ctx(), q.v, q.id, 0)
	if n := len(messages); n > 0 {
		m = messages[n-1]
	}
	return m, err
}

func (q *request) postCancel() error {
	if err := q.site.Cancel(q.ctx(), q.v, q.id); err != nil {
		return q.again(err, "", "preview")
	}
	return q.then("?done=stopped")
}

func (q *request) postUndo() error {
	if _, err := q.site.Undo(q.ctx(), q.v, q.id); err != nil {
		return q.again(err, "", "preview")
	}
	return q.then("?done=undone")
}

func (q *request) postRedo() error {
	if _, err := q.site.Redo(q.ctx(), q.v, q.id); err != nil {
		return q.again(err, "", "preview")
	}
	return q.then("?done=redone")
}

// edit applies a patch to the app as the person has seen it.
func (q *request) edit(tab string, p appbuilder.Patch) error {
	revision, err := strconv.Atoi(q.value("revision"))
	if err != nil || revision < 1 {
		return &fault.Error{Kind: fault.InvalidParams, Message: "This form is out of date. Please open the page again."}
	}
	_, changes, err := q.site.Edit(q.ctx(), q.v, q.id, revision, p)
	switch {
	case err != nil:
		return q.again(err, tab, tab)
	case len(changes) == 0:
		return q.then("?done=same&tab=" + tab)
	}
	return q.then("?done=saved&tab=" + tab)
}

// given returns a field of a form, nil if the form is without it.
func (q *request) given(name string) *string {
	if !q.r.PostForm.Has(name) {
		return nil
	}
	s := q.value(name)
	return &s
}

func (q *request) postTool() error {
	return q.edit("tool", appbuilder.Patch{
		Name: q.given("name"), Description: q.given("description"), ToolName: q.given("toolName"), ToolDescription: q.given("toolDescription"),
	})
}

func (q *request) postData() error {
	text := q.value("data")
	if text == "" {
		text = "null" // which is refused as data, and not taken for no wish at all
	}
	return q.edit("data", appbuilder.Patch{Data: jsontext.Value(text)})
}

func (q *request) postTry() error {
	p, err := q.view()
	if err != nil {
		return err
	}
	p.tab = "try"
	if p.tried, err = try(q.ctx(), p.is.Content, p.is.Revision, q.value("message")); err != nil {
		return q.again(err, "try", "try")
	}
	p.form, p.typed = "try", q.r.PostForm
	return p.show(http.StatusOK)
}

func (q *request) postPublish() error {
	_, err := q.site.Publish(q.ctx(), q.v, q.id, store.Publication{
		ToolName: q.given("toolName"), ToolDescription: q.given("toolDescription"), Slug: q.value("slug"),
	})
	if err != nil {
		return q.again(err, "publish", "preview")
	}
	return q.then("?publish")
}

func (q *request) postUnpublish() error {
	if _, err := q.site.Unpublish(q.ctx(), q.v, q.id); err != nil {
		return q.again(err, "", "preview")
	}
	return q.then("?done=unpublished")
}

func (q *request) postRestore() error {
	version, err := strconv.Atoi(q.value("version"))
	if err != nil || version < 1 {
		return &fault.Error{Kind: fault.InvalidParams, Message: "A version must be a number, 1 or higher."}
	}
	if _, err := q.site.Restore(q.ctx(), q.v, q.id, version); err != nil {
		return q.again(err, "", "more")
	}
	return q.then("?done=restored&tab=more")
}

// postToken shows an edit token in the very answer: an address would keep it.
func (q *request) postToken() error {
	token, err := q.site.NewEditToken(q.ctx(), q.v, q.id)
	if err != nil {
		return q.again(err, "", "more")
	}
	p, err := q.view()
	if err != nil {
		return err
	}
	p.tab, p.token = "more", token
	return p.show(http.StatusOK)
}

func (q *request) postRevoke() error {
	if err := q.site.RevokeEditTokens(q.ctx(), q.v, q.id); err != nil {
		return q.again(err, "", "more")
	}
	return q.then("?done=revoked&tab=more")
}

func (q *request) postDelete() error {
	if q.value("sure") != "yes" {
		return q.then("?tab=more")
	}
	if err := q.site.Delete(q.ctx(), q.v, q.id); err != nil {
		return q.again(err, "", "more")
	}
	return q.redirect("/?done=deleted")
}
