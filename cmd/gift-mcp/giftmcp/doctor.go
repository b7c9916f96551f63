package giftmcp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// The faults of the settings and of what they name.
var (
	relativePath = doctor.Trouble{Check: "settings", Text: "%s names a relative path, and the client chooses the directory in which the server starts.", Fix: "Write the absolute path, beginning at the root of the disk."}
	unusable     = doctor.Trouble{Check: "catalog", Text: "The server can't start with these settings: %s.", Fix: "Correct the setting that is named."}
	noEmbedding  = doctor.Trouble{Check: "embedder", Text: "The embedder does not work: %s.", Fix: "Check EMBEDDING_BASE_URL, EMBEDDING_API_KEY and EMBEDDING_MODEL, and that the endpoint can be reached from here."}
	noSearch     = doctor.Trouble{Check: "search", Text: "A search for gifts failed: %s.", Fix: "Check what VECTOR_STORE names and its credentials. The cause is in the log: run gift-mcp call get_recommendations."}
	noHit        = doctor.Trouble{Check: "search", Text: "A search for gifts found none, though the store says that it has some.", Fix: "Import the catalog again, which writes what is missing: gift-mcp import FILE."}
	noGifts      = doctor.Trouble{Check: "catalog", Text: "There are no gifts.", Fix: "Import some: gift-mcp import FILE --setup."}
)

// examined is what doctor needs to know of gift-mcp.
func examined() doctor.System {
	return doctor.System{
		Locate: locate,
		Faults: []doctor.Trouble{relativePath, unusable, noEmbedding, noSearch, noHit, noGifts},
	}
}

// locate says what settings lead to. Its probe embeds one text and searches once.
func locate(s doctor.Subject, r *doctor.Report) doctor.Place {
	cfg := &Settings{}
	doctor.Under(s.Getenv, config.Variables(cfg), func() {
		_ = config.Load(cfg) // its faults are reported already
		_ = cfg.Check()
	})
	p := doctor.Place{
		ID:     fmt.Sprintf("%+v %q %+v", cfg.Embedding, cfg.Key.Reveal(), cfg.Storage),
		Checks: []string{"embedder", "catalog", "search"},
	}
	if s.Entry {
		if cfg.Catalog != "" && !filepath.IsAbs(cfg.Catalog) {
			r.Fault(relativePath, "CATALOG")
			r.Skip("its place is not certain", p.Checks...)
			return p
		}
	}
	p.Examine = cfg.examine
	return p
}

const examineLimit = 20 * time.Second

// examine embeds a text, counts the gifts, and searches.
func (s *Settings) examine(ctx context.Context, r *doctor.Report) {
	ctx, cancel := context.WithTimeout(ctx, examineLimit)
	defer cancel()
	at, err := s.place(ctx, zerolog.Nop())
	if err != nil {
		r.Fault(unusable, sentence(err))
		r.Skip("the settings lead nowhere", "embedder", "search")
		return
	}
	defer at.end(zerolog.Nop())
	vectors, err := at.answering.Embed(ctx, []string{"woodworking"})
	if err != nil {
		r.Fault(noEmbedding, sentence(err))
		r.Skip("there is nothing to search with", "catalog", "search")
		return
	}
	r.OK("embedder", "The embedder %s answers.", at.answering.ID())
	n, err := at.store.Count(ctx)
	if err == nil {
		err = store.Check(ctx, at.store, at.answering)
	}
	switch {
	case err != nil:
		r.Fault(unusable, sentence(err))
		r.Skip("the catalog can't be used", "search")
		return
	case n == 0:
		r.Fault(noGifts)
		r.Skip("there is nothing to find", "search")
		return
	}
	r.OK("catalog", "%s in the store (VECTOR_STORE=%s).", screen.Amount(n, "gift is", "gifts are"), s.Store)
	began := time.Now()
	hits, err := at.store.Search(ctx, vectors[0], 1, store.Filter{})
	switch {
	case err != nil:
		r.Fault(noSearch, sentence(err))
		return
	case len(hits) == 0: // the count is that of a manifest, or older than the search
		r.Fault(noHit)
		return
	}
	r.OK("search", "A search for woodworking finds %q, in %d ms.", hits[0].Gift.Name, time.Since(began).Milliseconds())
}

// sentence is an error as a part of a sentence.
func sentence(err error) string {
	return strings.TrimSuffix(strings.ReplaceAll(err.Error(), "\n", "; "), ".")
}
