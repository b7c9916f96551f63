// Package token makes random API keys and tokens. A token is shown once; the database keeps its hash.
package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// New returns prefix, which tells people what the token is for, and 130 random bits in base32.
func New(prefix string) string { return prefix + rand.Text() }

// Hash returns the hash of a token to keep. It needs no salt, since tokens are random.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// length is the length of 130 bits in base32.
const length = 26

// Is reports whether text has the form of a token with that prefix.
func Is(prefix, text string) bool {
	random, ok := strings.CutPrefix(text, prefix)
	return ok && len(random) == length && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
