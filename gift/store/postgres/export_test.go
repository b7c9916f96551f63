package postgres

import "time"

// SetLimit gives s another time for what someone waits for.
func SetLimit(s *Store, d time.Duration) { s.limit = d }
