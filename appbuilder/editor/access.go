package editor

import (
	"net/http"

	"golang.org/x/net/html"
)

// takenDown says that nobody but the operator can change that an app isn't published.
const takenDown = "The operator of this server has taken this app down. You can still edit and export it, but not publish it. If you think that this is a mistake, contact them."

// access says who can call the app, and changes that. The token is shown once, here.
func (p *view) access() *html.Node {
	title := "Who can use it: everyone"
	now := class("p", "quiet", "Anyone with the address can use the app. Once you require a token, only programs that you give it to can.")
	buttons := []any{act("button", p.base()+"/call-token", "Require a token")}
	if p.is.TokenRequired {
		title = "Who can use it: programs with a token"
		now = class("p", "quiet", "Only programs that send the app's token as ", el("code", nil, "Authorization: Bearer"), " can use the app. Its pages need it, too.")
		buttons = []any{
			act("button", p.base()+"/call-token", "Replace the token"),
			act("button ghost", p.base()+"/call-open", "Let everyone use it"),
		}
	}
	if !p.v.Owns(p.id) {
		buttons = []any{class("p", "quiet", "The app's owner can change this.")}
	}
	attributes := a("class", "part")
	var shown *html.Node
	if p.callToken != "" {
		attributes = append(attributes, "open", "")
		shown = class("div", "secret",
			el("p", nil, el("strong", nil, "Copy it now: it is shown only once."), " A former token no longer works."),
			copyable("call-token", "Token for callers", p.callToken))
	}
	return el("details", attributes, el("summary", nil, title), now, shown, class("div", "row", buttons...))
}

// answers says who makes the sentence with which a call is answered, and changes that, where the
// server has a model and they are its owner.
func (p *view) answers() *html.Node {
	if !p.site.CanAnswer() || !p.v.Owns(p.id) {
		return nil
	}
	title, now, mode, label := "What it answers: the same sentence each time",
		"Assistants get all entries, after a sentence that is always the same. "+p.site.Meta().Generator.Label+" can answer each question instead. Each call then counts toward your monthly limit.", "llm", "Let the model answer"
	if p.is.AnswersByModel {
		title, now, mode, label = "What it answers: what the model says",
			p.site.Meta().Generator.Label+" reads the question and the entries, and what you first described the app as. Someone who asks for it may get the model to repeat that description. When your limit is used up, calls get the fixed sentence again.", "static", "Answer with the same sentence"
	}
	return el("details", a("class", "part"), el("summary", nil, title), class("p", "quiet", now),
		form("inline", p.base()+"/answers", hidden("mode", mode), button("button", label)))
}

func (q *request) postAnswers() error {
	if _, err := q.site.SetAnswers(q.ctx(), q.v, q.id, q.value("mode") == "llm"); err != nil {
		return q.again(err, "", "preview")
	}
	return q.then("?publish")
}

// bearer is what a program is to send of the token, where there is one, between before and after.
func (p *view) bearer(before, after string) string {
	switch {
	case !p.is.TokenRequired:
		return ""
	case p.callToken != "":
		return before + "Authorization: Bearer " + p.callToken + after
	}
	return before + "Authorization: Bearer TOKEN" + after
}

// postCallToken shows a token of callers in the very answer: an address would keep it.
func (q *request) postCallToken() error {
	token, err := q.site.NewCallToken(q.ctx(), q.v, q.id)
	if err != nil {
		return q.again(err, "", "preview")
	}
	p, err := q.view()
	if err != nil {
		return err
	}
	p.dialog, p.callToken = true, token
	return p.show(http.StatusOK)
}

func (q *request) postCallOpen() error {
	if err := q.site.RemoveCallToken(q.ctx(), q.v, q.id); err != nil {
		return q.again(err, "", "preview")
	}
	return q.then("?publish")
}
