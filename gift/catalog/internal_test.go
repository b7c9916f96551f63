package catalog

import "testing"

// BenchmarkBuiltIn is what the first call pays.
func BenchmarkBuiltIn(b *testing.B) {
	b.SetBytes(int64(len(builtIn)))
	for b.Loop() {
		if _, err := parse(builtIn); err != nil {
			b.Fatal(err)
		}
	}
}
