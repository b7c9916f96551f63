package site

import (
	"context"

	"mcp-adapters/portfolio/store"
)

// makeCopies writes public copies of a project's images and returns their paths, by the
// images' ids. A copy that fails is logged and left to the sweeper; the error is for
// pictures that can't be made public, and names them.
func (s *Site) makeCopies(context.Context, store.Project) (map[string]string, error) {
	return nil, nil
}

// makeCopy gives an image of a published project its public copy, and reports whether it
// has one now.
func (s *Site) makeCopy(context.Context, store.Project, store.Image) (bool, error) { return false, nil }
