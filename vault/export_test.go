package vault

// NewWithSchema makes a vault whose migrations are the released ones and then
// more, so that tests can be a later release of the program.
func NewWithSchema(o Options, more ...string) *Vault {
	v := New(o)
	for _, sql := range more {
		v.migrations = append(v.migrations, migration{sql})
	}
	return v
}

// DefaultPathOn is [DefaultPath] on another platform.
var DefaultPathOn = defaultPath

// TitleKey is what titles are compared by.
var TitleKey = titleKey
