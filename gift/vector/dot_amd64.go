package vector

// Dot is the product of two vectors of one length: the cosine, if theirs are 1. The compiler
// makes one multiplication at a time of [plain], which is slower than memory. Every processor of
// this kind makes four.
func Dot(a, b []float32) float32 {
	n := len(a) &^ 15
	b = b[:len(a)]
	if n == 0 {
		return plain(a, b)
	}
	return dot16(&a[0], &b[0], n) + plain(a[n:], b[n:])
}

// dot16 is the product of n numbers, a multiple of 16 that isn't 0.
//
//go:noescape
func dot16(a, b *float32, n int) float32
