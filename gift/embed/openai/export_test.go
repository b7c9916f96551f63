package openai

import "time"

// Hasten makes e, with what ForImport returns, wait only so long for an attempt, and hardly
// between two.
func Hasten(e *Embedder, attempt time.Duration) *Embedder {
	p := e.pace
	p.attempt, p.wait = attempt, time.Millisecond
	return &Embedder{service: e.service, pace: p}
}
