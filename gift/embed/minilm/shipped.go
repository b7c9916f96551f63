package minilm

import (
	"crypto/sha256"
	_ "embed" // the vectors
	"math"
	"sort"
)

// original is the ID of the model as it was published.
const original = "minilm/all-MiniLM-L6-v2/384/d9aeae034ba4"

// shipped has the vectors that the original model makes of the built-in catalog's gifts, so
// that the first search needn't wait a minute for them: the beginnings of the texts' SHA-256,
// in order; a little-endian float32 per text, the scale; an int8 per dimension. A text that
// isn't there is embedded as any other. TestShipped writes it.
//
//go:embed shipped.bin
var shipped string

const mark = 8 // bytes of a SHA-256

// find makes v the shipped vector of text, if there is one.
func find(text string, v []float32) bool {
	n := len(shipped) / (mark + 4 + width)
	sum := sha256.Sum256([]byte(text))
	key := string(sum[:mark])
	at := sort.Search(n, func(i int) bool { return shipped[mark*i:][:mark] >= key })
	if at == n || shipped[mark*at:][:mark] != key {
		return false
	}
	bits := shipped[mark*n+4*at:][:4]
	scale := math.Float32frombits(uint32(bits[0]) | uint32(bits[1])<<8 | uint32(bits[2])<<16 | uint32(bits[3])<<24)
	for d, b := range []byte(shipped[(mark+4)*n+width*at:][:width]) {
		v[d] = scale * float32(int8(b)) //nolint:gosec // the bits are those of an int8
	}
	normalize(v)
	return true
}
