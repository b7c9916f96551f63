package postgres

// For the tests of tables.
var (
	Classify   = classify
	Passes     = passes
	RolledBack = rolledBack
)
