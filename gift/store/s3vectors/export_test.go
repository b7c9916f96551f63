package s3vectors

import "time"

// Wait gives s as long for what someone waits for as for an import.
func Wait(s *Store) { s.limit = time.Minute }
