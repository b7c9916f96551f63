package memory

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

const (
	cacheAbove = 2000       // gifts above which vectors are cached
	cacheKeeps = 4          // files, the newest; each catalog and embedder has its own
	extension  = ".vectors" // of the files
	magic      = "gift vectors 1\n"
)

// castagnoli is made when it is first used, and then once.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// cached makes the index, with the vectors of a file where there is one. That the cache can't
// be read or written costs time alone, so it is no failure.
func (s *Store) cached(ctx context.Context, have *shelf) (*index, error) {
	if s.options.Cache == "" || len(have.gifts) == 0 || len(have.gifts) <= cacheAbove && !s.options.Slow {
		return newIndex(ctx, have, s.options.Embedder)
	}
	e := s.options.Embedder
	path := filepath.Join(s.options.Cache, cacheName(have, e.ID())+extension)
	x := &index{shelf: have, dims: e.Dimensions(), vectors: make([]float32, len(have.gifts)*e.Dimensions())}
	if readVectors(path, x.vectors) == nil {
		return x, nil
	}
	x, err := newIndex(ctx, have, e)
	if err != nil {
		return nil, err
	}
	if writeVectors(path, x.vectors) == nil {
		tidy(s.options.Cache)
	}
	return x, nil
}

// cacheName is a hash of all that the vectors depend on.
func cacheName(have *shelf, embedder string) string {
	h := sha256.New()
	add := func(s string) {
		_ = binary.Write(h, binary.LittleEndian, uint64(len(s)))
		_, _ = io.WriteString(h, s)
	}
	add(embedder)
	for i := range have.gifts {
		add(have.gifts[i].Text())
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// A file is magic, the numbers, each in four bytes, and the checksum of these.

func writeVectors(path string, vectors []float32) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := atomicfile.Create(path, 0o600)
	if err != nil {
		return err
	}
	defer f.Abandon()
	sum := crc32.New(castagnoli())
	w := bufio.NewWriter(io.MultiWriter(f, sum))
	_, err = w.WriteString(magic)
	var part [4096]byte
	for some := range slices.Chunk(vectors, len(part)/4) {
		for i, x := range some {
			binary.LittleEndian.PutUint32(part[4*i:], math.Float32bits(x))
		}
		if err == nil {
			_, err = w.Write(part[:4*len(some)])
		}
	}
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		_, err = f.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	}
	if err != nil {
		return err
	}
	return f.Replace()
}

// readVectors fills vectors from a file that holds exactly so many.
func readVectors(path string, vectors []float32) error {
	f, err := os.Open(path) //nolint:gosec // a name of our own in the folder for it
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != int64(len(magic)+4*len(vectors)+4) {
		return errors.New("another length")
	}
	sum := crc32.New(castagnoli())
	r := io.TeeReader(f, sum)
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(r, head); err != nil || string(head) != magic {
		return errors.Join(err, errors.New("not a file of vectors"))
	}
	part := make([]byte, 1<<16)
	for len(vectors) > 0 {
		n := min(len(vectors), len(part)/4)
		if _, err := io.ReadFull(r, part[:4*n]); err != nil {
			return err
		}
		for i := range vectors[:n] {
			vectors[i] = math.Float32frombits(binary.LittleEndian.Uint32(part[4*i:]))
		}
		vectors = vectors[n:]
	}
	computed := sum.Sum32()
	var tail [4]byte
	if _, err := io.ReadFull(f, tail[:]); err != nil || binary.LittleEndian.Uint32(tail[:]) != computed {
		return errors.Join(err, errors.New("damaged"))
	}
	return nil
}

// tidy removes all files of vectors but the newest.
func tidy(folder string) {
	entries, _ := os.ReadDir(folder)
	ages := map[string]int64{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && filepath.Ext(e.Name()) == extension {
			ages[e.Name()] = info.ModTime().UnixNano()
		}
	}
	names := slices.SortedFunc(maps.Keys(ages), func(a, b string) int { return cmp.Compare(ages[b], ages[a]) })
	for _, name := range names[min(cacheKeeps, len(names)):] {
		_ = os.Remove(filepath.Join(folder, name))
	}
}
