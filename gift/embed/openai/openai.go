// Package openai is an [embed.Embedder] that asks a service: OpenAI's, or any other that
// answers POST /embeddings as OpenAI does.
package openai

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// What is used where the settings are silent.
const (
	BaseURL    = "https://api.openai.com/v1"
	Model      = "text-embedding-3-small"
	Dimensions = 1536
)

const (
	maxDimensions = 4096 // of S3 Vectors
	batch         = 256  // texts of a request
)

// Options configure an embedder. The zero value is OpenAI's service without a key.
type Options struct {
	BaseURL string // empty: that of OpenAI
	Key     string // empty: none is sent
	Model   string // empty: text-embedding-3-small
	// Dimensions are asked for; 0: they aren't, and 1,536 are expected.
	Dimensions int
	UserAgent  string
	Log        zerolog.Logger // gets no text, no key and no address
}

// Embedder is what [New] returns.
type Embedder struct {
	*service
	pace pace
}

var _ embed.Embedder = (*Embedder)(nil)

// service is what embedders of one service share.
type service struct {
	api    *apiclient.Client
	as     *apiclient.Credentials
	model  string
	dims   int
	asked  int // the dimensions that requests name; 0: none
	recent *recent
	log    zerolog.Logger
}

// pace is how long an embedder waits.
type pace struct {
	attempt  time.Duration // of one request
	all      time.Duration // of a batch with what is repeated
	attempts int
	wait     time.Duration // before the second attempt, doubled for each further one
}

var (
	answering = pace{attempt: 1200 * time.Millisecond, all: 2500 * time.Millisecond, attempts: 2, wait: 100 * time.Millisecond}
	importing = pace{attempt: time.Minute, all: 5 * time.Minute, attempts: 6, wait: time.Second}
)

// New returns an embedder for requests that someone waits for: one attempt has 1.2 seconds,
// and a second one must end 2.5 seconds after the beginning. It opens no connection. The error
// names the setting at fault and never its value.
func New(o Options) (*Embedder, error) {
	s := &service{model: o.Model, dims: o.Dimensions, asked: o.Dimensions, recent: newRecent(), log: o.Log}
	if o.BaseURL == "" {
		o.BaseURL = BaseURL
	}
	if s.model == "" {
		s.model = Model
	}
	if s.dims == 0 {
		s.dims = Dimensions
	}
	if s.dims < 1 || s.dims > maxDimensions {
		return nil, fmt.Errorf("EMBEDDING_DIMENSIONS must be from 1 to %d", maxDimensions)
	}
	var err error
	s.api, err = apiclient.New(apiclient.Options{
		BaseURL: o.BaseURL, UserAgent: o.UserAgent, Log: o.Log, NoRedirect: true,
		// The attempts of a POST have two thirds of it; request sets the limit that counts.
		Timeout: 2 * importing.attempt,
		System: apiclient.System{Name: "The embedding service", Refusal: refusal,
			Settings: apiclient.Settings{BaseURL: "EMBEDDING_BASE_URL", Key: keySetting, Timeout: "-", Proxy: "HTTPS_PROXY"}},
	})
	if err != nil {
		return nil, err
	}
	bearer := apiclient.Header{Name: "Authorization", Setting: keySetting}
	if o.Key != "" {
		bearer.Value, bearer.Secrets = "Bearer "+o.Key, []string{o.Key}
		if strings.ContainsAny(o.Key, " \t") {
			return nil, errors.New(keySetting + " must not contain blanks")
		}
	}
	if s.as, err = s.api.Credentials(bearer); err != nil {
		return nil, err
	}
	return &Embedder{service: s, pace: answering}, nil
}

const keySetting = "EMBEDDING_API_KEY"

// ForImport returns the same embedder with time for many texts: up to six attempts, each of a
// minute. Close closes both.
func (e *Embedder) ForImport() *Embedder { return &Embedder{service: e.service, pace: importing} }

// Close closes idle connections.
func (e *Embedder) Close() error {
	e.api.Close()
	return nil
}

// ID implements [embed.Embedder].
func (s *service) ID() string { return fmt.Sprintf("openai/%s/%d", s.model, s.dims) }

// Dimensions implements [embed.Embedder].
func (s *service) Dimensions() int { return s.dims }

// Embed implements [embed.Embedder]. It asks for 256 texts at once, and remembers 1,000 texts
// for ten minutes, by their hashes. Blank texts have the zero vector.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var places []int // of the texts to ask for
	for i, text := range texts {
		switch v, ok := e.recent.get(e.model, text); {
		case ok:
			vectors[i] = v
		case strings.TrimSpace(text) == "":
			vectors[i] = make([]float32, e.dims)
		default:
			places = append(places, i)
		}
	}
	for len(places) > 0 {
		n := min(batch, len(places))
		some := make([]string, n)
		for i, place := range places[:n] {
			some[i] = texts[place]
		}
		made, err := e.ask(ctx, some)
		if err != nil {
			return nil, err
		}
		for i, place := range places[:n] {
			vectors[place] = made[i]
			if e.pace == answering {
				e.recent.add(e.model, some[i], made[i])
			}
		}
		places = places[n:]
	}
	return vectors, nil
}

// ask makes one request, again where that may help.
func (e *Embedder) ask(ctx context.Context, texts []string) ([][]float32, error) {
	end, wait := time.Now().Add(e.pace.all), e.pace.wait
	for attempt := 1; ; attempt++ {
		vectors, failed := e.request(ctx, min(e.pace.attempt, time.Until(end)), texts)
		if failed == nil {
			return vectors, nil
		}
		if ctx.Err() != nil {
			return nil, &fault.Error{Kind: fault.Internal, Message: "The call was given up.", Err: ctx.Err()}
		}
		pause := max(wait, failed.RetryAfter)
		if attempt == e.pace.attempts || !again(failed) || time.Until(end) <= pause {
			return nil, failed
		}
		e.log.Debug().Int("attempt", attempt).Int("status", failed.Status).Dur("wait", pause).Msg("embedding service failed; asking again")
		if !sleep(ctx, pause) {
			return nil, failed
		}
		wait *= 2
	}
}

// sleep reports false if ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
