package llm

import (
	"context"
	"net/http"
)

// Ping asks the model for a word, and reports why it can't answer: what is wrong with address,
// key or model shows here as it would to a maker.
func (g *Generator) Ping(ctx context.Context) error {
	body := map[string]any{"model": g.o.Model, "messages": []turn{{"user", "Answer with the word ready."}}}
	if g.o.Provider == Anthropic {
		body["max_tokens"] = 16
	}
	status, _, err := g.send(ctx, body)
	if err == nil && status != http.StatusOK {
		err = refused(status)
	}
	return err
}
