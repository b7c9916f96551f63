package s3vectors

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors/document"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors/types"
	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// Put implements [store.Store]. The more items it is given at once, the better it keeps the
// pace that Amazon allows.
func (s *Store) Put(ctx context.Context, items []store.Item) error {
	if err := store.CheckItems(items, s.dims); err != nil {
		return err
	}
	writes := make([]write, len(items))
	for i := range items {
		r := newRecord(&items[i].Gift, false)
		if err := r.check(items[i].Gift.ID); err != nil {
			return err
		}
		writes[i] = s.gift(items[i].Gift.ID, items[i].Vector, &r)
	}
	return s.put(ctx, writes)
}

// write is a vector to be written, and about how many bytes it takes in a request.
type write struct {
	types.PutInputVector
	size int
}

func (s *Store) gift(key string, vector []float32, r *record) write {
	return s.write(key, vector, *r, len(r.Name)+len(r.Brief)+len(r.Full)+len(r.Guidance)+len(r.URL))
}

func (s *Store) write(key string, vector []float32, metadata any, text int) write {
	return write{types.PutInputVector{
		Key: &key, Data: &types.VectorDataMemberFloat32{Value: vector}, Metadata: document.NewLazyDocument(metadata),
	}, 16*s.dims + maxFilterable + text}
}

// put writes vectors in requests of the size that Amazon takes, some at a time.
func (s *Store) put(ctx context.Context, writes []write) error {
	defer s.forget()
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(writesAtOnce)
	for len(writes) > 0 {
		var part []types.PutInputVector
		for size := 0; len(part) < min(maxWrite, len(writes)); {
			w := &writes[len(part)]
			if size += w.size; size > maxWriteBytes && len(part) > 0 {
				break
			}
			part = append(part, w.PutInputVector)
		}
		writes = writes[len(part):]
		g.Go(func() error { return s.putPart(ctx, part) })
	}
	return g.Wait()
}

func (s *Store) putPart(ctx context.Context, part []types.PutInputVector) error {
	if err := s.pace.WaitN(ctx, len(part)); err != nil {
		return store.GivenUp(ctx)
	}
	limited, cancel, err := s.writing(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	_, err = s.writer.PutVectors(limited, &s3vectors.PutVectorsInput{VectorBucketName: &s.bucket, IndexName: &s.index, Vectors: part})
	if err != nil {
		return s.explain(ctx, limited, err)
	}
	return nil
}

// Delete implements [store.Store].
func (s *Store) Delete(ctx context.Context, ids []string) error {
	defer s.forget()
	for keys := range slices.Chunk(distinct(ids), maxWrite) {
		if err := s.delete(ctx, keys); err != nil {
			return err
		}
	}
	return store.GivenUp(ctx)
}

func (s *Store) delete(ctx context.Context, keys []string) error {
	limited, cancel, err := s.writing(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	_, err = s.writer.DeleteVectors(limited, &s3vectors.DeleteVectorsInput{VectorBucketName: &s.bucket, IndexName: &s.index, Keys: keys})
	if err != nil {
		return s.explain(ctx, limited, err)
	}
	return nil
}

// SetManifest implements [store.Store]. Before it writes m, it marks the most popular gifts.
func (s *Store) SetManifest(ctx context.Context, m store.Manifest) error {
	if err := s.markPopular(ctx); err != nil {
		return err
	}
	return s.put(ctx, []write{s.write(manifestKey, s.axis(),
		manifest{kindManifest, m.Embedder, m.Dimensions, m.Gifts, m.Catalog, m.Format}, 0)})
}

// markPopular marks the 200 most popular gifts, and those alone. A mark is part of a vector's
// metadata, with which the vector has to be written again.
func (s *Store) markPopular(ctx context.Context) error {
	best := make([]catalog.Gift, 0, 2*popular)
	marked := map[string]bool{}
	cut := func() {
		slices.SortFunc(best, func(a, b catalog.Gift) int { return morePopular(&a, &b) })
		best = best[:min(popular, len(best))]
	}
	err := s.list(ctx, func(records map[string]record) error {
		for id, r := range records {
			if r.Popular {
				marked[id] = true
			}
			if best = append(best, r.gift(id)); len(best) >= 2*popular {
				cut()
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	cut()
	mark := map[string]bool{} // what a gift's mark is to be, where that is another one
	for i := range best {
		if id := best[i].ID; marked[id] {
			delete(marked, id)
		} else {
			mark[id] = true
		}
	}
	for id := range marked {
		mark[id] = false
	}
	ids := make([]string, 0, len(mark))
	for id := range mark {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for keys := range slices.Chunk(ids, maxGet) {
		if err := s.remark(ctx, keys, mark); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) remark(ctx context.Context, keys []string, mark map[string]bool) error {
	limited, cancel, err := s.writing(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	out, err := s.writer.GetVectors(limited, &s3vectors.GetVectorsInput{
		VectorBucketName: &s.bucket, IndexName: &s.index, Keys: keys, ReturnData: true, ReturnMetadata: true,
	})
	if err != nil {
		return s.explain(ctx, limited, err)
	}
	var writes []write
	for _, v := range out.Vectors {
		r, ok := read(v.Metadata)
		data := s.data(v.Data)
		if !ok || data == nil {
			continue
		}
		r.Popular = mark[aws.ToString(v.Key)]
		writes = append(writes, s.gift(aws.ToString(v.Key), data, &r))
	}
	return s.put(ctx, writes)
}
