package title

import (
	"cmp"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
)

// Position is where a recipe stands in a list, which is ordered by titles and then by ids.
// It is known of recipes that are gone, too.
type Position struct {
	Key string // of the title; see [ExactKey]
	ID  string
}

// PositionOf returns the position of a recipe.
func PositionOf(name, id string) Position {
	key := ExactKey(name)
	return Position{key[:min(len(key), maxKey)], id}
}

// maxKey is the greatest length of a key in bytes; only titles that are too long for a
// vault have longer ones, which are cut.
const maxKey = 1200

// Compare is negative if p stands before q, 0 if they are the same, and positive otherwise.
func (p Position) Compare(q Position) int {
	return cmp.Or(strings.Compare(p.Key, q.Key), strings.Compare(p.ID, q.ID))
}

// Token returns the position as text that needs no escapes in a URL.
func (p Position) Token() string {
	return base64.RawURLEncoding.EncodeToString([]byte(p.packed()))
}

// What a token begins with says how the id is written after it, and the key after that.
const (
	idBytes = "\x01" // 16 bytes of a UUID
	idText  = "\x00" // text, and a 0 after it
)

func (p Position) packed() string {
	if id, err := uuid.Parse(p.ID); err == nil && id.String() == p.ID {
		return idBytes + string(id[:]) + p.Key
	}
	return idText + p.ID + "\x00" + p.Key
}

// ParseToken reads what [Position.Token] returned.
func ParseToken(token string) (p Position, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) == 0 {
		return Position{}, false
	}
	switch kind, text := string(b[:1]), string(b[1:]); {
	case kind == idBytes && len(text) >= len(uuid.UUID{}):
		p.ID, p.Key, ok = uuid.UUID([]byte(text[:16])).String(), text[16:], true
	case kind == idText:
		p.ID, p.Key, ok = strings.Cut(text, "\x00")
	}
	ok = ok && len(p.Key) <= maxKey && utf8.ValidString(p.ID+p.Key) && !strings.Contains(p.ID+p.Key, "\x00")
	if !ok {
		return Position{}, false
	}
	return p, true
}
