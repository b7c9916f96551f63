package recipe

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// A cursor is the position after which a list goes on, as a vault that lists by page takes
// it, after a check that it was copied whole and belongs to the same filters.

// checkLength is how many characters the check has.
const checkLength = 6

func cursorOf(p title.Position, filters string) string {
	token := p.Token()
	return check(token, filters) + token
}

func parseCursor(cursor, filters string) (p title.Position, ok bool) {
	if len(cursor) < checkLength || cursor[:checkLength] != check(cursor[checkLength:], filters) {
		return title.Position{}, false
	}
	return title.ParseToken(cursor[checkLength:])
}

func check(token, filters string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(token + "\x00" + filters))
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, h.Sum32()))
}
