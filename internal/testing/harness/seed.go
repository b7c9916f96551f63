package harness

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// seeds is the environment variable that seeds random tests: a number, or "new" for
// one that is drawn.
const seeds = "TEST_SEED"

// Seeded returns a source of random numbers, and logs how to repeat the test with
// it. It is the same in every run, so that a change is not blamed for what chance
// found; the soak draws new ones.
func Seeded(tb testing.TB) *rand.Rand {
	tb.Helper()
	seed := uint64(1)
	switch given := os.Getenv(seeds); given {
	case "":
	case "new":
		seed = rand.Uint64() //nolint:gosec // it chooses test data
	default:
		n, err := strconv.ParseUint(given, 10, 64)
		if err != nil {
			tb.Fatalf("%s: %v", seeds, err)
		}
		seed = n
	}
	tb.Logf("%s=%d", seeds, seed)
	return rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // likewise
}
