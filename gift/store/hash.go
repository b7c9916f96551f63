package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// Hash is the same for gifts that have the same content, in whichever store they are kept:
// 32 hexadecimal digits.
func Hash(g *catalog.Gift) string {
	h := sha256.New()
	e := json.NewEncoder(h)
	// Some stores keep fewer digits of a number than others.
	popularity := "none"
	if g.Popularity != nil {
		popularity = strconv.FormatFloat(*g.Popularity, 'f', 4, 32)
	}
	// Stores don't keep nil and empty lists apart.
	fields := []any{g.ID, g.Name, g.Brief, g.Full, g.Price, catalog.NonNil(g.Categories), catalog.NonNil(g.Occasions), catalog.NonNil(g.Recipients),
		popularity, g.Guidance, g.URL, g.Affiliate, g.Adult}
	if len(g.LovedBy) > 0 {
		fields = append(fields, g.LovedBy)
	}
	if g.Image != "" || g.Cost != "" {
		fields = append(fields, g.Image, g.Cost)
	}
	// Encoding to a hash can't fail.
	_ = e.Encode(fields)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// HashAll is [Manifest.Catalog] for gifts with these hashes, in any order; it sorts them.
func HashAll(hashes []string) string {
	slices.Sort(hashes)
	sum := sha256.Sum256([]byte(strings.Join(hashes, "\n")))
	return hex.EncodeToString(sum[:16])
}
