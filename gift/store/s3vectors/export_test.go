package s3vectors

import "time"

// ReadLimit is how long what someone waits for may take.
const ReadLimit = readLimit

// SetLimit gives s another time for what someone waits for.
func SetLimit(s *Store, d time.Duration) { s.limit = d }
