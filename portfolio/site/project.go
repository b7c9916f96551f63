package site

func (s *Site) listProjects(*call) (any, error)  { return nil, nothingThere() }
func (s *Site) createProject(*call) (any, error) { return nil, nothingThere() }
func (s *Site) getProject(*call) (any, error)    { return nil, nothingThere() }
func (s *Site) updateProject(*call) (any, error) { return nil, nothingThere() }
func (s *Site) deleteProject(*call) (any, error) { return nil, nothingThere() }
