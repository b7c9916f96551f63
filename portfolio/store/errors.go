package store

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The failures that callers tell apart with [errors.Is] and [errors.AsType]; others
// are those of package database.
var (
	// ErrNotFound says that there is no such thing, or that it is another's.
	ErrNotFound = errors.New("not found")
	// ErrUpload says that a token lets no one upload to that path: it is unknown, for
	// another path, used or expired.
	ErrUpload = errors.New("this upload link is not valid, or no longer; ask for a new one")
	// ErrToken says that a token is no contractor's.
	ErrToken = errors.New("the token is not valid")
	// ErrEmailTaken says that another contractor has the address.
	ErrEmailTaken = errors.New("another contractor has this e-mail address")
)

// PlanLimitError says that the contractor's plan has no room for another published
// project.
type PlanLimitError struct {
	Plan  Plan
	Limit int
}

func (e *PlanLimitError) Error() string {
	return fmt.Sprintf("the plan %s has room for %d published projects; unpublish one first", e.Plan, e.Limit)
}

// NotReadyError says what a project lacks.
type NotReadyError struct{ Missing []string }

func (e *NotReadyError) Error() string {
	return "the project can't be published yet; it lacks " + strings.Join(e.Missing, ", ")
}

// StatusError says that the project's status doesn't allow what was asked for.
type StatusError struct{ Status Status }

func (e *StatusError) Error() string { return "the project is " + string(e.Status) }

// ForeignImagesError names images that are not the project's.
type ForeignImagesError struct{ IDs []string }

func (e *ForeignImagesError) Error() string {
	return "these are not images of the project: " + strings.Join(e.IDs, ", ")
}

// FieldError says which field has a value that can't be stored.
type FieldError struct{ Field, Message string }

func (e *FieldError) Error() string { return e.Field + " " + e.Message }

// checkText refuses what one of the databases can't keep. Pairs are of a field's name
// and its value.
func checkText(pairs ...string) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		if strings.ContainsRune(pairs[i+1], 0) || !utf8.ValidString(pairs[i+1]) {
			return &FieldError{pairs[i], "must not contain the control character U+0000, or bytes that are not UTF-8"}
		}
	}
	return nil
}
