package site

func notReady(missing []string) *failure {
	return &failure{code: validationError, details: &details{Missing: missing}}
}

func (s *Site) publish(*call) (any, error)   { return nil, nothingThere() }
func (s *Site) unpublish(*call) (any, error) { return nil, nothingThere() }
