package site

import (
	"context"
	"time"
)

// Sweep does at once what Run does now and then.
func (s *Site) Sweep(ctx context.Context) error { return s.sweep(ctx, true) }

// SetPatience replaces how long a client may take to send a photo.
func (s *Site) SetPatience(idle, whole time.Duration) { s.patience = patience{idle, whole} }
