// Package token makes the keys and tokens with which programs come in. They are random, and
// shown once: what is kept of one is its hash.
package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// New returns a token of 130 random bits that begins with a prefix, by which people tell it
// from others.
func New(prefix string) string { return prefix + rand.Text() }

// Hash is what is kept of a token. Tokens are random, so that no salt is needed.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// length is that of what [New] adds to the prefix: 130 bits in base32.
const length = 26

// Is reports whether a text looks like a token with that prefix, so that no other is looked
// for.
func Is(prefix, text string) bool {
	random, ok := strings.CutPrefix(text, prefix)
	return ok && len(random) == length && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
