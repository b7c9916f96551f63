// Package embed is what turns texts into vectors that lie near each other when the texts mean
// something alike. The embedders are packages of their own: table and openai.
package embed

import "context"

// Embedder makes vectors of texts. It is safe for concurrent use.
type Embedder interface {
	// ID names the embedder with its model, dimensions and weights. Vectors of different IDs
	// can't be compared.
	ID() string
	// Dimensions is the length of each vector.
	Dimensions() int
	// Embed returns a vector of length 1 per text, in their order, or a zero vector for a text
	// without a word that the embedder knows. An error is a [fault.Error].
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}
