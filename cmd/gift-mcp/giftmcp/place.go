package giftmcp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/gift/store/s3vectors"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// place is where gifts are, and what makes vectors of texts.
type place struct {
	embedders
	store store.Store
	// reduced has the same gifts with the vectors of the embedder in the binary, for when
	// that of the settings fails. nil: that can't fail, or the gifts aren't here.
	reduced store.Store
	// setup makes what the store needs. nil: it needs nothing.
	setup func(ctx context.Context) error
	// ahead is setup where that only has to be done once and no one has to ask for it: a
	// server does it while it waits for its first call.
	ahead bool
	work  sync.WaitGroup
}

// prepare does setup ahead. It ends with the store.
func (p *place) prepare(log zerolog.Logger) {
	if !p.ahead {
		return
	}
	p.work.Go(func() {
		if err := p.setup(context.Background()); err != nil {
			log.Debug().Err(err).Msg("the vectors of the catalog were not computed ahead")
		}
	})
}

// place opens the store and the embedder that the settings name. Its error is
// [config.Faults] where the settings are at fault.
func (s *Settings) place(ctx context.Context, log zerolog.Logger) (*place, error) {
	e, err := s.embedders(log)
	if err != nil {
		return nil, err
	}
	p := &place{embedders: e}
	switch s.Store {
	case s3Name:
		err = s.inS3(ctx, p, log)
	default:
		err = s.inMemory(p, log)
	}
	if err != nil {
		e.close()
		return nil, err
	}
	return p, nil
}

// end closes all of it.
func (p *place) end(log zerolog.Logger) {
	for _, s := range []store.Store{p.store, p.reduced} {
		if s == nil {
			continue
		}
		if err := s.Close(); err != nil {
			log.Warn().Err(err).Msg("the store of gifts did not close cleanly")
		}
	}
	p.work.Wait()
	p.close()
}

// inMemory has the built-in catalog, or that of a file, which is read now: the program does
// not start with one that has faults.
func (s *Settings) inMemory(p *place, log zerolog.Logger) error {
	gifts := builtIn
	if s.Catalog != "" {
		own, err := s.ownCatalog(log)
		if err != nil {
			return err
		}
		gifts = func() ([]catalog.Gift, error) { return own, nil }
	}
	cache := ""
	if dir, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(dir, Name)
	}
	with := func(e embed.Embedder, slow bool) *memory.Store {
		return memory.New(memory.Options{Gifts: gifts, Embedder: e, Cache: cache, Slow: slow})
	}
	kept := with(p.importing, s.Embedder != embeddedName)
	p.store = kept
	if s.Embedder != embeddedName {
		p.ahead, p.setup = true, func(ctx context.Context) error {
			_, err := kept.Snapshot(ctx)
			return err
		}
	}
	if s.Embedder == openaiName {
		p.reduced = with(table.Embedder{}, false)
	}
	return nil
}

// inS3 has what was imported into an index of Amazon S3 Vectors.
func (s *Settings) inS3(ctx context.Context, p *place, log zerolog.Logger) error {
	kept, err := s3vectors.New(ctx, s3vectors.Options{
		Bucket: s.Bucket, Index: s.Index, Region: s.Region, Dimensions: p.importing.Dimensions(),
		UserAgent: Name + "/" + cli.Version(), Log: log,
	})
	if err != nil {
		return config.Faults{{Variable: "VECTOR_STORE", Rule: "can't be s3vectors: " + err.Error()}}
	}
	p.store, p.setup = kept, kept.Setup
	return nil
}

func builtIn() ([]catalog.Gift, error) {
	c, err := catalog.BuiltIn()
	if err != nil {
		return nil, err
	}
	return c.Gifts, nil
}

// ownCatalog reads the file in CATALOG.
func (s *Settings) ownCatalog(log zerolog.Logger) ([]catalog.Gift, error) {
	fault := func(rule string) error { return config.Faults{{Variable: "CATALOG", Rule: rule}} }
	format, err := catalog.FormatOf(s.Catalog)
	if err != nil {
		return nil, fault("must name a file that ends in .jsonl, .json, .yaml or .csv")
	}
	f, err := os.Open(s.Catalog)
	if err != nil {
		return nil, fault("must name a file that can be read: " + cause(err))
	}
	defer func() { _ = f.Close() }() // it is only read
	c, err := catalog.Collect(catalog.Read(f, format, nil))
	bad := (*catalog.BadRows)(nil)
	switch {
	case err == nil:
	case !errors.As(err, &bad):
		return nil, fault("must name a file of gifts: " + cause(err))
	case !s.Lenient:
		return nil, fault("names a file with gifts that break a rule; correct them, or leave them out with CATALOG_LENIENT=true:\n" + bad.Error())
	default:
		log.Warn().Int("left out", bad.Count).Int("taken", len(c.Gifts)).Msg("CATALOG has gifts that break a rule; gift-mcp import FILE --dry-run names them")
	}
	return c.Gifts, nil
}
