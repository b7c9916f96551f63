//go:build !amd64

package vector

// Dot is the product of two vectors of one length: the cosine, if theirs are 1.
func Dot(a, b []float32) float32 { return plain(a, b) }
