// Package requestid gives requests an id, by which the lines that several programs have
// logged about one of them are found.
package requestid

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"sync"
)

// Header carries the id of a request, and that of its answer.
const Header = "X-Request-Id"

// longest is the longest id that is taken from someone else.
const longest = 64

// New returns an id that no other request has: 32 hex digits, in which no word can stand.
func New() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // it never fails
	return hex.EncodeToString(id[:])
}

// Of returns the id that a request came with, or a new one if it has none, or more than
// one, or one that doesn't belong in a log.
func Of(h http.Header) string {
	if sent := h.Values(Header); len(sent) == 1 && sane(sent[0]) {
		return sent[0]
	}
	return New()
}

// sane reports whether an id is of letters, digits and . _ - alone, and not long.
func sane(id string) bool {
	if id == "" || len(id) > longest {
		return false
	}
	for _, c := range []byte(id) {
		if (c|' ' < 'a' || c|' ' > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

type key struct{}

// carrier is a context with an id, in one piece because each call makes one.
type carrier struct {
	context.Context

	once sync.Once
	id   [1]string // [0] is "" until it is asked for
}

// Value implements [context.Context].
func (c *carrier) Value(k any) any {
	if k == (key{}) {
		return c
	}
	return c.Context.Value(k)
}

// With returns a context whose requests have that id.
func With(ctx context.Context, id string) context.Context {
	return &carrier{Context: ctx, id: [1]string{id}}
}

// Ensure returns ctx if its requests have an id, or else one in which they get a new id when
// it is asked for.
func Ensure(ctx context.Context) context.Context {
	if _, ok := ctx.Value(key{}).(*carrier); ok {
		return ctx
	}
	return &carrier{Context: ctx}
}

// From returns the id of a context, "" for none.
func From(ctx context.Context) string {
	if ids := Values(ctx); ids != nil {
		return ids[0]
	}
	return ""
}

// Values returns the id of a context as the values of a [Header], which are not to be
// changed; nil for none.
func Values(ctx context.Context) []string {
	c, ok := ctx.Value(key{}).(*carrier)
	if !ok {
		return nil
	}
	c.once.Do(func() {
		if c.id[0] == "" {
			c.id[0] = New()
		}
	})
	return c.id[:]
}
