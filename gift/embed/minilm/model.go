package minilm

import (
	"context"
	"fmt"
	"math"
)

// The shape of the model.
const (
	layers    = 6
	heads     = 12
	width     = 384
	head      = width / heads
	inner     = 4 * width
	positions = 512
	most      = 256 // tokens of a text, as the model was trained; the others are left out
	epsilon   = 1e-12
)

// linear is a matrix, a row per output, and what is added.
type linear struct{ weight, bias []float32 }

// scaling is what a layer norm multiplies by, and what it adds.
type scaling struct{ weight, bias []float32 }

type layer struct {
	query, key, value, mixed linear
	attended                 scaling
	up, down                 linear
	done                     scaling
}

// model is BERT.
type model struct {
	words, places, kind []float32
	embedded            scaling
	layers              [layers]layer
}

// load takes the model of a file for a vocabulary of so many words.
func load(t *tensors, words int) (*model, error) {
	norm := func(name string) scaling {
		return scaling{t.read(name+".weight", width), t.read(name+".bias", width)}
	}
	matrix := func(name string, out, in int) linear {
		return linear{t.read(name+".weight", out, in), t.read(name+".bias", out)}
	}
	const e = "embeddings."
	m := &model{
		words:    t.read(e+"word_embeddings.weight", words, width),
		places:   t.read(e+"position_embeddings.weight", positions, width),
		kind:     t.read(e+"token_type_embeddings.weight", 2, width),
		embedded: norm(e + "LayerNorm"),
	}
	for i := range m.layers {
		p := fmt.Sprintf("encoder.layer.%d.", i)
		m.layers[i] = layer{
			query:    matrix(p+"attention.self.query", width, width),
			key:      matrix(p+"attention.self.key", width, width),
			value:    matrix(p+"attention.self.value", width, width),
			mixed:    matrix(p+"attention.output.dense", width, width),
			attended: norm(p + "attention.output.LayerNorm"),
			up:       matrix(p+"intermediate.dense", inner, width),
			down:     matrix(p+"output.dense", width, inner),
			done:     norm(p + "output.LayerNorm"),
		}
	}
	return m, t.err
}

// workspace has room for one text of any length.
type workspace struct {
	x, q, k, v, sum [most * width]float32
	up              [most * inner]float32
	scores          [most]float32
}

// forward makes v the mean of the last layer over ids, of length 1.
func (m *model) forward(ctx context.Context, w *workspace, ids []int, v []float32) error {
	n := len(ids)
	x, sum := w.x[:n*width], w.sum[:n*width]
	for i, id := range ids {
		word, place := m.words[id*width:][:width], m.places[i*width:][:width]
		for d := range width {
			x[i*width+d] = word[d] + place[d] + m.kind[d]
		}
	}
	m.embedded.apply(x)
	for i := range m.layers {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := &m.layers[i]
		l.query.apply(w.q[:n*width], x)
		l.key.apply(w.k[:n*width], x)
		l.value.apply(w.v[:n*width], x)
		attend(w, n)
		l.mixed.apply(w.q[:n*width], sum)
		add(x, w.q[:n*width])
		l.attended.apply(x)
		l.up.apply(w.up[:n*inner], x)
		gelu(w.up[:n*inner])
		l.down.apply(w.q[:n*width], w.up[:n*inner])
		add(x, w.q[:n*width])
		l.done.apply(x)
	}
	clear(v)
	for i := range n {
		add(v, x[i*width:][:width])
	}
	normalize(v)
	return nil
}

// attend makes w.sum what each of n tokens takes of the values of all.
func attend(w *workspace, n int) {
	scale := float32(1 / math.Sqrt(head))
	for h := range heads {
		for i := range n {
			q := w.q[i*width+h*head:][:head]
			scores := w.scores[:n]
			largest := float32(math.Inf(-1))
			for j := range scores {
				k := w.k[j*width+h*head:][:head]
				var s float32
				for d := range q {
					s += q[d] * k[d]
				}
				scores[j] = s * scale
				largest = max(largest, scores[j])
			}
			var total float32
			for j, s := range scores {
				scores[j] = float32(math.Exp(float64(s - largest)))
				total += scores[j]
			}
			out := w.sum[i*width+h*head:][:head]
			clear(out)
			for j, s := range scores {
				share := s / total
				v := w.v[j*width+h*head:][:head]
				for d := range out {
					out[d] += share * v[d]
				}
			}
		}
	}
}
