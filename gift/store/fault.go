package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// GivenUp is the failure of a call whose context ended; nil as long as it hasn't.
func GivenUp(ctx context.Context) error {
	switch err := context.Cause(ctx); {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &fault.Error{Kind: fault.Timeout, Message: "The search for gifts took too long. Try again.", Err: err}
	default:
		return &fault.Error{Kind: fault.Internal, Message: "The search for gifts was given up.", Err: err}
	}
}

// CheckItems is what each Put begins with: vectors have that many dimensions, and none is zero
// or not finite, as no index finds such a vector.
func CheckItems(items []Item, dimensions int) error {
	for i := range items {
		it := &items[i]
		rule := checkVector(it.Vector, dimensions)
		if rule == "" && Zero(it.Vector) {
			rule = "is zero: the embedder knows no word of its text"
		}
		if rule != "" {
			return &fault.Error{Kind: fault.InvalidParams, Field: "embedding",
				Message: fmt.Sprintf("The vector of the gift %s %s.", it.Gift.ID, rule)}
		}
	}
	return nil
}

// CheckQuery is what each Search begins with: vector has that many dimensions, all finite.
func CheckQuery(vector []float32, dimensions int) error {
	if rule := checkVector(vector, dimensions); rule != "" {
		return &fault.Error{Kind: fault.InvalidParams, Field: "embedding", Message: fmt.Sprintf("The vector that was searched for %s.", rule)}
	}
	return nil
}

func checkVector(v []float32, dimensions int) string {
	if len(v) != dimensions {
		return fmt.Sprintf("has %d dimensions; the index has %d", len(v), dimensions)
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return "isn't finite"
	}
	return ""
}

// Zero says whether v is the vector of a text without a word that the embedder knows.
func Zero(v []float32) bool {
	return !slices.ContainsFunc(v, func(x float32) bool { return x != 0 })
}
