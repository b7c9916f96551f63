package site

import (
	"context"
	"encoding/hex"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// Identity says which folder of photos is the database's, for the options of a media.Folder.
func Identity(s *store.Store) func(context.Context) (id string, used bool, err error) {
	return func(ctx context.Context) (string, bool, error) {
		key, err := s.Key(ctx, "media")
		if err != nil {
			return "", false, err
		}
		used, err := s.HasFiles(ctx)
		return hex.EncodeToString(key), used, err
	}
}
