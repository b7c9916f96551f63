package giftmcp

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

var (
	unusable    = doctor.Trouble{Check: "catalog", Text: "The server can't start with these settings: %s.", Fix: "Correct the setting that is named. In a client's entry, paths must be absolute."}
	noEmbedding = doctor.Trouble{Check: "embedder", Text: "The embedder does not work: %s.", Fix: "Check EMBEDDING_BASE_URL, EMBEDDING_API_KEY and EMBEDDING_MODEL, and that the endpoint can be reached from here."}
	noSearch    = doctor.Trouble{Check: "search", Text: "A search for gifts failed: %s.", Fix: "Check what VECTOR_STORE names and its credentials. The cause is in the log: run gift-mcp call get_recommendations."}
	noHit       = doctor.Trouble{Check: "search", Text: "A search for gifts found none, though the store says that it has some.", Fix: "Import the catalog again, which writes what is missing: gift-mcp import FILE."}
	noGifts     = doctor.Trouble{Check: "catalog", Text: "There are no gifts.", Fix: "Import some: gift-mcp import FILE --setup."}
)

// checks are doctor's checks of the catalog: one text is embedded, and one search made.
func (s *Settings) checks() []doctor.Check {
	var at *place
	var vectors [][]float32
	return []doctor.Check{
		{Name: "embedder", Run: func(ctx context.Context, r *doctor.Report) {
			var err error
			if at, err = s.place(ctx, zerolog.Nop()); err != nil {
				r.Fault(unusable, sentence(err))
				return
			}
			if vectors, err = at.answering.Embed(ctx, []string{"woodworking"}); err != nil {
				at.end(zerolog.Nop())
				r.Fault(noEmbedding, sentence(err))
				return
			}
			r.OK("The embedder %s answers.", at.answering.ID())
		}},
		{Name: "catalog", Run: func(ctx context.Context, r *doctor.Report) {
			n, err := at.store.Count(ctx)
			switch err = errors.Join(err, store.Check(ctx, at.store, at.answering)); {
			case err != nil:
				r.Fault(unusable, sentence(err))
			case n == 0:
				r.Fault(noGifts)
			default:
				r.OK("%s in the store (VECTOR_STORE=%s).", screen.Amount(n, "gift is", "gifts are"), s.Store)
				return
			}
			at.end(zerolog.Nop())
		}},
		{Name: "search", Run: func(ctx context.Context, r *doctor.Report) {
			defer at.end(zerolog.Nop())
			began := time.Now()
			switch hits, err := at.store.Search(ctx, vectors[0], 1, store.Filter{}); {
			case err != nil:
				r.Fault(noSearch, sentence(err))
			case len(hits) == 0: // the count may be older than the search
				r.Fault(noHit)
			default:
				r.OK("A search for woodworking finds %q, in %d ms.", hits[0].Gift.Name, time.Since(began).Milliseconds())
			}
		}},
	}
}

// sentence is an error as a part of a sentence.
func sentence(err error) string {
	return strings.TrimSuffix(strings.ReplaceAll(err.Error(), "\n", "; "), ".")
}
