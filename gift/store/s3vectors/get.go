package s3vectors

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// Get implements [store.Store]. A gift without the vector that was asked for is missing. Vectors are
// most of an answer: those of gifts that were met before are asked for only if a gift has changed.
func (s *Store) Get(ctx context.Context, ids []string, vectors bool) ([]store.Item, error) {
	limited, cancel, err := s.reading(ctx)
	if err != nil {
		return nil, err
	}
	defer cancel()
	have := make(map[string]store.Item, len(ids))
	keys := distinct(ids)
	if vectors {
		var met []string
		for _, id := range keys {
			if s.met.Contains(id) {
				met = append(met, id)
			}
		}
		if err := s.get(limited, met, remembered, have); err != nil {
			return nil, s.explain(ctx, limited, err)
		}
		keys = slices.DeleteFunc(keys, func(id string) bool { return have[id].Vector != nil })
	}
	data := none
	if vectors {
		data = sent
	}
	if err := s.get(limited, keys, data, have); err != nil {
		return nil, s.explain(ctx, limited, err)
	}
	items := make([]store.Item, 0, len(have))
	for _, id := range ids {
		if it, ok := have[id]; ok && (!vectors || it.Vector != nil) {
			items = append(items, it)
		}
	}
	return items, nil
}

// Where the vectors of gifts are taken from.
type source int

const (
	none source = iota
	remembered
	sent
)

// get adds the gifts of keys to have.
func (s *Store) get(ctx context.Context, keys []string, vectors source, have map[string]store.Item) error {
	for part := range slices.Chunk(keys, maxGet) {
		out, err := s.client.GetVectors(ctx, &s3vectors.GetVectorsInput{
			VectorBucketName: &s.bucket, IndexName: &s.index, Keys: part, ReturnData: vectors == sent, ReturnMetadata: true,
		})
		if err != nil {
			return err
		}
		for _, v := range out.Vectors {
			id := aws.ToString(v.Key)
			r, ok := read(v.Metadata)
			if !ok {
				continue
			}
			it := store.Item{Gift: r.gift(id)}
			switch vectors {
			case sent:
				if it.Vector = s.data(v.Data); it.Vector != nil {
					s.remember(id, r.Hash, it.Vector)
				}
			case remembered:
				it.Vector, _ = s.recent.Get(r.Hash)
			}
			have[id] = it
		}
	}
	return nil
}

// remember keeps a vector.
func (s *Store) remember(id, hash string, vector []float32) {
	s.recent.Add(hash, vector)
	s.met.Add(id, struct{}{})
}

func distinct(ids []string) []string {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })
	slices.Sort(ids)
	return slices.Compact(ids)
}
