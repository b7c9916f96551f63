package site

func (s *Site) importImages(*call) (any, error) { return nil, nothingThere() }
