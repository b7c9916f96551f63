package site

import (
	"context"
	"errors"
	"time"

	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const (
	// sweepEvery is how often rows and files are looked at.
	sweepEvery = 5 * time.Minute
	// lookEvery is how often all the files are.
	lookEvery = time.Hour
	// batch is how many of them a step takes.
	batch = 100
	// staleAfter is when what is still arriving was left by a crash: an upload has ended
	// long before.
	staleAfter = 30 * time.Minute
)

// Run keeps rows and files in agreement until ctx ends: at once, and then again and
// again. Any number of programs may do so.
func (s *Site) Run(ctx context.Context) error {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	var looked time.Time
	for {
		all := time.Since(looked) >= lookEvery
		if all {
			looked = time.Now()
		}
		if err := s.sweep(ctx, all); err != nil && ctx.Err() == nil {
			s.log.Error().Err(err).Msg("photos could not be swept")
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// sweep deletes the images whose bytes never came, with which a project's hero is
// repaired; gives the photos of published projects the public copies that they lack;
// and removes the files that are to be removed. With all, it also looks at each file.
func (s *Site) sweep(ctx context.Context, all bool) error {
	var failures []error
	for {
		n, err := s.store.ExpireUploads(ctx, batch)
		if err != nil {
			failures = append(failures, err)
		}
		if err != nil || n < batch {
			break
		}
	}
	list, err := s.store.ImagesToCopy(ctx, batch)
	failures = append(failures, err)
	for _, i := range list {
		if _, err := s.makeCopy(ctx, store.Project{ID: i.ProjectID, ContractorID: i.ContractorID}, i.Image); err != nil {
			failures = append(failures, err)
		}
	}
	failures = append(failures, s.removeListed(ctx))
	if all {
		_, err := s.media.RemoveStale(ctx, s.now().Add(-staleAfter))
		failures = append(failures, err, s.setStraysAside(ctx))
	}
	return errors.Join(failures...)
}

// removeFiles removes the files that the store lists now, as far as it can; what is left
// is the sweeper's.
func (s *Site) removeFiles(ctx context.Context) {
	const limit = 10 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit) // a caller that has gone wants it too
	defer cancel()
	if err := s.removeListed(ctx); err != nil {
		s.log.Warn().Err(err).Msg("files could not be removed yet")
	}
}

func (s *Site) removeListed(ctx context.Context) error {
	for {
		list, err := s.store.FilesToRemove(ctx, batch)
		if err != nil {
			return err
		}
		var removed []store.File
		var failures []error
		for _, f := range list {
			if err := s.media.Remove(ctx, sideOf(f), f.Path); err != nil {
				failures = append(failures, err)
				continue
			}
			removed = append(removed, f)
		}
		if len(removed) > 0 {
			failures = append(failures, s.store.FilesRemoved(ctx, removed))
		}
		if err := errors.Join(failures...); err != nil || len(list) < batch {
			return err
		}
	}
}

func sideOf(f store.File) media.Side {
	if f.Public {
		return media.Public
	}
	return media.Draft
}

// setStraysAside takes away the files that no row knows of, which no crash leaves: they
// are from after the moment of a backup that was restored. Originals are kept aside.
func (s *Site) setStraysAside(ctx context.Context) error {
	for _, side := range []media.Side{media.Draft, media.Public} {
		var found int
		for f, err := range s.media.Files(ctx, side) {
			if err != nil {
				return err
			}
			known, err := s.store.Knows(ctx, store.File{Public: side == media.Public, Path: f.Name})
			if err != nil {
				return err
			}
			if known {
				continue
			}
			if found++; side == media.Public {
				err = s.media.Remove(ctx, side, f.Name)
			} else {
				err = s.media.SetAside(ctx, f.Name)
			}
			if err != nil && !errors.Is(err, media.ErrName) {
				return err
			}
		}
		if found > 0 {
			s.log.Warn().Int("files", found).Str("side", string(side)).Msg("files that no project has were taken away; originals are in the folder aside")
		}
	}
	return nil
}
