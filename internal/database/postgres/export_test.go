package postgres

// For the tests of tables.
var (
	Classify   = classify
	Code       = code
	Passes     = passes
	RolledBack = rolledBack
	Retry      = retry
)

// Doubt has the next use look at the version, which it does once in a while anyway.
func (d *Database) Doubt() { d.looked.Store(-int64(trusted)) }
