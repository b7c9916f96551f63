package recipe

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"strings"

	"mcp-adapters/recipe/title"
)

// position is where a recipe stands in the order by title. It is known of recipes that
// are gone, too.
type position struct {
	key string // of the title, shortened
	tie uint64 // orders recipes with the same key
}

// maxKey bounds what a cursor holds of a title.
const maxKey = 200

func positionOf(name, id string) position {
	key := title.Key(name)
	h := fnv.New64a()
	_, _ = h.Write([]byte(key + "\x00" + id))
	return position{key[:min(len(key), maxKey)], h.Sum64()}
}

func (p position) compare(q position) int {
	return cmp.Or(strings.Compare(p.key, q.key), cmp.Compare(p.tie, q.tie))
}

// A cursor is the position after which a list goes on, with a check that it was copied
// whole and belongs to the same filters.
const cursorHead = 4 + 8 // the check and the tie

func (p position) cursor(filters string) string {
	b := binary.BigEndian.AppendUint32(nil, p.check(filters))
	b = binary.BigEndian.AppendUint64(b, p.tie)
	return base64.RawURLEncoding.EncodeToString(append(b, p.key...))
}

func parseCursor(cursor, filters string) (p position, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) < cursorHead {
		return position{}, false
	}
	p = position{string(b[cursorHead:]), binary.BigEndian.Uint64(b[4:])}
	return p, binary.BigEndian.Uint32(b) == p.check(filters)
}

func (p position) check(filters string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write(binary.BigEndian.AppendUint64(nil, p.tie))
	_, _ = h.Write([]byte(p.key + "\x00" + filters))
	return h.Sum32()
}
