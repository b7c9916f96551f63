package s3vectors

import (
	"cmp"
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors/types"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// found is a gift, and the hash that its vector is remembered by.
type found struct {
	store.Hit
	hash string
}

// Search implements [store.Store]. It finds 100 gifts at most.
func (s *Store) Search(ctx context.Context, vector []float32, k int, f store.Filter) ([]store.Hit, error) {
	if err := store.CheckQuery(vector, s.dims); err != nil {
		return nil, err
	}
	if k <= 0 || store.Zero(vector) {
		return nil, store.GivenUp(ctx)
	}
	limited, cancel, err := s.reading(ctx)
	if err != nil {
		return nil, err
	}
	defer cancel()
	all, err := s.query(limited, vector, min(k, maxTopK), conditions(&f))
	if err != nil {
		return nil, s.explain(ctx, limited, err)
	}
	if err := s.addVectors(limited, all[:min(withVectors, len(all))]); err != nil {
		if gone := store.GivenUp(ctx); gone != nil {
			return nil, gone
		}
		s.log.Warn().Err(err).Msg("S3 Vectors found gifts and didn't give their vectors")
	}
	hits := make([]store.Hit, len(all))
	for i := range all {
		hits[i] = all[i].Hit
	}
	return hits, nil
}

// query returns the gifts that Amazon finds, the nearest first, without vectors.
func (s *Store) query(ctx context.Context, vector []float32, k int, all []any) ([]found, error) {
	out, err := s.client.QueryVectors(ctx, &s3vectors.QueryVectorsInput{
		VectorBucketName: &s.bucket, IndexName: &s.index,
		QueryVector: &types.VectorDataMemberFloat32{Value: vector}, TopK: aws.Int32(int32(k)), //nolint:gosec // at most 100
		Filter: filter(all), ReturnDistance: true, ReturnMetadata: true,
	})
	if err != nil {
		return nil, err
	}
	hits := make([]found, 0, len(out.Vectors))
	for _, v := range out.Vectors {
		if r, ok := read(v.Metadata); ok {
			hit := store.Hit{Item: store.Item{Gift: r.gift(aws.ToString(v.Key))}, Cosine: 1 - float64(aws.ToFloat32(v.Distance))}
			hits = append(hits, found{hit, r.Hash})
		}
	}
	slices.SortFunc(hits, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Gift.ID, b.Gift.ID))
	})
	return hits, nil
}

// addVectors sets the vectors of hits, of which those that aren't remembered take one request.
func (s *Store) addVectors(ctx context.Context, hits []found) error {
	missing := map[string]*found{}
	for i := range hits {
		if v, ok := s.recent.Get(hits[i].hash); ok {
			hits[i].Vector = v
		} else {
			missing[hits[i].Gift.ID] = &hits[i]
		}
	}
	if len(missing) == 0 {
		return nil
	}
	keys := make([]string, 0, len(missing))
	for id := range missing {
		keys = append(keys, id)
	}
	slices.Sort(keys)
	out, err := s.client.GetVectors(ctx, &s3vectors.GetVectorsInput{
		VectorBucketName: &s.bucket, IndexName: &s.index, Keys: keys, ReturnData: true,
	})
	if err != nil {
		return err
	}
	for _, v := range out.Vectors {
		if hit := missing[aws.ToString(v.Key)]; hit != nil {
			if hit.Vector = s.data(v.Data); hit.Vector != nil {
				s.remember(hit.Gift.ID, hit.hash, hit.Vector)
			}
		}
	}
	return nil
}

// data returns a vector, nil if there is none of the right length.
func (s *Store) data(d types.VectorData) []float32 {
	if v, ok := d.(*types.VectorDataMemberFloat32); ok && len(v.Value) == s.dims {
		return v.Value
	}
	return nil
}

// Popular implements [store.Store]: it asks for the gifts that [Store.SetManifest] marked, and
// for others where these aren't enough.
func (s *Store) Popular(ctx context.Context, f store.Filter, n int) ([]catalog.Gift, error) {
	if n = min(n, maxTopK); n <= 0 {
		return nil, store.GivenUp(ctx)
	}
	limited, cancel, err := s.reading(ctx)
	if err != nil {
		return nil, err
	}
	defer cancel()
	all := conditions(&f)
	marked := append(slices.Clone(all), equal("popular", true))
	best, err := s.query(limited, s.axis(), maxTopK, marked)
	byPopularity(best)
	if err == nil && len(best) == maxTopK {
		// There may be more, and more popular ones; those that are less so than the n-th of
		// these needn't come.
		floor := best[n-1].Gift.Score()
		var more []found
		more, err = s.query(limited, s.axis(), maxTopK, append(marked, condition{"popularity_score": condition{"$gte": floor}}))
		best = append(best, more...)
	}
	if err == nil && len(best) < n {
		var more []found
		more, err = s.query(limited, s.axis(), maxTopK, all)
		best = append(best, more...)
	}
	if err != nil {
		return nil, s.explain(ctx, limited, err)
	}
	byPopularity(best)
	best = slices.CompactFunc(best, func(a, b found) bool { return a.Gift.ID == b.Gift.ID })
	gifts := make([]catalog.Gift, min(n, len(best)))
	for i := range gifts {
		gifts[i] = best[i].Gift
	}
	return gifts, nil
}

func byPopularity(gifts []found) {
	slices.SortFunc(gifts, func(a, b found) int { return morePopular(&a.Gift, &b.Gift) })
}

func morePopular(a, b *catalog.Gift) int {
	return cmp.Or(cmp.Compare(b.Score(), a.Score()), cmp.Compare(a.ID, b.ID))
}
