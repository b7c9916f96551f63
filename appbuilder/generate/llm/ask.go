package llm

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// turn is a message between the program and a model.
type turn struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

const (
	maxAnswer = 2 << 20
	retries   = 2
)

var errTooLong = errors.New("the model's server answered with more than 2 MiB")

// ask has the model answer, in the first form that its server takes.
func (g *Generator) ask(ctx context.Context, talk []turn) (text string, used generate.Usage, err error) {
	forms := openAIForms
	if g.o.Provider == Anthropic {
		forms = anthropicForms
	}
	first := g.form.get()
	for at := first; ; at++ {
		status, body, err := g.send(ctx, forms[at].body(g, talk))
		if err != nil {
			return "", used, err
		}
		switch {
		case status == http.StatusOK:
			if at != first {
				g.form.set(at)
			}
			text, used, err = readers[g.o.Provider](body)
			if err != nil {
				return "", used, failed(err)
			}
			return text, used, nil
		case at < len(forms)-1 && forms[at].refused(status, body):
			g.o.Log.Info().Int("status", status).Int("form", at).Msg("the model's server refuses a form of structured answers")
		default:
			return "", used, refused(status)
		}
	}
}

// send posts a request, and again after what passes: 429, 5xx, and no connection.
func (g *Generator) send(ctx context.Context, body map[string]any) (status int, answer []byte, err error) {
	text, err := json.Marshal(body, json.Deterministic(true))
	if err != nil {
		return 0, nil, failed(err)
	}
	for try := 0; ; try++ {
		status, wait, answer, err := g.post(ctx, text)
		passing := err != nil && !errors.Is(err, errTooLong) || status == http.StatusTooManyRequests || status >= 500
		if !passing || try == retries || ctx.Err() != nil {
			if err != nil {
				return 0, nil, g.lost(ctx, err)
			}
			return status, answer, nil
		}
		if wait == 0 {
			wait = time.Duration(200+rand.IntN(400)) * time.Millisecond << try //nolint:gosec // it only spreads the tries
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return 0, nil, g.lost(ctx, ctx.Err())
		}
	}
}

func (g *Generator) post(ctx context.Context, body []byte) (status int, wait time.Duration, answer []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, g.o.Try)
	defer cancel()
	path := "/chat/completions"
	if g.o.Provider == Anthropic {
		path = "/messages"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, g.base.String()+path, bytes.NewReader(body))
	if err != nil {
		return 0, 0, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	key := g.o.Key
	if key == "" {
		key = "none" // some servers of one's own want a header, and any will do
	}
	if g.o.Provider == Anthropic {
		r.Header.Set("X-Api-Key", key)
		r.Header.Set("Anthropic-Version", "2023-06-01")
	} else {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := g.client.Do(r)
	if err != nil {
		return 0, 0, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(answer) > maxAnswer && resp.StatusCode == http.StatusOK {
		return 0, 0, nil, errTooLong
	}
	if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && seconds > 0 && seconds <= 10 {
		wait = time.Duration(seconds) * time.Second
	}
	return resp.StatusCode, wait, answer, err
}

// lost is the failure for a model that can't be reached, takes too long, or says too much.
func (g *Generator) lost(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return &fault.Error{Kind: fault.Internal, Message: "This was cancelled.", Err: context.Canceled}
	case errors.Is(err, context.DeadlineExceeded):
		return &fault.Error{Kind: fault.Timeout, Message: "The model took too long.", Err: context.DeadlineExceeded}
	case errors.Is(err, errTooLong):
		return &fault.Error{Kind: appbuilder.Model, Message: "The model's answer is too long. A smaller app, or a smaller change, may help it.", Err: err}
	}
	return &fault.Error{Kind: appbuilder.Model, Message: "The model can't be reached.", Err: unreachable(err)}
}

// unreachable is why there is no connection, as far as that is sure to hold nothing that the
// other side has sent: what isn't HTTP, too, may repeat the key.
func unreachable(err error) error {
	if f, ok := errors.AsType[*url.Error](err); ok {
		err = f.Err // the address is the operator's own
	}
	_, network := errors.AsType[*net.OpError](err)
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	if network || certificate || errors.Is(err, http.ErrSchemeMismatch) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return errors.New("no connection to the model")
}

// refused is the failure for a status. The provider's own words go nowhere: they may repeat
// what was asked, or the key.
func refused(status int) error {
	f := &fault.Error{Kind: appbuilder.Model, Status: status, Message: "The model's provider failed.", Err: errors.New("the model's server answered with status " + strconv.Itoa(status))}
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		f.Message = "The model's provider refuses the key of this server. Its operator needs to check LLM_API_KEY."
	case http.StatusNotFound:
		f.Message = "The model's provider doesn't know the model. The operator of this server needs to check LLM_BASE_URL and LLM_MODEL."
	case http.StatusTooManyRequests:
		f.Message = "The model is busy."
	}
	return f
}

func failed(err error) error {
	return &fault.Error{Kind: appbuilder.Model, Message: "The model's answer could not be read.", Err: err}
}
