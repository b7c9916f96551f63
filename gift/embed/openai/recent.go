package openai

import (
	"crypto/sha256"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	remembered = 1000 // texts
	fresh      = 10 * time.Minute
)

// recent has the vectors of the latest texts, and not the texts.
type recent struct {
	vectors *lru.Cache[[sha256.Size]byte, dated]
}

type dated struct {
	vector []float32
	at     time.Time
}

func newRecent() *recent {
	vectors, err := lru.New[[sha256.Size]byte, dated](remembered)
	if err != nil {
		panic(err) // the size is above zero
	}
	return &recent{vectors}
}

func (r *recent) get(model, text string) ([]float32, bool) {
	d, ok := r.vectors.Get(key(model, text))
	if !ok || time.Since(d.at) > fresh {
		return nil, false
	}
	return slices.Clone(d.vector), true
}

func (r *recent) add(model, text string, vector []float32) {
	r.vectors.Add(key(model, text), dated{slices.Clone(vector), time.Now()})
}

func key(model, text string) [sha256.Size]byte { return sha256.Sum256([]byte(model + "\x00" + text)) }
