package site

import (
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
)

// request is the body of what is asked of a generator; generator "rules" asks for only
// the built-in ones.
type request struct {
	Prompt    *string `json:"prompt"`
	Message   *string `json:"message"`
	Generator string  `json:"generator"`
}

func (c *call) request(field string) (Request, error) {
	var q request
	if err := c.decode(&q); err != nil {
		return Request{}, err
	}
	text, other, unknown := q.Prompt, q.Message, "message"
	if field == "message" {
		text, other, unknown = q.Message, q.Prompt, "prompt"
	}
	switch {
	case other != nil:
		return Request{}, invalid(unknown, "unknown", "There is no such member.")
	case text == nil:
		return Request{}, invalid(field, "required", "The body must be an object with "+field+".")
	case q.Generator != "" && q.Generator != "rules":
		return Request{}, invalid("generator", "unknown", "generator must be rules, or be left out.")
	}
	return Request{Text: *text, Rules: q.Generator == "rules"}, nil
}

func (s *Site) postGenerate(c *call) error {
	q, err := c.request("prompt")
	if err != nil {
		return err
	}
	if _, err := checkText("prompt", q.Text); err != nil { // before anyone is made an owner
		return err
	}
	if c.v, err = s.Welcome(c.w, c.r); err != nil {
		return err
	}
	r, err := s.startGenerate(c.r.Context(), c.v, q)
	if err != nil {
		return err
	}
	return s.follow(c, r, func(reply Reply) any { return reply.App })
}

func (s *Site) postChat(c *call) error {
	q, err := c.request("message")
	if err != nil {
		return err
	}
	r, err := s.startChat(c.r.Context(), c.v, c.id, q)
	if err != nil {
		return err
	}
	return s.follow(c, r, func(reply Reply) any {
		return struct {
			Response string         `json:"response"`
			App      appbuilder.App `json:"app"`
			Changes  []string       `json:"changes"`
		}{reply.Response, reply.App, reply.Changes}
	})
}

// follow answers with the end of a run, or streams all of it.
func (s *Site) follow(c *call, r *run, answer func(Reply) any) error {
	if c.wantsStream() {
		s.streamRun(c, r)
		return nil
	}
	reply, err := r.wait(c.r.Context())
	if err != nil {
		return err
	}
	s.write(c.w, http.StatusOK, answer(reply))
	return nil
}
