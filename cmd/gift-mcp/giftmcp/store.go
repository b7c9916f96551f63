package giftmcp

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/openai"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/gift/store/s3vectors"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// userAgent names the program to other servers.
var userAgent = Name + "/" + cli.Version()

// place is where gifts are, and what makes vectors of texts.
type place struct {
	answering embed.Embedder // of requests that someone waits for
	importing embed.Embedder // of whole catalogs

	store    store.Store
	embedded bool // the store is in memory, and nothing can be imported into it
	// reduced has the same gifts with the vectors of the embedder in the binary, for when the
	// configured one fails. nil: that can't fail, or the gifts are elsewhere.
	reduced store.Store
	// setup makes what the store needs. nil: it needs nothing.
	setup  func(ctx context.Context) error
	work   sync.WaitGroup
	client interface{ Close() error } // of the embedder; nil: none
}

// place opens the store and the embedder that the settings name. Its error is [config.Faults]
// if the settings are at fault.
func (s *Settings) place(ctx context.Context, log zerolog.Logger) (*place, error) {
	p := &place{answering: table.Embedder{}, importing: table.Embedder{}}
	if s.Embedder == openaiName {
		e, err := openai.New(openai.Options{
			BaseURL: string(s.BaseURL), Key: s.Key.Reveal(), Model: s.Model, Dimensions: s.Dimensions,
			UserAgent: userAgent, Log: log,
		})
		if err != nil {
			return nil, config.Faults{{Variable: "EMBEDDER", Rule: "can't be openai: " + err.Error()}}
		}
		p.answering, p.importing, p.client = e, e.ForImport(), e
	}
	err := s.openStore(ctx, p, log)
	if err != nil && p.client != nil {
		_ = p.client.Close() // idle connections
	}
	return p, err
}

func (s *Settings) openStore(ctx context.Context, p *place, log zerolog.Logger) error {
	if s.Store == s3Name {
		kept, err := s3vectors.New(ctx, s3vectors.Options{
			Bucket: s.Bucket, Index: s.Index, Region: s.Region, Dimensions: p.importing.Dimensions(),
			UserAgent: userAgent, Log: log,
		})
		if err != nil {
			return config.Faults{{Variable: "VECTOR_STORE", Rule: "can't be s3vectors: " + err.Error()}}
		}
		p.store, p.setup = kept, kept.Setup
		return nil
	}
	o := memory.Options{Embedder: p.importing, Slow: s.Embedder != embeddedName, Gifts: func() ([]catalog.Gift, error) {
		c, err := catalog.BuiltIn()
		if err != nil {
			return nil, err
		}
		return c.Gifts, nil
	}}
	if s.Catalog != "" { // read now: the program does not start with a catalog that has faults
		own, err := s.ownCatalog(log)
		if err != nil {
			return err
		}
		o.Gifts = func() ([]catalog.Gift, error) { return own, nil }
	}
	if dir, err := os.UserCacheDir(); err == nil {
		o.Cache = filepath.Join(dir, Name)
	}
	kept := memory.New(o)
	p.store, p.embedded = kept, true
	if s.Embedder == openaiName {
		p.setup = func(ctx context.Context) error { _, err := kept.Snapshot(ctx); return err }
		o.Embedder, o.Slow = table.Embedder{}, false
		p.reduced = memory.New(o)
	}
	return nil
}

// prepare computes the vectors of an embedded catalog while the server waits for its first call.
func (p *place) prepare(log zerolog.Logger) {
	if !p.embedded || p.setup == nil {
		return
	}
	p.work.Go(func() {
		if err := p.setup(context.Background()); err != nil {
			log.Debug().Err(err).Msg("the vectors of the catalog were not computed ahead")
		}
	})
}

// end closes everything.
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
	if p.client != nil {
		_ = p.client.Close() // idle connections
	}
}

// ownCatalog reads the file in CATALOG.
func (s *Settings) ownCatalog(log zerolog.Logger) ([]catalog.Gift, error) {
	fault := func(rule string) error { return config.Faults{{Variable: "CATALOG", Rule: rule}} }
	format, err := catalog.FormatOf(s.Catalog)
	if err != nil {
		return nil, fault("must name a file that ends in .jsonl, .json, .yaml, .csv or .tsv")
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
	case !s.Lenient && (!bad.Shop || len(c.Gifts) == 0):
		return nil, fault("names a file with gifts that break a rule; correct them, or leave them out with CATALOG_LENIENT=true:\n" + bad.Error())
	default:
		log.Warn().Int("left out", bad.Count).Int("taken", len(c.Gifts)).Msg("CATALOG has gifts that break a rule; gift-mcp import FILE --dry-run names them")
	}
	return c.Gifts, nil
}

// cause returns what the system says of a file, without its path.
func cause(err error) string {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	return err.Error()
}

// startLimit is how long the start waits for other servers.
const startLimit = 10 * time.Second

// ready asks the embedder and the store whether they can be used as the settings say: a wrong
// key, a missing index or vectors of another embedder stop the start. A server that can't be
// reached does not, since each request asks it again.
func (s *Settings) ready(ctx context.Context, at *place, log zerolog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	var faults config.Faults
	if s.Embedder == openaiName {
		_, err := at.answering.Embed(ctx, []string{"gift"})
		if e, ok := errors.AsType[*fault.Error](err); ok && (e.Kind == fault.Unauthorized || e.Kind == fault.Forbidden) {
			faults.Add("EMBEDDING_API_KEY", errors.New("can't be used: "+err.Error()))
		} else {
			judge(&faults, "EMBEDDER", string(s.Embedder), err, log)
		}
	}
	if !at.embedded {
		judge(&faults, "VECTOR_STORE", string(s.Store), store.Check(ctx, at.store, at.answering), log)
	}
	return faults.Err()
}

// judge adds why a setting can't have its value, unless the cause may pass by itself. An error
// that is no [fault.Error] is about vectors of another embedder.
func judge(faults *config.Faults, variable, value string, err error, log zerolog.Logger) {
	e, ok := errors.AsType[*fault.Error](err)
	if ok && (e.Kind == fault.Unavailable || e.Kind == fault.Timeout || e.Kind == fault.Internal) {
		log.Warn().Err(errors.Join(err, e.Err)).Msg(variable + "=" + value + " can't be reached at the moment")
		return
	}
	if err != nil {
		faults.Add(variable, errors.New("can't be "+value+": "+err.Error()))
	}
}
