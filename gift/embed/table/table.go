// Package table embeds texts by a table of word vectors in the binary: 256 dimensions,
// distilled from all-MiniLM-L6-v2 by internal/tools/gifttable. It needs no network, takes
// microseconds for a text, and knows English only. LICENSE and NOTICE are those of the
// model.
package table

import (
	"context"
	_ "embed" // the table and its license
	"math"
	"runtime"

	"github.com/mcp-adapters/mcp-adapters/gift/embed/wordpiece"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// The table is, in this order and with the numbers little-endian: "GIFTTAB1"; uint32s, how
// many tokens it has, how many of them begin a word, and the dimensions; a float32 per
// token, the scale of its row; the rows, an int8 per dimension; a uint32 per token and one
// more, the offsets of their texts; the texts. It is read in place. As a string it is a
// part of the program that no one can write to.
//
//go:embed table.bin
var data string

// What the license asks for: whoever has the table has these too, in the same program.
var (
	//go:embed LICENSE
	license string
	//go:embed NOTICE
	notice string
)

func init() { runtime.KeepAlive([]*string{&license, &notice}) } // else the linker leaves them out

// License is what must come with the table: of whose model it is, and under which terms.
func License() string { return notice + "\n" + license }

const (
	dimensions = 256
	// id has the beginning of the table's SHA-256.
	id = "embedded/all-MiniLM-L6-v2/256/316bf319ceaa"

	header = 20
)

var (
	tokens     = int(number(8))
	scales     = data[header : header+4*tokens]
	rows       = data[header+4*tokens:][:dimensions*tokens]
	offsets    = data[header+(4+dimensions)*tokens:][:4*tokens+4]
	texts      = data[header+(8+dimensions)*tokens+4:]
	vocabulary = wordpiece.Open(int(number(12)), offsets, texts)
)

func number(at int) uint32 { return little(data[at : at+4]) }

func little(b string) uint32 {
	_ = b[3]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// Embedder embeds by the table. Its zero value is ready.
type Embedder struct{}

// ID names the embedder with its model, dimensions and the table's checksum.
func (Embedder) ID() string { return id }

// Dimensions is the length of each vector.
func (Embedder) Dimensions() int { return dimensions }

// Embed returns for each text the mean of the rows of its tokens, of length 1, or a zero
// vector for a text of none. The same text has the same vector on every processor. It
// fails only if ctx is done.
func (Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	all := make([]float32, dimensions*len(texts))
	vectors := make([][]float32, len(texts))
	var space [128]int
	found := space[:0]
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, &fault.Error{Kind: fault.Internal, Message: "The request was canceled.", Err: err}
		}
		vectors[i], all = all[:dimensions:dimensions], all[dimensions:]
		found = vocabulary.Append(found[:0], text)
		sum(vectors[i], found)
	}
	return vectors, nil
}

// Vector returns the vector of one text, as [Embedder.Embed] does.
func Vector(text string) []float32 {
	v := make([]float32, dimensions)
	sum(v, vocabulary.Append(nil, text))
	return v
}

// sum makes v, which is zero, the normalized sum of the tokens' rows.
func sum(v []float32, found []int) {
	v = v[:dimensions]
	for _, token := range found {
		if token == wordpiece.Unknown {
			continue
		}
		scale := math.Float32frombits(little(scales[4*token : 4*token+4]))
		row := rows[dimensions*token:][:dimensions]
		for i := range v {
			// The conversion keeps a processor that can from rounding only once.
			v[i] += float32(scale * float32(int8(row[i]))) //nolint:gosec,unconvert // as above; the bits are those of an int8
		}
	}
	var square float64
	for _, x := range v {
		square += float64(float64(x) * float64(x)) //nolint:unconvert // as above
	}
	if square == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(square))
	for i := range v {
		v[i] *= scale
	}
}
