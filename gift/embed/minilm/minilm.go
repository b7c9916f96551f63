package minilm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/embed/wordpiece"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Embedder is the model.
type Embedder struct {
	id                  string
	model               *model
	vocabulary          *wordpiece.Vocabulary
	ids                 []int // of the model, by token of the vocabulary
	begin, end, unknown int   // what a text begins and ends with, and what stands for a word
	// free has a workspace for each text that may be embedded at a time: one per processor.
	// nil is one that isn't made yet.
	free chan *workspace
}

// Open reads the weights and the vocabulary from a directory. The error says what to do.
func Open(dir string) (*Embedder, error) {
	e, err := open(dir)
	if err != nil {
		return nil, fmt.Errorf("%w; the directory must have model.safetensors and vocab.txt of all-MiniLM-L6-v2", err)
	}
	return e, nil
}

func open(dir string) (*Embedder, error) {
	text, err := os.ReadFile(filepath.Join(dir, "vocab.txt")) //nolint:gosec // the operator names it
	if err != nil {
		return nil, fmt.Errorf("read the vocabulary: %w", err)
	}
	weights, err := os.ReadFile(filepath.Join(dir, "model.safetensors")) //nolint:gosec // as above
	if err != nil {
		return nil, fmt.Errorf("read the weights: %w", err)
	}
	e := &Embedder{begin: -1, end: -1, unknown: -1, free: make(chan *workspace, runtime.GOMAXPROCS(0))}
	for range cap(e.free) {
		e.free <- nil
	}
	tokens := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
	e.vocabulary, e.ids = wordpiece.Index(tokens)
	for i, token := range tokens {
		switch token {
		case "[CLS]":
			e.begin = i
		case "[SEP]":
			e.end = i
		case "[UNK]":
			e.unknown = i
		}
	}
	if min(e.begin, e.end, e.unknown) < 0 {
		return nil, errors.New("vocab.txt lacks [CLS], [SEP] or [UNK]")
	}
	t, err := parse(weights)
	if err != nil {
		return nil, fmt.Errorf("model.safetensors: %w", err)
	}
	if e.model, err = load(t, len(tokens)); err != nil {
		return nil, fmt.Errorf("model.safetensors: %w", err)
	}
	sum := sha256.New()
	sum.Write(weights)
	sum.Write(text)
	e.id = fmt.Sprintf("minilm/all-MiniLM-L6-v2/%d/%s", width, hex.EncodeToString(sum.Sum(nil)[:6]))
	return e, nil
}

// ID names the embedder with its model, dimensions and the checksum of its files.
func (e *Embedder) ID() string { return e.id }

// Dimensions is the length of each vector.
func (e *Embedder) Dimensions() int { return width }

// Embed returns the vectors that the reference library makes of texts, but for rounding, the
// coarser one of shipped vectors included, and
// a zero vector for a text without a word that it knows. Of a long text it reads the first 254 tokens. As
// many texts are embedded at a time, of all callers, as there are processors; it fails only
// if ctx is done.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	all := make([]float32, width*len(texts))
	var working sync.WaitGroup
	for i, text := range texts {
		vectors[i] = all[i*width:][:width:width]
		if e.id == original && find(text, vectors[i]) {
			continue
		}
		ids := e.tokens(text)
		if ids == nil {
			continue
		}
		select {
		case <-ctx.Done():
			working.Wait()
			return nil, canceled(ctx)
		case w := <-e.free:
			if w == nil {
				w = new(workspace)
			}
			working.Go(func() {
				defer func() { e.free <- w }()
				_ = e.model.forward(ctx, w, ids, vectors[i]) // it fails with ctx, see below
			})
		}
	}
	working.Wait()
	if ctx.Err() != nil {
		return nil, canceled(ctx)
	}
	return vectors, nil
}

func canceled(ctx context.Context) error {
	return &fault.Error{Kind: fault.Internal, Message: "The request was canceled.", Err: ctx.Err()}
}

// tokens returns the model's ids of a text, in the frame that it was trained with, or nil if
// the text has no word that the model knows.
func (e *Embedder) tokens(text string) []int {
	ids := e.vocabulary.Append([]int{e.begin}, text)
	ids = ids[:min(len(ids), most-1)]
	known := false
	for i, token := range ids[1:] {
		if token == wordpiece.Unknown {
			ids[i+1] = e.unknown
		} else {
			ids[i+1], known = e.ids[token], true
		}
	}
	if !known {
		return nil
	}
	return append(ids, e.end)
}
