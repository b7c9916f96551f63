package s3vectors

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors/types"
	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Manifest implements [store.Store]. Without one it fails if the index is for vectors of other
// dimensions.
func (s *Store) Manifest(ctx context.Context) (store.Manifest, error) {
	limited, cancel, err := s.reading(ctx)
	if err != nil {
		return store.Manifest{}, err
	}
	defer cancel()
	m, err := s.manifest(limited)
	if err == nil && m == (store.Manifest{}) {
		err = s.checkIndex(limited)
	}
	if err != nil {
		return store.Manifest{}, s.explain(ctx, limited, err)
	}
	return m, nil
}

func (s *Store) manifest(ctx context.Context) (store.Manifest, error) {
	out, err := s.client.GetVectors(ctx, &s3vectors.GetVectorsInput{
		VectorBucketName: &s.bucket, IndexName: &s.index, Keys: []string{manifestKey}, ReturnMetadata: true,
	})
	if err != nil || len(out.Vectors) == 0 || out.Vectors[0].Metadata == nil {
		return store.Manifest{}, err
	}
	var m manifest
	if err := out.Vectors[0].Metadata.UnmarshalSmithyDocument(&m); err != nil || m.Kind != kindManifest {
		return store.Manifest{}, err
	}
	return store.Manifest{Embedder: m.Embedder, Dimensions: m.Dimensions, Gifts: m.Gifts, Catalog: m.Catalog, Format: m.Format}, nil
}

// counted is how many gifts there were at a time.
type counted struct {
	gifts int
	at    time.Time
}

// countFor is how long a count is good.
const countFor = 10 * time.Minute

// Count implements [store.Store]: it is what the manifest says. Without one, or with one of an import that
// hasn't ended, it is the gifts of the first ten pages, and if there are more what the manifest said before.
func (s *Store) Count(ctx context.Context) (int, error) {
	s.mu.Lock()
	known := s.count
	s.mu.Unlock()
	if !known.at.IsZero() && time.Since(known.at) < countFor {
		return known.gifts, store.GivenUp(ctx)
	}
	limited, cancel, err := s.reading(ctx)
	if err != nil {
		return 0, err
	}
	defer cancel()
	m, err := s.manifest(limited)
	if err == nil && m.Catalog == "" {
		n, failed := s.countPages(limited)
		if n < countPages*maxPage {
			m.Gifts = 0
		}
		m.Gifts, err = max(n, m.Gifts), failed
	}
	if err != nil {
		return 0, s.explain(ctx, limited, err)
	}
	s.mu.Lock()
	s.count = counted{m.Gifts, time.Now()}
	s.mu.Unlock()
	return m.Gifts, nil
}

// forget has the gifts counted again.
func (s *Store) forget() {
	s.mu.Lock()
	s.count = counted{}
	s.mu.Unlock()
}

func (s *Store) countPages(ctx context.Context) (n int, err error) {
	in := &s3vectors.ListVectorsInput{VectorBucketName: &s.bucket, IndexName: &s.index, MaxResults: aws.Int32(maxPage)}
	for range countPages {
		out, err := s.client.ListVectors(ctx, in)
		if err != nil {
			return 0, err
		}
		for _, v := range out.Vectors {
			if aws.ToString(v.Key) != manifestKey {
				n++
			}
		}
		if in.NextToken = out.NextToken; aws.ToString(in.NextToken) == "" {
			break
		}
	}
	return n, nil
}

// List implements [store.Store].
func (s *Store) List(ctx context.Context, each func([]catalog.Gift) error) error {
	return s.list(ctx, func(records map[string]record) error {
		gifts := make([]catalog.Gift, 0, len(records))
		for id, r := range records {
			gifts = append(gifts, r.gift(id))
		}
		return each(gifts)
	})
}

// list calls each with pages of records by their ids, one after another. A long list is read
// in segments side by side.
func (s *Store) list(ctx context.Context, each func(map[string]record) error) error {
	n, err := s.Count(ctx)
	if err != nil {
		return err
	}
	segments := 1
	if n >= segmentsFrom {
		segments = maxSegments
	}
	var mu sync.Mutex // held while each runs
	g, ctx := errgroup.WithContext(ctx)
	for i := range segments {
		g.Go(func() error {
			in := &s3vectors.ListVectorsInput{VectorBucketName: &s.bucket, IndexName: &s.index, MaxResults: aws.Int32(maxPage), ReturnMetadata: true}
			if segments > 1 {
				in.SegmentCount, in.SegmentIndex = aws.Int32(int32(segments)), int32(i) //nolint:gosec // at most 16
			}
			for {
				page, err := s.page(ctx, in)
				if err != nil {
					return err
				}
				mu.Lock()
				err = each(records(page.Vectors))
				mu.Unlock()
				if in.NextToken = page.NextToken; err != nil || aws.ToString(in.NextToken) == "" {
					return err
				}
			}
		})
	}
	return g.Wait()
}

func (s *Store) page(ctx context.Context, in *s3vectors.ListVectorsInput) (*s3vectors.ListVectorsOutput, error) {
	limited, cancel, err := s.writing(ctx)
	if err != nil {
		return nil, err
	}
	defer cancel()
	out, err := s.writer.ListVectors(limited, in)
	if err != nil {
		return nil, s.explain(ctx, limited, err)
	}
	return out, nil
}

func records(vectors []types.ListOutputVector) map[string]record {
	all := make(map[string]record, len(vectors))
	for _, v := range vectors {
		if r, ok := read(v.Metadata); ok {
			all[aws.ToString(v.Key)] = r
		}
	}
	return all
}

// checkIndex fails if the index isn't for vectors of these dimensions.
func (s *Store) checkIndex(ctx context.Context) error {
	out, err := s.client.GetIndex(ctx, &s3vectors.GetIndexInput{VectorBucketName: &s.bucket, IndexName: &s.index})
	if err != nil {
		return err
	}
	return s.checkMade(out.Index)
}

func (s *Store) checkMade(made *types.Index) error {
	wrong := func(what string) error {
		return &fault.Error{Kind: fault.Conflict,
			Message: "The index " + s.index + " of the bucket " + s.bucket + " " + what + ". Name another one in S3_VECTORS_INDEX, and make it with `gift-mcp setup`."}
	}
	switch {
	case int(aws.ToInt32(made.Dimension)) != s.dims:
		return wrong("is for vectors of other dimensions than those of EMBEDDER")
	case made.DistanceMetric != types.DistanceMetricCosine:
		return wrong("doesn't measure by the cosine")
	}
	for _, key := range notFilterable {
		if made.MetadataConfiguration == nil || !slices.Contains(made.MetadataConfiguration.NonFilterableMetadataKeys, key) {
			return wrong("was made without the keys that can't be filtered")
		}
	}
	return nil
}
