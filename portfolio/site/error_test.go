package site

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// TestFailureOf gives each error its status and code.
func TestFailureOf(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{
		store.ErrNotFound: "404 NOT_FOUND",
		store.ErrToken:    "401 UNAUTHORIZED",
		store.ErrUpload:   "401 UNAUTHORIZED",
		&store.FieldError{Field: "city", Message: "is odd"}:            "400 VALIDATION_ERROR",
		&store.ForeignImagesError{IDs: []string{"a"}}:                  "400 VALIDATION_ERROR",
		&store.PlanLimitError{Plan: store.Free, Limit: 5}:              "403 FORBIDDEN",
		&store.StatusError{Status: store.Archived}:                     "409 CONFLICT",
		fmt.Errorf("read: %w", database.ErrBusy):                       "503 SERVICE_UNAVAILABLE",
		database.ErrUnavailable:                                        "503 SERVICE_UNAVAILABLE",
		database.ErrClosed:                                             "503 SERVICE_UNAVAILABLE",
		database.ErrFull:                                               "503 SERVICE_UNAVAILABLE",
		database.ErrDenied:                                             "503 SERVICE_UNAVAILABLE",
		media.ErrFull:                                                  "503 SERVICE_UNAVAILABLE",
		database.ErrUnknown:                                            "500 INTERNAL_ERROR",
		errors.Join(database.ErrUnavailable, context.DeadlineExceeded): "503 SERVICE_UNAVAILABLE",
		context.DeadlineExceeded:                                       "504 TIMEOUT",
		errors.New("anything else"):                                    "500 INTERNAL_ERROR",
		fmt.Errorf("%w: %w", database.ErrUnknown, context.Canceled):    "500 INTERNAL_ERROR",
	} {
		f := failureOf(err)
		if got := fmt.Sprint(f.status(), " ", f.code); got != want || f.message == "" {
			t.Errorf("%v: %s %q, want %s", err, got, f.message, want)
		}
	}
	for c, status := range statuses {
		if status < 400 {
			t.Errorf("%s: %d", c, status)
		}
	}
}
