// Package requestid gives each request an id, which finds the lines that several programs have logged
// about it.
package requestid

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
)

// Header carries the id of a request, and of its answer.
const Header = "X-Request-Id"

// longest is the longest id that [Of] takes from a client.
const longest = 64

const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."

// New returns a random id of 32 hex digits.
func New() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // it never fails
	return hex.EncodeToString(id[:])
}

// Of returns the id that a request was sent with. It returns a new one if the request has none or
// several, or if the id is longer than 64 bytes or not of letters, digits and . _ -, so that a client
// cannot forge lines of a log.
func Of(h http.Header) string {
	sent := h.Values(Header)
	if len(sent) != 1 || sent[0] == "" || len(sent[0]) > longest || strings.Trim(sent[0], allowed) != "" {
		return New()
	}
	return sent[0]
}

type key struct{}

// carrier is a context with an id, in one allocation because every call makes one.
type carrier struct {
	context.Context

	once sync.Once
	id   [1]string // "" until it is asked for; an array, to be the values of a header
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

// Ensure returns ctx if it has an id. Otherwise it returns a context with a new id, which the first
// call of [From] or [Values] makes.
func Ensure(ctx context.Context) context.Context {
	if ctx.Value(key{}) != nil {
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

// Values returns the id of a context as the values of a [Header], which are shared and must
// not be changed; nil for none.
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
